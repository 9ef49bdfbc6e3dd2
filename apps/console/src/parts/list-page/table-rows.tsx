import { Fragment } from "react";
import { Icon } from "../../ui/icons/icon.tsx";
import { headAbove } from "./head-above.ts";
import { isRowClick, rowClass } from "./open-row.ts";
import { RowActions } from "./row-actions.tsx";
import { RowCheckbox } from "./row-checkbox.tsx";
import { TableCell } from "./table-cell.tsx";
import type { RowsProps } from "./rows-props.ts";
import { walkRows } from "./walk-rows.ts";
import { ActionsHead, SelectAllHead } from "./head-cells.tsx";
import { IconAction } from "../../ui/icon-action.tsx";

/** The wide form: a table with heads that sort. */
export function TableRows<Row>(props: RowsProps<Row>) {
  const { label, columns, rows, rowKey, rowName, selection, expansion, opening, actions, sort, onSort, groupOf, editing, onEditing } =
    props;
  const columnCount = columns.length + (selection ? 1 : 0) + (expansion ? 1 : 0) + (actions ? 1 : 0);
  return (
    <div className="table-scroll">
      <table className="data-table table" aria-label={label}>
        <colgroup>
          {selection && <col className="col-select" />}
          {expansion && <col className="col-expand" />}
          {columns.map((column) => (
            <col key={column.name} style={column.width === undefined ? {} : { width: column.width }} />
          ))}
          {actions && <col style={{ width: props.actionsWidth }} />}
        </colgroup>
        <thead>
          <tr>
            {selection && <SelectAllHead selection={selection} />}
            {expansion && (
              <th>
                <span className="sr">Open</span>
              </th>
            )}
            {columns.map((column) => {
              const sorted = sort.name === column.name ? sort : undefined;
              return (
                <th
                  key={column.name}
                  className={column.numeric ? "num" : ""}
                  {...(column.sortable ? { "aria-sort": sorted ? (sorted.descending ? "descending" : "ascending") : "none" } : {})}
                >
                  {column.sortable ? (
                    <button type="button" className={sorted ? "table-sort on" : "table-sort"} onClick={() => onSort(column.name)}>
                      {column.title}
                      <Icon name={sorted?.descending ? "sort-down" : "sort-up"} size={12} />
                    </button>
                  ) : (
                    column.title
                  )}
                </th>
              );
            })}
            {actions && <ActionsHead />}
          </tr>
        </thead>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the controls inside take the keys; this only listens. */}
        <tbody onKeyDown={walkRows}>
          {rows.map((row, index) => {
            const key = rowKey(row);
            const head = headAbove(rows, index, groupOf);
            const name = rowName(row);
            const isSelected = selection?.keys.has(key) ?? false;
            const isOpen = expansion?.open.has(key) ?? false;
            return (
              <Fragment key={key}>
                {head !== undefined && (
                  <tr className="table-group">
                    <th colSpan={columnCount} scope="colgroup">
                      {head}
                    </th>
                  </tr>
                )}
                <tr
                  className={rowClass(isSelected, key, opening)}
                  onClick={opening && ((event) => isRowClick(event) && opening.onOpen(key))}
                >
                  {selection && (
                    <td className="table-tight">
                      <RowCheckbox selection={selection} rowKey={key} name={name} />
                    </td>
                  )}
                  {expansion && (
                    <td className="table-expand">
                      <IconAction
                        icon={isOpen ? "down" : "right"}
                        iconSize={16}
                        label={expansion.label(row)}
                        size="small"
                        aria-expanded={isOpen}
                        onClick={() => expansion.onToggle(key, !isOpen)}
                      />
                    </td>
                  )}
                  {columns.map((column) => (
                    <td key={column.name} className={`place-${column.place}${column.numeric ? " num" : ""}`}>
                      <TableCell column={column} row={row} rowKey={key} rowName={name} editing={editing} onEditing={onEditing} />
                    </td>
                  ))}
                  {actions && (
                    <td className="table-actions">
                      <RowActions actions={actions(row)} />
                    </td>
                  )}
                </tr>
                {expansion && isOpen && (
                  <tr className="table-sub">
                    <td colSpan={columnCount}>{expansion.content(row)}</td>
                  </tr>
                )}
              </Fragment>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

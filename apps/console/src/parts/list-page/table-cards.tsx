import IconButton from "@mui/material/IconButton";
import { Icon } from "../../ui/icons/icon.tsx";
import type { Column, RowAction } from "./column.ts";
import { headAbove } from "./head-above.ts";
import { isRowClick, rowClass } from "./open-row.ts";
import { RowMenu } from "./row-actions.tsx";
import { RowCheckbox } from "./row-checkbox.tsx";
import { TableCell } from "./table-cell.tsx";
import type { RowsProps } from "./rows-props.ts";

/** The narrow form: a card a row, its name and actions first, then the description, then status and date. */
export function TableCards<Row>(props: RowsProps<Row>) {
  const { label, columns, rows, rowKey, rowName, selection, expansion, opening, actions, groupOf, editing, onEditing } = props;
  const places = ["name", "description", "status", "when", "other"] as const;
  return (
    <ul className="cards" aria-label={label}>
      {rows.map((row, index) => {
        const key = rowKey(row);
        const head = headAbove(rows, index, groupOf);
        const name = rowName(row);
        const isSelected = selection?.keys.has(key) ?? false;
        const isOpen = expansion?.open.has(key) ?? false;
        // A pencil has no room on a card, so editing is in the menu too.
        const edits = columns.filter((column) => column.edit?.save(row) !== undefined && column.edit.locked?.(row) === undefined);
        const menu = [
          ...edits.map((column): RowAction => ({
            icon: "pencil",
            label: `Edit ${column.title.toLowerCase()}`,
            run: () => onEditing({ row: key, column: column.name }, true),
          })),
          ...(actions?.(row) ?? []),
        ];
        const inPlace = (place: Column<Row>["place"]) =>
          columns
            .filter((column) => column.place === place)
            .map((column) => (
              <div key={column.name} className={`card-${place}`}>
                {(place === "other" || place === "when") && <span className="helper">{column.title}</span>}
                <TableCell column={column} row={row} rowKey={key} rowName={name} editing={editing} onEditing={onEditing} />
              </div>
            ));
        return (
          <li key={key}>
            {head !== undefined && <h2 className="cards-group">{head}</h2>}
            {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the link in the card takes the keys. */}
            <div
              className={`row-card ${rowClass(isSelected, key, opening)}${isOpen ? " is-open" : ""}`}
              onClick={opening && ((event) => isRowClick(event) && opening.onOpen(key))}
            >
              {selection && (
                <span className="card-select">
                  <RowCheckbox selection={selection} rowKey={key} name={name} />
                </span>
              )}
              <div className="card-menu">
                <RowMenu name={name} actions={menu} />
              </div>
              {expansion && (
                <IconButton
                  className="card-expand"
                  aria-label={expansion.label(row)}
                  aria-expanded={isOpen}
                  onClick={() => expansion.onToggle(key, !isOpen)}
                >
                  <Icon name={isOpen ? "down" : "right"} size={16} />
                </IconButton>
              )}
              {places.map(inPlace)}
            </div>
            {expansion && isOpen && <div className="card-sub">{expansion.content(row)}</div>}
          </li>
        );
      })}
    </ul>
  );
}

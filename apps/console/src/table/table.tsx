import Button from "@mui/material/Button";
import useMediaQuery from "@mui/material/useMediaQuery";
import { useCallback, useState } from "react";
import type { ReactNode } from "react";
import { FaultPanel } from "../fault/fault-panel.tsx";
import { State } from "../look/state.tsx";
import type { Column, RowAction } from "./column.ts";
import { ColumnMenu, HeadBar, SortMenu } from "./head-bar.tsx";
import { Pager } from "./pager.tsx";
import type { Expansion } from "./rows-props.ts";
import { TableCards } from "./table-cards.tsx";
import type { Editing } from "./table-cell.tsx";
import { TableRows } from "./table-rows.tsx";
import { openRows, searchedFor, sortedBy, sortOf, withOpenRow } from "./table-search.ts";
import type { TableSearch } from "./table-search.ts";
import { TableSkeleton } from "./table-skeleton.tsx";
import { useChosenColumns } from "./use-chosen-columns.ts";
import { useSelection } from "./use-selection.ts";
import "./table.css";

export interface TableProps<Row> {
  readonly noun: { readonly one: string; readonly many: string };
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  /** Undefined while they are on their way. */
  readonly rows: readonly Row[] | undefined;
  readonly rowKey: (row: Row) => string;
  readonly rowName: (row: Row) => string;
  readonly total: number | undefined;
  readonly error: unknown;
  readonly onRetry: () => void;
  readonly previous: (() => void) | undefined;
  readonly next: (() => void) | undefined;
  readonly search: TableSearch;
  readonly onSearch: (search: TableSearch) => void;
  /** The order of the list when none is asked for. */
  readonly defaultSort: string;
  readonly onAdd?: () => void;
  /** Left out when nothing here may be deleted; there are then no checkboxes. */
  readonly onDelete?: (rows: readonly Row[]) => void;
  readonly onExport?: () => void;
  readonly actions?: (row: Row) => readonly RowAction[];
  readonly actionsWidth?: number;
  readonly expand?: Pick<Expansion<Row>, "label" | "content">;
  /** What stands there while there is nothing yet: what the thing is, and the first step. */
  readonly empty: ReactNode;
  /** A cell to edit as soon as it is on screen: the name of what was just added. */
  readonly editRequest?: Editing;
}

/** The one list of the console: sorting, search, pages, selection, bulk delete, open rows, edited cells, on wide and narrow screens. */
export function Table<Row>(props: TableProps<Row>) {
  const { noun, columns, rows, rowKey, search, onSearch, expand } = props;
  const narrow = useMediaQuery("(max-width: 699.95px)", { noSsr: true });
  const [hidden, toggleColumn] = useChosenColumns(noun.many);
  const [editing, setEditing] = useState<Editing>();
  const [heard, setHeard] = useState<Editing>();
  if (props.editRequest !== heard) {
    setHeard(props.editRequest);
    setEditing(props.editRequest);
  }
  const selection = useSelection((rows ?? []).map(rowKey));
  const shown = columns.filter((column) => column.place === "name" || !hidden.has(column.name));
  const sort = sortOf(search, props.defaultSort);
  const open = openRows(search);
  const onSearched = useCallback((text: string) => onSearch(searchedFor(search, text)), [search, onSearch]);
  const selected = (rows ?? []).filter((row) => selection.keys.has(rowKey(row)));
  const hasMore = props.next !== undefined || props.previous !== undefined;
  const isEmpty = rows?.length === 0 && search.q === undefined && !hasMore;

  const { onDelete } = props;
  const body = {
    label: props.label,
    columns: shown,
    rows: rows ?? [],
    rowKey,
    rowName: props.rowName,
    selection: onDelete ? selection : undefined,
    expansion: expand && { ...expand, open, onToggle: (key: string, isOpen: boolean) => onSearch(withOpenRow(search, key, isOpen)) },
    actions: props.actions,
    actionsWidth: props.actionsWidth ?? 116,
    sort,
    onSort: (column: string) => onSearch(sortedBy(search, column, props.defaultSort)),
    editing,
    onEditing: setEditing,
  };
  if (props.error !== null && props.error !== undefined && rows === undefined) {
    return (
      <section className="card" aria-label={props.label}>
        <FaultPanel error={props.error} onRetry={props.onRetry} />
      </section>
    );
  }
  if (isEmpty) {
    return (
      <section className="card" aria-label={props.label}>
        {props.empty}
      </section>
    );
  }
  return (
    <section className={narrow ? "table-card narrow" : "table-card card"} aria-label={props.label}>
      <HeadBar
        many={noun.many}
        searched={search.q ?? ""}
        onSearched={onSearched}
        selected={selected.length}
        onClearSelection={selection.clear}
        onDelete={onDelete && (() => onDelete(selected))}
        onExport={narrow ? undefined : props.onExport}
        onAdd={props.onAdd}
        columnMenu={narrow ? null : <ColumnMenu columns={columns} hidden={hidden} onToggle={toggleColumn} />}
        sortMenu={narrow && selected.length === 0 ? <SortMenu columns={shown} sort={sort} onSort={body.onSort} /> : null}
      />
      {rows === undefined || (rows.length === 0 && search.q === undefined) ? (
        <TableSkeleton narrow={narrow} />
      ) : rows.length === 0 ? (
        <div className={narrow ? "card" : ""}>
          <State
            icon="search"
            tone="quiet"
            title={`No ${noun.one} matches "${search.q ?? ""}"`}
            actions={
              <Button variant="outlined" onClick={() => onSearch(searchedFor(search, ""))}>
                Clear filter
              </Button>
            }
          >
            <p>Check the spelling or clear the filter.</p>
          </State>
        </div>
      ) : narrow ? (
        <TableCards {...body} />
      ) : (
        <TableRows {...body} />
      )}
      {rows !== undefined && rows.length > 0 && (
        <Pager search={search} onSearch={onSearch} shown={rows.length} total={props.total} previous={props.previous} next={props.next} />
      )}
    </section>
  );
}

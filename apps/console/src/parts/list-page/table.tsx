import Button from "@mui/material/Button";
import useMediaQuery from "@mui/material/useMediaQuery";
import { useCallback, useState } from "react";
import type { ReactNode } from "react";
import { FaultPanel } from "../fault/fault-panel.tsx";
import { State } from "../../ui/state.tsx";
import type { Column, RowAction } from "./column.ts";
import { HeadBar } from "./head-bar.tsx";
import { Pager } from "./pager.tsx";
import { keyOf, type Keyed } from "./row-names.ts";
import type { Expansion } from "./rows-props.ts";
import { TableCards } from "./table-cards.tsx";
import type { Editing } from "./table-cell.tsx";
import { TableRows } from "./table-rows.tsx";
import { CardsMenu, ColumnMenu } from "./table-menus.tsx";
import { filteredBy, filtersOf, openRows, searchedFor, sortedBy, sortOf, withOpenRow } from "./table-search.ts";
import { TableSkeleton } from "./table-skeleton.tsx";
import type { Noun } from "../../ui/format/numbers.ts";
import { useChosenColumns } from "./use-chosen-columns.ts";
import { useKeptRows } from "./use-kept-rows.ts";
import type { Listed } from "./use-list.ts";
import { useSelection } from "./use-selection.ts";
import "./table.css";

export interface TableProps<Row> {
  readonly noun: Noun;
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly list: Listed<Row>;
  /** Rows that are deleted, or will be unless the user undoes it: hidden. */
  readonly gone?: ReadonlySet<string>;
  readonly rowName: (row: Row) => string;
  /** What the search field understands, where it is more than text. */
  readonly searchHint?: string;
  /** The order of the list if the URL has none: by name if left out. */
  readonly defaultSort?: string;
  readonly onAdd?: (() => void) | undefined;
  /** Left out when nothing here may be deleted; there are then no checkboxes. */
  readonly onDelete?: (rows: readonly Row[]) => void;
  /** Why a row can never be deleted: its checkbox is disabled and shows the reason. */
  readonly protectedRow?: (row: Row) => string | undefined;
  readonly onExport?: () => void;
  /** Filters specific to this list: their names in the URL, and their controls. */
  readonly filters?: { readonly names: readonly string[]; readonly controls: ReactNode };
  readonly actions?: (row: Row) => readonly RowAction[];
  readonly actionsWidth?: number;
  /** The head that a row is under, such as its day; rows must be sorted by it. */
  readonly groupOf?: (row: Row) => string;
  readonly expand?: Pick<Expansion<Row>, "label" | "content">;
  /** The opened row, and what a click on a row does. */
  readonly opening?: { readonly key: string | undefined; readonly onOpen: (key: string) => void };
  /** The empty state: what the list is for, and the first step. */
  readonly empty: ReactNode;
}

/** The one list of the console: sorting, search, pages, selection, bulk delete, open rows, edited cells, on wide and narrow screens. */
export function Table<Row extends Keyed>(props: TableProps<Row>) {
  const { noun, columns, list, gone, expand, defaultSort = "name" } = props;
  const { search, onSearch } = list;
  const narrow = useMediaQuery("(max-width: 699.95px)", { noSsr: true });
  const [hidden, toggleColumn] = useChosenColumns(noun.many);
  const [editing, setEditing] = useState<readonly Editing[]>([]);
  const staying = gone === undefined ? list.rows : list.rows?.filter((row) => !gone.has(keyOf(row)));
  const rows = useKeptRows(staying, keyOf, editing);
  const barred = (key: string) => {
    const row = rows?.find((one) => keyOf(one) === key);
    return row === undefined ? undefined : props.protectedRow?.(row);
  };
  const selection = useSelection((rows ?? []).map(keyOf), barred);
  const shown = columns.filter((column) => column.place === "name" || !hidden.has(column.name));
  const sort = sortOf(search, defaultSort);
  const open = openRows(search);
  const onSearched = useCallback((text: string) => onSearch(searchedFor(search, text)), [search, onSearch]);
  const selected = (rows ?? []).filter((row) => selection.keys.has(keyOf(row)));
  const hasMore = list.next !== undefined || list.previous !== undefined;
  const filterNames = props.filters?.names ?? [];
  const isNarrowed = search.q !== undefined || Object.keys(filtersOf(search, filterNames)).length > 0;
  const isEmpty = rows?.length === 0 && !isNarrowed && !hasMore;
  const clearFilter = () => onSearch(filteredBy(searchedFor(search, ""), Object.fromEntries(filterNames.map((name) => [name, undefined]))));

  const { onDelete } = props;
  const body = {
    label: props.label,
    columns: shown,
    rows: rows ?? [],
    rowKey: keyOf,
    rowName: props.rowName,
    selection: onDelete ? selection : undefined,
    expansion: expand && { ...expand, open, onToggle: (key: string, isOpen: boolean) => onSearch(withOpenRow(search, key, isOpen)) },
    opening: props.opening,
    groupOf: props.groupOf,
    actions: props.actions,
    actionsWidth: props.actionsWidth ?? 116,
    sort,
    onSort: (column: string) => onSearch(sortedBy(search, column, defaultSort)),
    editing,
    onEditing: (cell: Editing, on: boolean) =>
      setEditing((cells) => [...cells.filter(({ row, column }) => row !== cell.row || column !== cell.column), ...(on ? [cell] : [])]),
  };
  if (list.error !== null && list.error !== undefined && rows === undefined) {
    return (
      <section className="card" aria-label={props.label}>
        <FaultPanel error={list.error} onRetry={list.retry} />
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
        searchHint={props.searchHint}
        searched={search.q ?? ""}
        onSearched={onSearched}
        selected={selected.length}
        onClearSelection={selection.clear}
        onDelete={onDelete && (() => onDelete(selected))}
        onExport={narrow ? undefined : props.onExport}
        onAdd={props.onAdd}
        filters={props.filters?.controls}
        menu={
          !narrow ? (
            <ColumnMenu columns={columns} hidden={hidden} onToggle={toggleColumn} />
          ) : selected.length === 0 ? (
            <CardsMenu
              columns={columns}
              hidden={hidden}
              onToggle={toggleColumn}
              sort={sort}
              onSort={body.onSort}
              onExport={props.onExport}
            />
          ) : null
        }
        selectAll={narrow ? selection : undefined}
      />
      {rows === undefined || (rows.length === 0 && !isNarrowed) ? (
        <TableSkeleton narrow={narrow} />
      ) : rows.length === 0 ? (
        <div className={narrow ? "card" : ""}>
          <State
            icon="search"
            tone="quiet"
            title={search.q === undefined ? `No ${noun.one} matches the filter` : `No ${noun.one} matches "${search.q}"`}
            actions={
              <Button variant="outlined" onClick={clearFilter}>
                Clear filter
              </Button>
            }
          >
            <p>{search.q === undefined ? "Choose another or clear the filter." : "Check the spelling or clear the filter."}</p>
          </State>
        </div>
      ) : narrow ? (
        <TableCards {...body} />
      ) : (
        <TableRows {...body} />
      )}
      {rows !== undefined && rows.length > 0 && (
        <Pager search={search} onSearch={onSearch} shown={rows.length} total={list.total} previous={list.previous} next={list.next} />
      )}
    </section>
  );
}

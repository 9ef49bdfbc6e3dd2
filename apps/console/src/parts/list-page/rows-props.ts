import type { ReactNode } from "react";
import type { Column, RowAction } from "./column.ts";
import type { Sort } from "./table-search.ts";
import type { Editing } from "./table-cell.tsx";

export interface Expansion<Row> {
  readonly open: ReadonlySet<string>;
  readonly onToggle: (key: string, open: boolean) => void;
  /** 'Versions of Consumer credit' */
  readonly label: (row: Row) => string;
  readonly content: (row: Row) => ReactNode;
}

export interface Selection {
  readonly keys: ReadonlySet<string>;
  readonly all: "on" | "mixed" | "off";
  readonly onToggle: (key: string) => void;
  readonly onToggleAll: () => void;
  /** Why a row cannot be selected. */
  readonly barred: (key: string) => string | undefined;
}

/** What both forms of a table are drawn from. */
export interface RowsProps<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  readonly rowName: (row: Row) => string;
  readonly selection: Selection | undefined;
  readonly expansion: Expansion<Row> | undefined;
  /** Opens a row by a click anywhere on it; a link or button in the row does the same for the keyboard. */
  readonly opening: { readonly key: string | undefined; readonly onOpen: (key: string) => void } | undefined;
  readonly actions: ((row: Row) => readonly RowAction[]) | undefined;
  readonly actionsWidth: number;
  readonly sort: Sort;
  readonly onSort: (column: string) => void;
  /** The head that a row is under; shown above the first row of each. */
  readonly groupOf: ((row: Row) => string) | undefined;
  readonly editing: readonly Editing[];
  readonly onEditing: (cell: Editing, on: boolean) => void;
}

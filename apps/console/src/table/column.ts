import type { ReactNode } from "react";
import type { IconName } from "../look/icon.tsx";

/** How a cell is edited where it stands. */
export interface CellEdit<Row> {
  readonly value: (row: Row) => string;
  /** Undefined when this user may not change this row. */
  readonly save: (row: Row) => ((text: string) => Promise<void>) | undefined;
  /** Why a row cannot be changed by anyone; shown as a lock. */
  readonly locked?: (row: Row) => string | undefined;
  readonly maxLength: number;
}

export interface Column<Row> {
  /** As the wire has it: what a sort asks for, what a chosen column is remembered by. */
  readonly name: string;
  readonly title: string;
  readonly sortable?: boolean;
  /** Pixels, or any length of CSS where it should give way on smaller screens. */
  readonly width?: number | string;
  readonly numeric?: boolean;
  /** Its place on a card when the screen is narrow. */
  readonly place: "name" | "description" | "status" | "when" | "other";
  readonly show: (row: Row) => ReactNode;
  /** For the CSV file; left out, the column is not in it. */
  readonly text?: (row: Row) => string;
  readonly edit?: CellEdit<Row>;
}

/** A button at the end of a row; on a narrow screen an entry of its menu. */
export interface RowAction {
  readonly icon: IconName;
  readonly label: string;
  readonly run: () => void;
  /** Why it cannot be done now; the button keeps its place. */
  readonly disabled?: string;
}

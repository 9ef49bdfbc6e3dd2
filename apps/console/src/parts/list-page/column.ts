import type { ReactNode } from "react";
import type { IconName } from "../../ui/icons/icon.tsx";

/** The result of saving a cell. After `failed`, which has been reported already, the field stays open with the typed text. */
export type SaveOutcome = "saved" | "failed" | EditConflict;

/** Someone else saved first. Nothing is overwritten before the user has seen both values. */
export interface EditConflict {
  readonly theirs: string;
  /** Their name, where it may be known. */
  readonly by?: string;
  readonly at?: string;
  /** Overwrites their value, which may conflict with another change. */
  readonly overwrite: (text: string) => Promise<SaveOutcome>;
}

export interface Choice {
  readonly value: string;
  readonly label: string;
  /** Distinguishes choices with the same label, where the list has room for it. */
  readonly note?: string;
}

/** A searchable set of choices, of which there may be more than fit a list. */
export interface ChoiceSearch {
  readonly one: string;
  readonly many: string;
  /** In the query cache. */
  readonly name: readonly string[];
  /** Those that match a text, the first ones for none. */
  readonly find: (text: string, signal: AbortSignal) => Promise<readonly Choice[]>;
}

/** Inline editing of a cell. */
interface CellEdit<Row> {
  readonly value: (row: Row) => string;
  /** Undefined when this user may not change this row. `useRecords` makes one that knows of conflicts. */
  readonly save: (row: Row) => ((text: string) => Promise<SaveOutcome>) | undefined;
  /** Why a row cannot be changed by anyone; shown as a lock. */
  readonly locked?: (row: Row) => string | undefined;
  /** Why this text cannot be saved. Empty texts are always refused, without calling this. */
  readonly check?: (text: string, row: Row) => string | undefined;
  /** Given, the cell is chosen from these instead of typed. */
  readonly choices?: ChoiceSearch;
  /** The display text of the value, where it is chosen from a list. */
  readonly label?: (row: Row) => string;
  readonly maxLength: number;
}

export interface Column<Row> {
  /** The name in the API: the value of a sort, and the key under which a chosen column is stored. */
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
  /** Why it is disabled now. */
  readonly disabled?: string;
  /** Behind the label in a menu. */
  readonly note?: string;
  /** Set apart and red in a menu. */
  readonly isDanger?: boolean;
}

import type { ColumnType, FileDefinition } from "@airlock/contract";
import { formatFor, formatIn, type CellFormat, type Proposal } from "./cell-format.ts";

export interface ChosenColumn {
  readonly name: string;
  readonly type: ColumnType;
  readonly selected: boolean;
  readonly firstValues: readonly string[];
  readonly format: CellFormat;
  /** Texts that mean a missing value in this column. */
  readonly missing: readonly string[];
  readonly proposal: Proposal | null;
}

/** As the import's labels have them. */
export const typeLabels: Readonly<Record<ColumnType, string>> = { STRING: "string", INTEGER: "integer", FLOAT: "real" };
export const typeChoices = Object.entries(typeLabels) as readonly (readonly [ColumnType, string])[];

export function chosenColumns(definition: FileDefinition): readonly ChosenColumn[] {
  return definition.columns.map(({ name, type, firstValues, proposal }) => ({
    name,
    type,
    firstValues,
    proposal,
    selected: true,
    format: formatFor(type, "."),
    missing: [],
  }));
}

/** The column as it is proposed; itself where nothing is. */
export function withProposal(column: ChosenColumn): ChosenColumn {
  const { proposal } = column;
  return proposal === null ? column : { ...column, type: proposal.type, format: formatIn(proposal), missing: proposal.reading.missing };
}

export function withoutProposal(column: ChosenColumn, definition: FileDefinition): ChosenColumn {
  const type = definition.columns.find(({ name }) => name === column.name)?.type ?? column.type;
  return { ...column, type, format: formatFor(type, "."), missing: [] };
}

/** Whether the column is read as it was proposed. */
export function isUsed({ proposal, type, format, missing }: ChosenColumn): boolean {
  return proposal !== null && proposal.type === type && formatIn(proposal) === format && proposal.reading.missing.join() === missing.join();
}

/** Nothing, and the words that programs write for it. */
const missing = /^(|na|n\/a|null|nan|none|\\n|-)$/i;

export function fits(text: string, type: ColumnType): boolean {
  const value = text.trim();
  if (type === "STRING" || missing.test(value)) return true;
  if (type === "INTEGER") return /^[+-]?\d{1,400}$/.test(value) && Number.isSafeInteger(Number(value));
  return /^[+-]?(\d{1,400}(\.\d{0,400})?|\.\d{1,400})(e[+-]?\d{1,5})?$/i.test(value) && Number.isFinite(Number(value));
}

/** The first value that the chosen type would reject; undefined when none of those shown would be. */
export function misfit({ rows }: FileDefinition, at: number, type: ColumnType): string | undefined {
  return rows.map((row) => row[at] ?? "").find((value) => !fits(value, type));
}

/** `loans_2026_q3` from `loans/2026 q3.csv.gz`, to begin with. */
export function nameFrom(file: string): string {
  const last = file.split("/").at(-1) ?? file;
  return last.replace(/(\.[A-Za-z0-9]{1,8}){1,2}$/, "").slice(0, 200);
}

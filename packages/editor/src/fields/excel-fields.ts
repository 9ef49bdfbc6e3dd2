/** The fields of one dataset as a sheet of an Excel file, and back. */
import type { DatasetField, FieldSource } from "@airlock/flow";
import type { Sheet } from "@airlock/interchange/xlsx";
import { toIdentifier } from "../rules/text-rules.ts";
import { isRequiredWord, typeOfWord, type ReadField } from "./read-fields.ts";

export function fieldSheet(source: FieldSource, fields: readonly DatasetField[]): Sheet {
  const rows = fields.map(({ name, type, required }) => [name, type, required ? "yes" : "no"]);
  return { name: `${source} fields`, cells: [["Name", "Type", "Required"], ...rows] };
}

/** A row of the file, and what happens to it. */
export interface ExcelField {
  readonly name: string;
  /** Undefined where it is not added. */
  readonly field: ReadField | undefined;
  readonly note: string;
}

/** Rows of the first sheet with a column Name. Undefined if no sheet has one. */
export function excelFields(
  sheets: readonly Sheet[],
  source: FieldSource,
  existing: readonly DatasetField[],
): readonly ExcelField[] | undefined {
  const sheet = sheets.find(({ cells: [head = []] }) => columnOf(head, "name") !== -1);
  if (sheet === undefined) return undefined;
  const [head = [], ...rows] = sheet.cells;
  const cell = (row: readonly string[], name: string): string => (row[columnOf(head, name)] ?? "").trim();
  const taken = new Map(existing.map((field) => [field.name, field]));
  const added = new Set<string>();
  return rows.flatMap((row): readonly ExcelField[] => {
    if (row.every((text) => text.trim() === "")) return [];
    const dataset = cell(row, "dataset").toLowerCase();
    // A sheet of both datasets is read for one of them at a time.
    if (dataset !== "" && dataset !== source.toLowerCase()) return [];
    const written = cell(row, "name");
    const name = toIdentifier(written);
    const leave = (note: string): readonly ExcelField[] => [{ name: written, field: undefined, note }];
    if (name === "" || name === "unknown") return leave("Left out: no field can have this name.");
    const same = taken.get(name);
    const type = typeOfWord(cell(row, "type"));
    if (same !== undefined)
      return leave(type === undefined || type === same.type ? "Exists already." : `Exists already as ${same.type}: its type stays.`);
    if (added.has(name)) return leave("Left out: the file has this name twice.");
    added.add(name);
    const notes = [...(name === written ? [] : [`Named ${name}.`]), ...(type === undefined ? ["Without a known type: String."] : [])];
    return [{ name, field: { name, type: type ?? "String", required: isRequiredWord(cell(row, "required")) }, note: notes.join(" ") }];
  });
}

function columnOf(head: readonly string[], name: string): number {
  return head.findIndex((text) => text.trim().toLowerCase() === name);
}

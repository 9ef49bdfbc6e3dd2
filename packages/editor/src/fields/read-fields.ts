import { readDateText, type DatasetField, type FieldType } from "@airlock/flow";
import { toIdentifier } from "../rules/text-rules.ts";
import { readCells } from "../cells/read-cells.ts";

export type ReadField = Omit<DatasetField, "key">;

const typeByWord: Readonly<Record<string, FieldType>> = {
  string: "String",
  text: "String",
  varchar: "String",
  integer: "Integer",
  int: "Integer",
  long: "Integer",
  float: "Float",
  double: "Float",
  decimal: "Float",
  number: "Float",
  real: "Float",
  boolean: "Boolean",
  bool: "Boolean",
  date: "Date",
};
const headWords = new Set(["name", "field", "fieldname", "column"]);
const requiredWords = new Set(["required", "yes", "y", "true", "1", "x", "mandatory"]);

export function typeOfWord(word: string): FieldType | undefined {
  const plain = word.trim().toLowerCase();
  return Object.hasOwn(typeByWord, plain) ? typeByWord[plain] : undefined;
}

export function isRequiredWord(word: string): boolean {
  return requiredWords.has(word.trim().toLowerCase());
}

/** Whether a text is more than one name: a list of fields, or a sample of what a caller sends. */
export function isManyFields(text: string): boolean {
  return /[\t\n]./.test(text.trim()) || text.trim().startsWith("{");
}

/**
 * Fields from a table (name, type, required) or from a JSON sample, whose values determine the types. Of two with one name the first
 * counts; rows without a name are ignored.
 */
export function readFields(text: string): readonly ReadField[] {
  const read = text.trim().startsWith("{") ? fromSample(text) : fromTable(text);
  const byName = Map.groupBy(
    read.filter(({ name }) => name !== ""),
    ({ name }) => name,
  );
  return [...byName.values()].flatMap(([first]) => first ?? []);
}

function fromTable(text: string): readonly ReadField[] {
  const [head, ...rest] = readCells(text);
  if (head === undefined) return [];
  const isHead = headWords.has((head[0] ?? "").toLowerCase().replaceAll(/[\s_]/g, ""));
  return (isHead ? rest : [head, ...rest]).map(([name = "", type = "", required = ""]) => ({
    name: toIdentifier(name),
    type: typeOfWord(type) ?? "String",
    required: isRequiredWord(required),
  }));
}

function fromSample(text: string): readonly ReadField[] {
  const sample = parsed(text);
  if (typeof sample !== "object" || sample === null) return [];
  return Object.entries(sample).map(([name, value]) => ({ name: toIdentifier(name), type: typeOf(value), required: false }));
}

/** A whole number in a sample may be an amount that happens to be whole; it is still read as an Integer. */
function typeOf(value: unknown): FieldType {
  if (typeof value === "boolean") return "Boolean";
  if (typeof value === "string" && readDateText(value) !== undefined) return "Date";
  if (typeof value !== "number") return "String";
  return Number.isInteger(value) ? "Integer" : "Float";
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

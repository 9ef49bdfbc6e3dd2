/** Test cases as a CSV file: a row a case, a column a field. */
import { readLiteral, type DatasetField, type Definition } from "@airlock/flow";
import { maxRows, readCells } from "../cells/read-cells.ts";
import { whyNotTestCase } from "../rules/test-case-rules.ts";
import { emptyMark, guarded, missingMark, quoted, unguarded } from "./csv-cell.ts";
import { readPredictions, readWebCalls } from "./mock-texts.ts";
import type { CaseValue, TestCase } from "./test-case.ts";

const nameColumn = "name";
const input = "application.";
const expected = "runtime.";
const statusColumn = "status";
const errorColumn = "error";
const reasonsColumn = "reasonCodes";
const webCall = "webCall.";
const prediction = "prediction.";

/** Fields of the definition first, then others of the cases. With a byte order mark, so that spreadsheets read UTF-8. */
export function casesToCsv(cases: readonly TestCase[], definition: Definition): string {
  const of = (fields: readonly DatasetField[], used: (one: TestCase) => object): readonly string[] => [
    ...new Set([...fields.map((field) => field.name), ...cases.flatMap((one) => Object.keys(used(one)))]),
  ];
  const head = [
    nameColumn,
    ...of(definition.applicationDatasetFields, (one) => one.input).map((name) => input + name),
    statusColumn,
    errorColumn,
    ...of(definition.runtimeDatasetFields, (one) => one.expect.runtimeData).map((name) => expected + name),
    reasonsColumn,
    ...of([], (one) => one.webCalls ?? {}).map((id) => webCall + id),
    ...of([], (one) => one.predictions ?? {}).map((id) => prediction + id),
  ];
  const rows = [head.map(guarded), ...cases.map((one) => head.map((column) => cellOf(one, column)))];
  return `\uFEFF${rows.map((row) => row.map(quoted).join(",")).join("\r\n")}\r\n`;
}

function cellOf(one: TestCase, column: string): string {
  if (column === nameColumn) return guarded(one.name);
  if (column === statusColumn) return one.expect.status ?? "";
  if (column === errorColumn) return guarded(one.expect.error ?? "");
  if (column === reasonsColumn) return one.expect.reasonCodes === undefined ? "" : JSON.stringify(one.expect.reasonCodes);
  if (column.startsWith(input)) return valueText(own(one.input, column.slice(input.length)));
  if (column.startsWith(expected)) return valueText(own(one.expect.runtimeData, column.slice(expected.length)));
  const [answers, prefix] = column.startsWith(webCall) ? [one.webCalls ?? {}, webCall] : [one.predictions ?? {}, prediction];
  const answer: unknown = own<unknown>(answers, column.slice(prefix.length));
  return answer === undefined ? "" : JSON.stringify(answer);
}

function valueText(value: CaseValue | null | undefined): string {
  if (value === undefined) return "";
  if (value === null) return missingMark;
  return value === "" ? emptyMark : guarded(String(value));
}

export interface ReadCases {
  readonly cases: readonly TestCase[];
  /** Sentences, by row; rows with problems are left out. */
  readonly problems: readonly string[];
}

/** Reads cases from a file written by us or by a spreadsheet. Never throws. */
export function casesFromCsv(text: string, definition: Definition, newId: () => string): ReadCases {
  const [head, ...rows] = readCells(text);
  if (head === undefined) return { cases: [], problems: ["The file is empty."] };
  const columns = head.map((cell) => unguarded(cell.trim()));
  const problems = columns.flatMap((column) => unknownColumn(column, definition));
  if (rows.length >= maxRows) problems.push(`The file has more than ${maxRows} rows; the rest is left out.`);
  const cases: TestCase[] = [];
  for (const [index, row] of rows.entries()) {
    const read = readRow(columns, row, definition, newId);
    const problem = "problem" in read ? read.problem : whyNotTestCase(read)?.reason;
    if ("problem" in read || problem !== undefined) problems.push(`Row ${index + 2}: ${problem}`);
    else cases.push(read);
  }
  return { cases, problems };
}

function unknownColumn(column: string, definition: Definition): string[] {
  const has = (fields: readonly DatasetField[], prefix: string): boolean => fields.some((field) => prefix + field.name === column);
  if (column.startsWith(input) && !has(definition.applicationDatasetFields, input)) return [`${column} is not an application field.`];
  if (column.startsWith(expected) && !has(definition.runtimeDatasetFields, expected)) return [`${column} is not a runtime field.`];
  const isKnown =
    [nameColumn, statusColumn, errorColumn, reasonsColumn, ""].includes(column) ||
    [input, expected, webCall, prediction].some((prefix) => column.startsWith(prefix));
  return isKnown ? [] : [`The column '${column}' is not known and is left out.`];
}

function readRow(
  columns: readonly string[],
  row: readonly string[],
  definition: Definition,
  newId: () => string,
): TestCase | { readonly problem: string } {
  const cell = (name: string): string => row[columns.indexOf(name)] ?? "";
  const values = (
    prefix: string,
    fields: readonly DatasetField[],
  ): ReadonlyMap<string, CaseValue | null> | { readonly problem: string } => {
    const found = new Map<string, CaseValue | null>();
    for (const [place, column] of columns.entries()) {
      const text = row[place] ?? "";
      if (!column.startsWith(prefix) || text === "") continue;
      const name = column.slice(prefix.length);
      const value = readValue(text, fields.find((field) => field.name === name)?.type);
      if (value === undefined) return { problem: `${name} has '${text}', which does not fit the field.` };
      found.set(name, value);
    }
    return found;
  };
  const given = values(input, definition.applicationDatasetFields);
  if ("problem" in given) return given;
  const wanted = values(expected, definition.runtimeDatasetFields);
  if ("problem" in wanted) return wanted;
  const status = cell(statusColumn).trim();
  if (status !== "" && status !== "completed" && status !== "failed")
    return { problem: `The status is '${status}', not completed or failed.` };
  const reasonCodes = readReasonCodes(cell(reasonsColumn));
  const webCalls = readWebCalls(answersOf(columns, row, webCall));
  const predictions = readPredictions(answersOf(columns, row, prediction));
  if (webCalls === undefined || predictions === undefined) return { problem: "A mock response cannot be read." };
  const error = unguarded(cell(errorColumn));
  return {
    id: newId(),
    name: unguarded(cell(nameColumn)),
    // An input that is missing is not sent.
    input: Object.fromEntries([...given].flatMap(([name, value]) => (value === null ? [] : [[name, value]]))),
    expect: {
      ...(status === "" ? {} : { status }),
      ...(error === "" ? {} : { error }),
      runtimeData: Object.fromEntries(wanted),
      ...(reasonCodes === undefined ? {} : { reasonCodes }),
    },
    ...(webCalls.size === 0 ? {} : { webCalls: Object.fromEntries(webCalls) }),
    ...(predictions.size === 0 ? {} : { predictions: Object.fromEntries(predictions) }),
  };
}

function readValue(cell: string, type: DatasetField["type"] | undefined): CaseValue | null | undefined {
  if (cell.trim() === missingMark) return null;
  if (cell.trim() === emptyMark) return "";
  if (type === undefined || type === "String") return unguarded(cell);
  const typed = unguarded(cell).trim();
  const literal = readLiteral(typed, type);
  if (!literal.ok) return undefined;
  return type === "Boolean" ? typed === "true" : type === "Date" ? typed : literal.value;
}

/** A JSON list, or codes separated by commas: R01, R02. */
function readReasonCodes(cell: string): readonly string[] | undefined {
  if (cell.trim() === "") return undefined;
  try {
    const list: unknown = JSON.parse(cell);
    if (Array.isArray(list) && list.every((code) => typeof code === "string")) return list;
  } catch {
    // Not JSON: codes with something between them.
  }
  return cell.split(/[\s,;]+/).filter((code) => code !== "");
}

function answersOf(columns: readonly string[], row: readonly string[], prefix: string): ReadonlyMap<string, string> {
  return new Map(
    columns.flatMap((column, place) => {
      const text = row[place] ?? "";
      return column.startsWith(prefix) && text.trim() !== "" ? [[column.slice(prefix.length), text] as const] : [];
    }),
  );
}

function own<Value>(values: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined;
}

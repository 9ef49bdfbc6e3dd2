import type { ModelWarning, TrainingConfig } from "@airlock/contract";
import type { Column, Label } from "@airlock/model";
import type { ClickHouse } from "@airlock/platform/clickhouse";
import { CannotTrain } from "./cannot-train.ts";
import { labelText, numberOf, textOf, type LabelReading } from "./expressions.ts";
import { columnIn, wantedColumn, type Source, type Sources, type Wanted } from "./sources.ts";

/** Columns and label of the training set, computed from the training datasource before any row is sent. */
export interface Survey {
  readonly inputs: readonly { readonly wanted: Wanted; readonly column: Column }[];
  readonly label: { readonly wanted: Wanted; readonly label: Label; readonly reading: LabelReading; readonly texts: readonly string[] };
  readonly warnings: readonly ModelWarning[];
}

/** More classes would have too few rows each. */
const maxClasses = 100;
/** Default number of distinct values of a text column. */
const usualValues = 1_000;
const maxValues = 10_000;
const fewestRows = 50;
/** A column with this share of distinct values is an identifier and does not generalise. */
const namingShare = 0.95;
/** The correlation with the row number above which a number is a row counter. */
const countingShare = 0.999;
const numbersAtOnce = 50;
const namesOfIds = /(^|[^a-z])(id|ids|key|uuid|guid|number|nr|no)$/i;

export async function surveyOf(clickhouse: ClickHouse, config: TrainingConfig, sources: Sources): Promise<Survey> {
  const { mapping } = config;
  const { training } = sources;
  const byKey = new Map(mapping.columns.map((column) => [column.key, column]));
  const labelColumn = byKey.get(mapping.labelField);
  if (labelColumn === undefined) throw new CannotTrain("Choose the column that is to be predicted.");
  const warnings: ModelWarning[] = [];
  const label = await labelOf(clickhouse, training, wantedColumn(training, labelColumn), warnings);
  const inputs: { readonly wanted: Wanted; readonly column: Column }[] = [];
  let empty = 0;
  const selected = mapping.selectedRowKeys.flatMap((key) => {
    const mapped = byKey.get(key);
    return mapped === undefined ? [] : [wantedColumn(training, mapped)];
  });
  const numbers = await lookAtNumbers(
    clickhouse,
    training,
    selected.filter(({ mapped }) => mapped.type !== "STRING"),
  );
  for (const wanted of selected) {
    const looked = numbers.get(wanted) ?? (await lookAtTexts(clickhouse, training, wanted));
    inputs.push({ wanted, column: looked.column });
    warnings.push(...looked.warnings);
    if (looked.isEmpty) empty += 1;
  }
  if (inputs.length === 0) throw new CannotTrain("Select at least one column to learn from.");
  if (empty === inputs.length)
    throw new CannotTrain("None of the selected columns has a value in any row, so there is nothing to learn from.");
  warnings.push(...(await datesAfter(clickhouse, config, training, inputs)));
  return { inputs, label, warnings };
}

async function labelOf(clickhouse: ClickHouse, source: Source, wanted: Wanted, warnings: ModelWarning[]): Promise<Survey["label"]> {
  const { name, type, boundaries } = wanted.mapped;
  const bounds = [...new Set(boundaries)].sort((a, b) => a - b);
  const reading: LabelReading = type === "STRING" ? { kind: "text" } : bounds.length > 0 ? { kind: "band", bounds } : { kind: "number" };
  const text = labelText(reading, columnIn(source, wanted));
  const [counted] = await clickhouse.query<{ readonly rows: number; readonly labelled: number; readonly distinct: number }>(
    `SELECT count() AS rows, countIf(isNotNull(${text})) AS labelled, uniqExact(${text}) AS distinct FROM ${source.table}`,
  );
  const { rows = 0, labelled = 0, distinct = 0 } = counted ?? {};
  if (rows === 0) throw new CannotTrain(`The datasource ${source.name} has no rows.`);
  if (labelled === 0) throw new CannotTrain(`No row has a value for the label ${name}${type === "STRING" ? "" : " that is a number"}.`);
  if (labelled < fewestRows) {
    throw new CannotTrain(`Only ${labelled} rows have a value for the label ${name}. Training needs at least ${fewestRows}.`);
  }
  if (labelled < rows) {
    const message = `${rows - labelled} of ${rows} rows have no value for ${name} and were left out.`;
    warnings.push({ code: "ROWS_LEFT_OUT", column: name, message });
  }
  // A number with two values is binary, however it is written.
  if (reading.kind === "number" && distinct > 2) return { wanted, label: { name, kind: "number" }, reading, texts: [] };
  if (distinct > maxClasses) {
    throw new CannotTrain(
      `The label ${name} has ${distinct} different values; the maximum is ${maxClasses}. If it is a number, give the column the type FLOAT.`,
    );
  }
  const found = await clickhouse.query<{ readonly text: string }>(
    `SELECT DISTINCT ${text} AS text FROM ${source.table} WHERE isNotNull(text) ORDER BY text LIMIT ${maxClasses}`,
  );
  const texts = found.map((row) => row.text);
  if (reading.kind !== "text") texts.sort((a, b) => Number(a) - Number(b));
  if (texts.length < 2) throw new CannotTrain(`Every row has the same value for the label ${name}, so there is nothing to learn.`);
  const values = reading.kind === "band" ? texts.map((band) => bandName(bounds, Number(band), type)) : texts;
  return { wanted, label: { name, kind: "class", values }, reading, texts };
}

/** `below 18`, `18 to 25`, `65 and more`; a band with one integer is named after it. */
export function bandName(bounds: readonly number[], band: number, type: string): string {
  const [from, to] = [bounds[band - 1], bounds[band]];
  if (from === undefined) return `below ${to}`;
  if (to === undefined) return `${from} and more`;
  return type === "INTEGER" && to - from === 1 ? String(from) : `${from} to ${to}`;
}

interface Looked {
  readonly column: Column;
  readonly warnings: readonly ModelWarning[];
  readonly isEmpty: boolean;
}

async function lookAtTexts(clickhouse: ClickHouse, source: Source, wanted: Wanted): Promise<Looked> {
  const { name, values: chosen, valuesCount } = wanted.mapped;
  const text = textOf(columnIn(source, wanted));
  // If the values are given, one row is enough: it has the count.
  const limit = chosen.length > 0 ? 1 : Math.min(maxValues, valuesCount ?? usualValues);
  const found = await clickhouse.query<{ readonly text: string; readonly present: number; readonly distinct: number }>(
    `SELECT text, sum(rows) OVER () AS present, count() OVER () AS distinct
     FROM (SELECT ${text} AS text, count() AS rows FROM ${source.table} WHERE isNotNull(text) GROUP BY text)
     ORDER BY rows DESC, text LIMIT ${limit}`,
  );
  const { present = 0, distinct = 0 } = found[0] ?? {};
  const values = chosen.length > 0 ? [...new Set(chosen)] : found.map((row) => row.text);
  const warnings = warningsFor(name, present, distinct, true);
  if (distinct > values.length && !warnings.some(({ code }) => code === "IDENTIFIER")) {
    const message = `${name} has ${distinct} different values. The model keeps ${values.length} of them; the others count as one.`;
    warnings.push({ code: "MANY_VALUES", column: name, message });
  }
  return { column: { name, kind: "category", values }, warnings, isEmpty: present === 0 };
}

/** Many columns in one pass over the rows. The distinct count is therefore an estimate, which needs little memory. */
async function lookAtNumbers(clickhouse: ClickHouse, source: Source, all: readonly Wanted[]): Promise<ReadonlyMap<Wanted, Looked>> {
  const looked = new Map<Wanted, Looked>();
  for (let from = 0; from < all.length; from += numbersAtOnce) {
    const some = all.slice(from, from + numbersAtOnce);
    const counts = some.map((wanted) => {
      const number = numberOf(columnIn(source, wanted));
      const isThere = `not isNaN(${number})`;
      return `[toFloat64(countIf(${isThere})), toFloat64(uniqCombinedIf(${number}, ${isThere})), corrIf(toFloat64(row), ${number}, isFinite(${number}))]`;
    });
    const [counted] = await clickhouse.query<{ readonly found: readonly (readonly (number | null)[])[] }>(
      `SELECT [${counts.join(", ")}] AS found FROM ${source.table}`,
    );
    for (const [at, wanted] of some.entries()) {
      const { name, type, boundaries } = wanted.mapped;
      const [present, distinct, inStep] = counted?.found[at] ?? [];
      const bands = [...new Set(boundaries)].sort((a, b) => a - b);
      const column: Column = bands.length > 0 ? { name, kind: "number", bands } : { name, kind: "number" };
      // Amounts may also be distinct in every row; only a number that counts rows, or has the name of an id, is an identifier.
      const mayName = type === "INTEGER" && (Math.abs(inStep ?? 0) > countingShare || namesOfIds.test(name));
      looked.set(wanted, { column, warnings: warningsFor(name, present ?? 0, distinct ?? 0, mayName), isEmpty: (present ?? 0) === 0 });
    }
  }
  return looked;
}

function warningsFor(name: string, present: number, distinct: number, mayName: boolean): ModelWarning[] {
  if (present === 0) {
    return [{ code: "ALL_MISSING", column: name, message: `${name} has no value in any row. The model learns nothing from it.` }];
  }
  if (distinct === 1) {
    return [{ code: "CONSTANT", column: name, message: `${name} has the same value in every row. The model learns nothing from it.` }];
  }
  if (mayName && present >= fewestRows && distinct >= present * namingShare) {
    const message = `${name} is different in nearly every row. It names the row and says nothing about the next one; leave it out.`;
    return [{ code: "IDENTIFIER", column: name, message }];
  }
  return [];
}

/** Dates after the time of the row were not known then. */
async function datesAfter(
  clickhouse: ClickHouse,
  { settings }: TrainingConfig,
  source: Source,
  inputs: Survey["inputs"],
): Promise<readonly ModelWarning[]> {
  const { timeColumn } = settings;
  if (timeColumn === null) return [];
  const time = source.columns.find(({ key, name }) => key === timeColumn || name === timeColumn);
  if (time === undefined) return [];
  const warnings: ModelWarning[] = [];
  for (const { wanted } of inputs) {
    const column = columnIn(source, wanted);
    if (column.type !== "STRING" || column.key === time.key) continue;
    const [date, moment] = [dateOf(textOf(column)), dateOf(textOf(time))];
    const [counted] = await clickhouse.query<{ readonly present: number; readonly dates: number; readonly after: number }>(
      `SELECT countIf(isNotNull(${textOf(column)})) AS present, countIf(isNotNull(${date})) AS dates,
         countIf(ifNull(${date} > ${moment}, 0)) AS after FROM ${source.table}`,
    );
    const { present = 0, dates = 0, after = 0 } = counted ?? {};
    if (after === 0 || dates < present * 0.9) continue;
    const message = `${after} of ${dates} dates in ${wanted.mapped.name} lie after ${time.name}: they were not known then.`;
    warnings.push({ code: "DATE_AFTER", column: wanted.mapped.name, message });
  }
  return warnings;
}

export function dateOf(text: string): string {
  return `parseDateTime64BestEffortOrNull(${text}, 3, 'UTC')`;
}

import { createHash } from "node:crypto";
import type { TrainingConfig } from "@airlock/contract";
import type { ClickHouse } from "@airlock/platform/clickhouse";
import { CannotTrain } from "./cannot-train.ts";
import { labelAs, numberOf, textOf, writtenAs } from "./expressions.ts";
import { parts, type Block, type Part } from "./messages.ts";
import { columnIn, type Source, type Sources } from "./sources.ts";
import { dateOf, type Survey } from "./survey.ts";

/** Percentages of rows: up to `training` they grow trees, up to `validation` they decide on early stopping, the rest is the holdout. */
const split = { training: 70, validation: 85 } as const;
/** With a separate holdout datasource, the other rows are only used for training and early stopping. */
const splitOfTwo = { training: 85, validation: 100 } as const;
/** Number of rows per query. */
const atOnce = 50_000;

interface Reading {
  readonly source: Source;
  /** SQL: 0, 1 or 2 for the part that a row belongs to. */
  readonly part: string;
}

/** Which rows of which datasource belong to which part. */
export interface RowPlan {
  readonly readings: readonly Reading[];
  readonly counts: Readonly<Record<Part, number>>;
  /** Rows of each class, over all parts. */
  readonly classes: readonly number[];
  /** Where the holdout came from. */
  readonly holdout: string;
}

export async function planRows(clickhouse: ClickHouse, config: TrainingConfig, sources: Sources, survey: Survey): Promise<RowPlan> {
  const { settings } = config;
  const { training, test, evaluation } = sources;
  const outside = evaluation ?? (settings.validation === "test" ? test : undefined);
  const shares = outside === undefined ? split : splitOfTwo;
  const readings: Reading[] = [];
  if (training.parts !== undefined) {
    readings.push({ source: training, part: training.parts.sql });
  } else if (settings.validation === "test" && evaluation !== undefined && test !== undefined) {
    readings.push({ source: training, part: "0" }, { source: test, part: "1" });
  } else if (settings.validation === "time") {
    readings.push({ source: training, part: await partsByTime(clickhouse, config, training, shares) });
  } else {
    readings.push({ source: training, part: partsByChance(settings.seed, shares) });
  }
  if (outside !== undefined) readings.push({ source: outside, part: "2" });

  const counts = { training: 0, validation: 0, holdout: 0 };
  const classes = survey.label.label.kind === "class" ? survey.label.label.values.map(() => 0) : [];
  for (const { source, part } of readings) {
    const label = labelIn(source, survey);
    const found = await clickhouse.query<{ readonly part: number; readonly place: number; readonly count: number }>(
      `SELECT ${part} AS part, ${classes.length > 0 ? "label" : "0."} AS place, count() AS count
       FROM (SELECT *, ${label} AS label FROM ${source.table}) WHERE not isNaN(label) GROUP BY part, place`,
    );
    for (const row of found) {
      const name = parts[row.part];
      if (name !== undefined) counts[name] += row.count;
      if (classes.length > 0) classes[row.place] = (classes[row.place] ?? 0) + row.count;
    }
  }
  for (const part of parts) {
    if (counts[part] === 0) throw new CannotTrain(noRows[part]);
  }
  const holdout = outside === undefined ? (training.parts?.holdout ?? settings.validation) : outside === evaluation ? "evaluation" : "test";
  return { readings, counts, classes, holdout };
}

const noRows: Readonly<Record<Part, string>> = {
  training: "There are no rows left to learn from.",
  validation: "There are no rows left to say when the training is enough. Evaluate the model on random rows, or use more rows.",
  holdout: "There are no rows left to evaluate the model. Evaluate it on random rows, or choose another evaluation datasource.",
};

/** Depends only on the row number and the seed, so the split is reproducible. */
function partsByChance(seed: number, shares: { readonly training: number; readonly validation: number }): string {
  const chance = `(sipHash64(row, toUInt64(${seed})) % 100)`;
  return `multiIf(${chance} < ${shares.training}, 0, ${chance} < ${shares.validation}, 1, 2)`;
}

/** The oldest rows grow the trees, and the latest are the holdout. A row without a time counts as old. */
async function partsByTime(
  clickhouse: ClickHouse,
  { settings }: TrainingConfig,
  source: Source,
  shares: { readonly training: number; readonly validation: number },
): Promise<string> {
  const column = source.columns.find(({ key, name }) => key === settings.timeColumn || name === settings.timeColumn);
  if (column === undefined) throw new CannotTrain(`The datasource ${source.name} does not have the column with the time of each row.`);
  const time = column.type === "STRING" ? `ifNull(toFloat64(${dateOf(textOf(column))}), nan)` : numberOf(column);
  const [found] = await clickhouse.query<{ readonly times: number; readonly first: number | null; readonly second: number | null }>(
    `SELECT count() AS times, quantileExact(${shares.training / 100})(time) AS first, quantileExact(${shares.validation / 100})(time) AS second
     FROM (SELECT ${time} AS time FROM ${source.table}) WHERE isFinite(time)`,
  );
  if (found === undefined || found.times === 0 || found.first === null || found.second === null) {
    throw new CannotTrain(`No row has a time in ${column.name} that can be read.`);
  }
  const [first, second] = [`toFloat64('${found.first}')`, `toFloat64('${found.second}')`];
  return `multiIf(isNaN(${time}) or ${time} <= ${first}, 0, ${time} <= ${second}, 1, 2)`;
}

function labelIn(source: Source, { label: { wanted, label, reading, texts } }: Survey): string {
  return labelAs(label, reading, texts, columnIn(source, wanted));
}

export interface ReadRows {
  readonly blocks: AsyncGenerator<Block>;
  /** SHA-256 of everything read, once reading is complete. */
  readonly hash: () => string;
}

/**
 * All rows in ranges, ordered by number. ClickHouse writes them as the doubles that the library takes, so nothing is parsed and no row is in memory
 * twice.
 */
export function readRows(clickhouse: ClickHouse, survey: Survey, plan: RowPlan, onRows: (count: number) => void): ReadRows {
  const hash = createHash("sha256");
  const width = survey.inputs.length + 2;
  async function* blocks(): AsyncGenerator<Block> {
    for (const { source, part } of plan.readings) {
      const [bounds] = await clickhouse.query<{ readonly first: number; readonly last: number }>(
        `SELECT min(row) AS first, max(row) AS last FROM ${source.table}`,
      );
      const { first = 0, last = -1 } = bounds ?? {};
      const written = survey.inputs.map(({ wanted, column }) => writtenAs(column, columnIn(source, wanted)));
      const select = [`toFloat64(${part})`, "label", ...written].join(", ");
      const from = `(SELECT *, ${labelIn(source, survey)} AS label FROM ${source.table})`;
      for (let row = first; row <= last; row += atOnce) {
        const range = `row >= ${row} AND row < ${row + atOnce} AND not isNaN(label)`;
        const bytes = await readBytes(clickhouse, `SELECT ${select} FROM ${from} WHERE ${range} ORDER BY row FORMAT RowBinary`);
        hash.update(bytes);
        const numbers = numbersIn(bytes);
        onRows(numbers.length / width);
        yield* intoBlocks(numbers, width);
      }
    }
  }
  return { blocks: blocks(), hash: () => hash.copy().digest("hex") };
}

export async function readBytes(clickhouse: ClickHouse, query: string): Promise<Buffer> {
  const { stream } = await clickhouse.client.exec({
    query,
    clickhouse_settings: { max_query_size: "50000000", max_ast_elements: "5000000", max_expanded_ast_elements: "5000000" },
  });
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer); // The client's stream is of bytes.
  return Buffer.concat(chunks);
}

/** Copies if the bytes are not aligned to eight bytes, as Float64Array requires. */
function numbersIn(bytes: Buffer): Float64Array {
  const whole = bytes.byteLength / Float64Array.BYTES_PER_ELEMENT;
  if (!Number.isInteger(whole)) throw new Error("The rows did not come whole.");
  const own = new Uint8Array(bytes.byteLength);
  own.set(bytes);
  return new Float64Array(own.buffer, 0, whole);
}

function* intoBlocks(numbers: Float64Array, width: number): Generator<Block> {
  const count = numbers.length / width;
  const columns = width - 2;
  for (const [at, of] of parts.entries()) {
    const places: number[] = [];
    for (let row = 0; row < count; row += 1) if (numbers[row * width] === at) places.push(row * width);
    if (places.length === 0) continue;
    const rows = new Float64Array(places.length * columns);
    const labels = new Float32Array(places.length);
    for (const [row, place] of places.entries()) {
      labels[row] = numbers[place + 1] ?? 0;
      rows.set(numbers.subarray(place + 2, place + width), row * columns);
    }
    yield { of, rows, labels };
  }
}

import { hasLeadingZero, isFloat, isInteger, isMissingNumber, type ColumnType } from "./cells.ts";
import { plainReading, readCell, type CellReading } from "./cell-reading.ts";
import { columnNames } from "./column-names.ts";
import { CsvReader, type RowFault } from "./csv-reader.ts";
import { guessDialect, type Dialect } from "./dialect.ts";
import { decodeChunks, guessEncoding, type GuessedEncoding } from "./encoding.ts";
import { FileFailure } from "./file-failure.ts";
import { fileLimits } from "./limits.ts";
import { proposeReading, type ReadingProposal } from "./propose-reading.ts";
import { faultSentence } from "./row-sentence.ts";
import { isGzip, unpackSample } from "./unpack.ts";

/** The parameters for parsing a CSV file. */
export interface CsvForm extends Dialect, GuessedEncoding {
  readonly compression: "gzip" | "none";
  readonly header: boolean;
  readonly columns: number;
}

export interface DescribedColumn {
  readonly name: string;
  readonly type: ColumnType;
  /** Some values, for display. */
  readonly firstValues: readonly string[];
  /** A format that would fit more of its cells; undefined if there is none. */
  readonly proposal: ReadingProposal | undefined;
}

/** A user's choice for a column, which decides which rows are rejected instead of the detected type. */
export interface ChosenReading {
  readonly type: ColumnType;
  readonly reading?: CellReading | undefined;
  /** Columns that are not selected reject no rows. */
  readonly isSelected: boolean;
}

export interface RowProblem {
  /** From 1, without the header. */
  readonly row: number;
  /** The column's name, or empty if it is about the row. */
  readonly column: string;
  readonly sentence: string;
}

export interface CsvDescription {
  readonly form: CsvForm;
  readonly columns: readonly DescribedColumn[];
  /** The first rows, truncated for display. */
  readonly rows: readonly (readonly string[])[];
  /** What would be rejected in the sample, with the chosen or the detected types. */
  readonly problems: readonly RowProblem[];
  /** Of the whole sample; `problems` has only the first. */
  readonly rejectedRows: number;
  readonly rowsLookedAt: number;
}

const shownRows = 20;
const shownProblems = 20;
const shownLength = 100;
const rowsLookedAt = 5_000;
/** Fewer rows of a file with many columns: the time is that of its cells, and the api's event loop waits meanwhile. */
const cellsLookedAt = 50_000;
/** With this share of mistakes or less, a column is still numeric. */
const mistakeShare = 0.02;

/** Detects the form of a CSV file from its beginning. Throws `FileFailure` if it is not one. */
export async function describeCsv(beginning: Buffer, chosen: readonly ChosenReading[] = []): Promise<CsvDescription> {
  if (beginning.length === 0) throw new FileFailure("EMPTY");
  const compression = isGzip(beginning) ? "gzip" : "none";
  const raw = compression === "gzip" ? await unpackSample(beginning, fileLimits.sampleBytes) : beginning;
  if (raw.length === 0) throw new FileFailure("EMPTY");
  refuseOthers(raw);
  const encoding = guessEncoding(raw);
  const text = await decoded(raw, encoding);
  const dialect = guessDialect(text);
  const isWhole = beginning.length < fileLimits.sampleBytes && raw.length < fileLimits.sampleBytes;
  const sample = readSample(text, dialect, isWhole);
  const [first] = sample.rows;
  if (first === undefined) throw new FileFailure("EMPTY");
  if (sample.widest > fileLimits.columns) throw new FileFailure("TOO_MANY_COLUMNS");

  const below = sample.rows.slice(1).filter(({ cells }) => cells.length === first.cells.length);
  const typesBelow = guessTypes(below, first.cells.length);
  // A header of numbers is rare: a number above numbers is data.
  const header = !first.cells.some((cell, at) => typesBelow[at] !== "STRING" && numberType(cell) !== "STRING" && cell.trim() !== "");
  const names = columnNames(header ? first.cells : first.cells.map(() => ""));
  const rows = header ? sample.rows.slice(1) : sample.rows;
  const whole = rows.filter(({ cells, fault }) => cells.length === names.length && fault === undefined);
  const types = header ? typesBelow : guessTypes(whole, names.length);
  const problems = problemsOf(rows, names, chosen.length === names.length ? chosen : types.map((type) => ({ type, isSelected: true })));
  return {
    form: { ...dialect, ...encoding, compression, header, columns: names.length },
    columns: names.map((name, at) => {
      const type = types[at] ?? "STRING";
      const cells = whole.map((row) => row.cells[at] ?? "");
      return { name, type, firstValues: firstValues(whole, at), proposal: proposeReading(cells, type) };
    }),
    rows: whole.slice(0, shownRows).map(({ cells }) => cells.map((cell) => cell.slice(0, shownLength))),
    problems: problems.slice(0, shownProblems),
    rejectedRows: problems.length,
    rowsLookedAt: rows.length,
  };
}

function refuseOthers(raw: Buffer): void {
  const begins = raw.toString("latin1", 0, 5);
  if (begins.startsWith("PK\u0003\u0004") || begins.startsWith("\u00d0\u00cf\u0011\u00e0")) throw new FileFailure("ARCHIVE");
  if (
    begins === "%PDF-" ||
    begins.startsWith("\u0089PNG") ||
    begins.startsWith("BZh") ||
    begins.startsWith("\u001f\u008b") ||
    begins.startsWith("(\u00b5/\u00fd")
  ) {
    throw new FileFailure("BINARY");
  }
}

async function decoded(raw: Buffer, encoding: GuessedEncoding): Promise<Buffer> {
  async function* one(): AsyncGenerator<Buffer> {
    yield raw;
  }
  const parts: Buffer[] = [];
  for await (const part of decodeChunks(one(), encoding)) parts.push(part);
  return Buffer.concat(parts);
}

interface SampleRow {
  readonly cells: readonly string[];
  readonly width: number;
  readonly fault: RowFault | undefined;
}

function readSample(
  text: Buffer,
  { delimiter, skipRows }: Dialect,
  isWhole: boolean,
): { readonly rows: readonly SampleRow[]; readonly widest: number } {
  const rows: SampleRow[] = [];
  let widest = 0;
  let passed = 0;
  let cells = 0;
  const reader = new CsvReader(delimiter.charCodeAt(0), () => {
    passed += 1;
    if (passed <= skipRows) return;
    widest = Math.max(widest, rows.length === 0 ? reader.cells : 0);
    rows.push({ cells: reader.texts(1000), width: reader.cells, fault: reader.fault });
    cells += Math.min(reader.cells, fileLimits.columns);
    if (rows.length > rowsLookedAt || cells > cellsLookedAt) reader.stop();
  });
  reader.write(text);
  // The last row of a sample may be incomplete.
  if (isWhole || rows.length === 0) reader.end();
  return { rows, widest };
}

function numberType(cell: string): ColumnType {
  const bytes = Buffer.from(cell, "utf8");
  if (hasLeadingZero(bytes, 0, bytes.length)) return "STRING";
  if (isInteger(bytes, 0, bytes.length)) return "INTEGER";
  return isFloat(bytes, 0, bytes.length) ? "FLOAT" : "STRING";
}

function isMissing(cell: string): boolean {
  const bytes = Buffer.from(cell, "utf8");
  return isMissingNumber(bytes, 0, bytes.length);
}

function guessTypes(rows: readonly SampleRow[], columns: number): ColumnType[] {
  return Array.from({ length: columns }, (_, at) => {
    const found = { STRING: 0, INTEGER: 0, FLOAT: 0 };
    for (const { cells } of rows) {
      const cell = cells[at] ?? "";
      if (!isMissing(cell)) found[numberType(cell)] += 1;
    }
    const numbers = found.INTEGER + found.FLOAT;
    if (numbers === 0 || found.STRING > (numbers + found.STRING) * mistakeShare) return "STRING";
    return found.FLOAT > 0 ? "FLOAT" : "INTEGER";
  });
}

function firstValues(rows: readonly SampleRow[], at: number): string[] {
  const values: string[] = [];
  for (const { cells } of rows) {
    const cell = (cells[at] ?? "").trim();
    if (cell !== "") values.push(cell.slice(0, shownLength));
    if (values.length === 3) break;
  }
  return values;
}

function problemsOf(rows: readonly SampleRow[], names: readonly string[], chosen: readonly ChosenReading[]): RowProblem[] {
  return rows.flatMap(({ cells, width, fault }, index) => {
    const row = index + 1;
    if (fault !== undefined) return [{ row, column: "", sentence: faultSentence(fault) }];
    if (width !== names.length) return [{ row, column: "", sentence: faultSentence("CELLS", { cells: width, columns: names.length }) }];
    for (const [at, cell] of cells.entries()) {
      const { type, reading = plainReading, isSelected } = chosen[at] ?? { type: "STRING", isSelected: true };
      if (!isSelected || (type === "STRING" && reading.date === "")) continue;
      const read = readCell(cell, type, reading);
      if (!read.ok) return [{ row, column: names[at] ?? "", sentence: read.sentence }];
    }
    return [];
  });
}

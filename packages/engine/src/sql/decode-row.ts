import { faults } from "../fault.ts";
import { shown } from "../shown.ts";
import type { InputProblem, KnownValue, Outcome, ValuesByName } from "../types.ts";
import { firstFault, inputError, linksPerColumn, problemsPerColumn, type LayoutField, type SqlLayout } from "./layout.ts";

/** The result of one row: the same that `readInput` and `evaluate` would have returned. */
export type DecodedRow =
  | {
      readonly ok: true;
      readonly key: unknown;
      readonly outcome: Outcome;
      readonly linksTaken: readonly string[];
      readonly applicationData: ValuesByName;
    }
  | { readonly ok: false; readonly key: unknown; readonly problems: readonly InputProblem[] };

/** Reads a row by position, in the format JSONCompactEachRow. */
export function decodeRow(layout: SqlLayout, row: readonly unknown[]): DecodedRow {
  if (row.length !== layout.columns.length)
    throw new TypeError(`A row of this layout has ${layout.columns.length} values, not ${row.length}`);
  const cells = new Cells(row);
  const key = cells.next();
  const runtimeData = readData(cells, layout.runtime);
  const error = cells.count();
  const problems = cells.counts(Math.ceil(layout.problems.length / problemsPerColumn));
  const links = cells.counts(Math.ceil(layout.links.length / linksPerColumn));
  const reasons = layout.codes.length > 0 ? cells.next() : [];
  const applicationData = readData(cells, layout.application);
  if (error === inputError) return { ok: false, key, problems: readProblems(layout, problems) };

  const fault = error === 0 ? undefined : layout.faults[error - firstFault];
  if (error !== 0 && fault === undefined) throw new TypeError(`This layout has no error ${error}`);
  return {
    ok: true,
    key,
    outcome: {
      status: fault === undefined ? "completed" : "failed",
      runtimeData,
      reasonCodes: readReasons(layout, reasons),
      error: fault && { ...fault, message: faults[fault.code] },
    },
    linksTaken: readLinks(layout, links),
    applicationData,
  };
}

class Cells {
  readonly #row: readonly unknown[];
  #at = 0;

  constructor(row: readonly unknown[]) {
    this.#row = row;
  }

  next(): unknown {
    this.#at += 1;
    return this.#row[this.#at - 1];
  }

  count(): number {
    const cell = this.next();
    if (typeof cell !== "number" || !Number.isInteger(cell) || cell < 0) throw new TypeError(`Column ${this.#at - 1} should be a count`);
    return cell;
  }

  counts(columns: number): readonly number[] {
    return Array.from({ length: columns }, () => this.count());
  }
}

function readData(cells: Cells, fields: readonly LayoutField[]): ValuesByName {
  const data = Object.create(null) as Record<string, KnownValue>; // Object.create returns `any`; names are the user's
  for (const { name, type } of fields) {
    const cell = cells.next();
    if (cell === null) continue;
    if (typeof cell !== (type === "String" ? "string" : "number")) throw new TypeError(`'${name}' should be a ${type} or null`);
    data[name] = shown(type, cell as string | number); // by the line above
  }
  return data;
}

function readLinks({ links }: SqlLayout, words: readonly number[]): readonly string[] {
  const taken = links.filter((_, bit) => digit(words[Math.floor(bit / linksPerColumn)], bit % linksPerColumn, 2) === 1);
  return taken.sort((a, b) => a.index - b.index).map(({ id }) => id);
}

function readProblems({ problems }: SqlLayout, words: readonly number[]): readonly InputProblem[] {
  return problems.flatMap(({ field, kinds }, place) => {
    const kind = kinds[digit(words[Math.floor(place / problemsPerColumn)], place % problemsPerColumn, 4) - 1];
    return kind === undefined ? [] : [{ field, ...kind }];
  });
}

/** Without shifts: the words use all 32 bits. */
function digit(word: number | undefined, place: number, base: number): number {
  return Math.floor((word ?? 0) / base ** place) % base;
}

/** [SC6] Each code once, in the order of first occurrence. */
function readReasons({ codes }: SqlLayout, cell: unknown): readonly string[] {
  if (!Array.isArray(cell)) throw new TypeError("The reasons should be a list");
  const given = new Set<string>();
  for (const number of cell as readonly unknown[]) {
    const code = typeof number === "number" ? codes[number - 1] : undefined;
    if (code === undefined) throw new TypeError(`This layout has no reason ${String(number)}`);
    given.add(code);
  }
  return [...given];
}

import { isModelCall } from "./models.ts";
import type { Call, Term } from "./terms.ts";
import { ownSize, repeats, type WritingStyle } from "./write-term.ts";

/**
 * Which terms become columns, and in which subquery. The database evaluates an expression as a tree, so a term that is used several times
 * is written once and read by name from an inner subquery. The columns of one level depend only on inner levels; fewer levels and fewer
 * columns are planned faster.
 */
export interface Levels {
  /** The columns that each level computes, innermost first. */
  readonly levels: readonly (readonly Term[])[];
  /** The last level, counting the outermost SELECT as the one after the last, that reads a column; source columns too. */
  readonly lastRead: ReadonlyMap<Term, number>;
}

/** Writing a shared term again costs about this much less than a column that is carried through the levels. */
const repeatedSize = 24;
/** Longer expressions are split: planning time grows with the square of the nested size. */
const largestSize = 400;

/** `parts` of the outputs become columns in any case. */
export function arrangeLevels(outputs: readonly Term[], parts: readonly Term[], style: WritingStyle): Levels {
  const calls = reachable(outputs);
  const uses = countUses(calls, outputs, style);
  const sizes = new Map<Term, number>();
  const columns = new Set<Term>();
  // The first level at which a term can be read: 0 for columns of the table.
  const available = new Map<Term, number>();

  const forced = new Set([...parts, ...calls.filter(({ name }) => isModelCall(name)).flatMap(({ args }) => args)]);
  for (const call of calls) {
    const times = repeats(call, style);
    const size = call.args.reduce((sum, arg) => sum + times * (columns.has(arg) ? 1 : (sizes.get(arg) ?? 1)), ownSize(call, style));
    const reads = Math.max(0, ...call.args.map((arg) => available.get(arg) ?? 0));
    const repeated = size * ((uses.get(call) ?? 1) - 1);
    if (repeated > repeatedSize || size > largestSize || forced.has(call)) columns.add(call);
    sizes.set(call, size);
    available.set(call, columns.has(call) ? reads + 1 : reads);
  }

  return placeColumns([...columns], outputs, columns, available);
}

/**
 * Every column has an earliest level, after what it reads. It is computed there, or as late as its readers allow if that keeps no other
 * column alive longer: otherwise everything derived from the table's columns alone would be carried from the first level on.
 */
function placeColumns(
  order: readonly Term[],
  outputs: readonly Term[],
  columns: ReadonlySet<Term>,
  earliest: ReadonlyMap<Term, number>,
): Levels {
  const outermost = Math.max(0, ...order.map((column) => earliest.get(column) ?? 1)) + 1;
  const lastRead = new Map<Term, number>();
  const firstRead = new Map<Term, number>();
  const read = (terms: readonly Term[], level: number): void => {
    for (const term of terms) {
      lastRead.set(term, Math.max(lastRead.get(term) ?? 0, level));
      firstRead.set(term, Math.min(firstRead.get(term) ?? outermost, level));
    }
  };
  read(columnsIn(outputs, columns), outermost);
  const levels: Term[][] = Array.from({ length: outermost - 1 }, () => []);
  for (const column of [...order].reverse()) {
    const reads = column.kind === "call" ? columnsIn(column.args, columns) : [];
    const latest = (firstRead.get(column) ?? outermost) - 1;
    const keepsNothing = reads.every((term) => (lastRead.get(term) ?? 0) >= latest);
    const level = keepsNothing ? latest : (earliest.get(column) ?? 1);
    levels[level - 1]?.push(column);
    read(reads, level);
  }
  return { levels, lastRead };
}

/** The columns, of the table or of a level, that these terms read. */
function columnsIn(terms: readonly Term[], columns: ReadonlySet<Term>): readonly Term[] {
  const found = new Set<Term>();
  const seen = new Set<Term>();
  const look = (term: Term): void => {
    if (term.kind === "literal" || seen.has(term)) return;
    seen.add(term);
    if (term.kind === "column" || columns.has(term)) found.add(term);
    else for (const arg of term.args) look(arg);
  };
  for (const term of terms) look(term);
  return [...found];
}

/** How many operations are normalised. */
export function countSteps(outputs: readonly Term[]): number {
  return reachable(outputs).filter(({ name }) => name === "step").length;
}

/** Calls under the outputs, arguments before the calls that use them. */
function reachable(outputs: readonly Term[]): readonly Call[] {
  const found = new Map<number, Call>();
  const open: Term[] = [...outputs];
  for (let term = open.pop(); term !== undefined; term = open.pop()) {
    if (term.kind !== "call" || found.has(term.id)) continue;
    found.set(term.id, term);
    open.push(...term.args);
  }
  return [...found.values()].sort((a, b) => a.id - b.id);
}

function countUses(calls: readonly Call[], outputs: readonly Term[], style: WritingStyle): ReadonlyMap<Term, number> {
  const uses = new Map<Term, number>();
  const add = (term: Term, times: number): void => {
    uses.set(term, (uses.get(term) ?? 0) + times);
  };
  for (const call of calls) for (const arg of call.args) add(arg, repeats(call, style));
  for (const output of outputs) add(output, 1);
  return uses;
}

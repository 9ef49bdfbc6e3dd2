import type { Program } from "../program/program.ts";
import type { FieldInput } from "./inputs.ts";
import { firstFault, inputError, linksPerColumn, problemsPerColumn, type SqlLayout } from "./layout.ts";
import type { Numbers } from "./numbers.ts";
import type { Ran } from "./run.ts";
import type { Term, Terms } from "./terms.ts";
import type { SlotValue } from "./value.ts";

export interface Outputs {
  readonly layout: SqlLayout;
  /** The columns of the outermost SELECT behind the key, in the order of the layout. */
  readonly terms: ReadonlyMap<string, Term>;
  /** Parts of a large flow's outputs that are computed as early as possible, so that the columns they are made of can be dropped. */
  readonly parts: readonly Term[];
}

/** Two bits for every field that can have problems, sixteen fields to a column. */
export function problemColumns({ terms }: Numbers, inputs: readonly FieldInput[]): readonly Term[] {
  const digits = inputs
    .filter(({ problems }) => problems.length > 0)
    .map(({ problems }) => {
      const kinds = kindsOf(problems);
      return terms.chooseFirst(
        problems.map(({ when, problem }) => ({ when, gives: terms.count(kinds.indexOf(problem) + 1) })),
        terms.count(0),
      );
    });
  return inGroups(digits, problemsPerColumn).map((group) => weighted(terms, group, 4));
}

const kindsOf = (problems: FieldInput["problems"]) => [...new Set(problems.map(({ problem }) => problem))];

export function collectOutputs(
  numbers: Numbers,
  program: Program,
  inputs: readonly FieldInput[],
  problems: readonly Term[],
  ran: Ran,
  kept: { readonly application: boolean; readonly scores: boolean },
): Outputs {
  const { terms } = numbers;
  const outputs = new Map<string, Term>();
  const add = (name: string, columns: readonly Term[]): void => {
    for (const [index, column] of columns.entries()) outputs.set(`${name}${index}`, column);
  };
  const application = kept.application ? program.applicationSlots : [];
  const scores = kept.scores ? ran.scores.filter(({ inputs: read }) => read.every((slot) => program.applicationSlots.includes(slot))) : [];
  const count = (term: Term): Term => terms.call("count", "toUInt32", term);
  add(
    "r",
    program.runtimeSlots.map((slot) => orNull(terms, ran.memory.slot(slot))),
  );
  const errors = errorParts(terms, ran, problems);
  const links = inGroups(ran.links, linksPerColumn).map((group) =>
    count(
      weighted(
        terms,
        group.map(({ taken }) => taken),
        2,
      ),
    ),
  );
  const reasons = inGroups(ran.reasons, reasonsPerList).map((group) => terms.call("list", "array", ...group));
  outputs.set("error", count(sum(terms, errors)));
  add("problems", problems.map(count));
  add("links", links);
  if (reasons.length > 0) outputs.set("reasons", reasonList(terms, reasons));
  add(
    "a",
    application.flatMap((slot) => inputs[slot.index] ?? []).map(({ value }) => orNull(terms, value)),
  );
  for (const [at, { score, taken }] of scores.entries()) {
    outputs.set(`p${at}`, score);
    if (taken !== undefined) outputs.set(`t${at}`, count(taken));
  }
  const field = ({ name, type }: Program["slots"][number]) => ({ name, type });
  return {
    terms: outputs,
    parts: [errors, links, reasons].flatMap((parts) => (parts.length > 1 ? parts : [])),
    layout: {
      columns: ["k", ...outputs.keys()],
      application: application.map(field),
      runtime: program.runtimeSlots.map(field),
      faults: ran.faults.flat().map(({ code, nodeId }) => ({ code, nodeId })),
      problems: program.applicationSlots.flatMap(({ name, index }) => {
        const kinds = kindsOf(inputs[index]?.problems ?? []);
        return kinds.length === 0 ? [] : [{ field: name, kinds }];
      }),
      links: ran.links.map(({ index }) => ({ index, id: program.links[index]?.id ?? "" })),
      ...(scores.length === 0 ? {} : { scores: scores.map(({ nodeId, taken }) => ({ nodeId, taken: taken !== undefined })) }),
      codes: ran.reasons.length > 0 ? ran.codes : [],
    },
  };
}

function orNull(terms: Terms, value: SlotValue): Term {
  if (!value.mayBeMissing) return value.term;
  if (value.term.kind === "literal") return terms.call(value.kind, value.kind === "text" ? "noText" : "noNumber");
  return value.kind === "text" ? terms.call("text", "orNullText", value.term) : terms.call("number", "orNull", value.term);
}

/** At most one list of faults has one that occurred, and an input with problems is not run, so the numbers can be added. */
function errorParts(terms: Terms, { faults }: Ran, problems: readonly Term[]): readonly Term[] {
  const zero = terms.count(0);
  const isRefused = terms.or(...problems.map((column) => terms.compare("notEquals", column, zero)));
  const parts = [terms.choose(isRefused, terms.count(inputError), zero)];
  let number = firstFault;
  for (const group of inGroups(faults, listsPerChoice)) {
    const branches = group.flat().map(({ when }) => ({ when, gives: terms.count(number++) }));
    parts.push(terms.chooseFirst(branches, zero));
  }
  return parts.filter((part) => part !== zero);
}

/** Small enough that a flow with many faults need not carry a flag for each of them to the end. */
const listsPerChoice = 8;
const reasonsPerList = 8;

function reasonList(terms: Terms, lists: readonly Term[]): Term {
  const [first] = lists;
  const all = first !== undefined && lists.length === 1 ? first : terms.call("list", "arrayConcat", ...lists);
  return terms.call("list", "withoutZeros", all);
}

/** Digits of a number in this base, the first one lowest. */
function weighted(terms: Terms, digits: readonly Term[], base: number): Term {
  return sum(
    terms,
    digits.map((digit, place) => {
      const weight = base ** place;
      if (digit.kind === "literal") return terms.count(Number(digit.value) * weight);
      return weight === 1 ? digit : terms.call("count", "multiply", digit, terms.count(weight));
    }),
  );
}

function sum(terms: Terms, parts: readonly Term[]): Term {
  let known = 0;
  const open: Term[] = [];
  for (const part of parts) {
    if (part.kind === "literal") known += Number(part.value);
    else open.push(part);
  }
  const [first, ...rest] = known === 0 ? open : [terms.count(known), ...open];
  return first === undefined ? terms.count(0) : rest.reduce((total, part) => terms.call("count", "plus", total, part), first);
}

function inGroups<Item>(items: readonly Item[], size: number): readonly (readonly Item[])[] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size));
}

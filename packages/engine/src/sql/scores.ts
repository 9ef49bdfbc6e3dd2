/** What scores share: picking by a match, and adding points. */
import type { Slot } from "../program/parts.ts";
import type { NodeRun } from "./node-run.ts";
import type { Numbers } from "./numbers.ts";
import type { Branch, Term } from "./terms.ts";

/** Picks the value of the first band or entry that matches, else `otherwise`. */
export type Picker = (values: readonly Term[], otherwise: Term) => Term;

/** [SC3] to [SC7] */
export function addPoints(
  run: NodeRun,
  { target, fallback }: { readonly target: Slot; readonly fallback: number | undefined },
  pick: Picker,
  matches: readonly { readonly points: number; readonly reasonCode: string }[],
  runs: Term,
): Term {
  const { numbers, memory } = run;
  const { terms } = numbers;
  const type = target.type === "Integer" ? "Integer" : "Float";
  const amounts = matches.map(({ points }) => points);
  const before = memory.number(target);
  // Without a match and a fallback 0 is added, which leaves the number unchanged: one addition, without a test for a match.
  const { value, faults } = numbers.add(before, numbers.pickLiteral(pick, amounts, fallback ?? 0, type), "+", type);
  const failed = run.fail(faults, runs);
  const guard = terms.and(runs, terms.not(failed));
  const points = numbers.pickLiteral(pick, amounts, fallback, type);
  run.set(target, numbers.choose(numbers.isMissing(before), points, { ...value, mayBeMissing: false }), guard);

  const codes = matches.map(({ reasonCode }) => terms.count(reasonCode === "" ? 0 : run.codeNumber(reasonCode)));
  const reason = terms.choose(guard, pick(codes, terms.count(0)), terms.count(0));
  if (reason !== terms.count(0)) run.giveReason(reason);
  return failed;
}

export function pickFirst({ terms }: Numbers, flags: readonly Term[], values: readonly Term[], otherwise: Term): Term {
  return terms.chooseFirst(
    flags.map((when, index): Branch => ({ when, gives: values[index] ?? otherwise })),
    otherwise,
  );
}

export function tablePicker({ terms }: Numbers, place: Term): Picker {
  return (values, otherwise) => {
    const open = values.flatMap((value, index): Branch[] =>
      value === otherwise ? [] : [{ when: terms.compare("equals", place, terms.count(index + 1)), gives: value }],
    );
    if (open.length <= fewChoices) return terms.chooseFirst(open, otherwise);
    return terms.call(otherwise.type, "pick", place, otherwise, ...values);
  };
}

/** Up to this number, comparisons are faster than a lookup by index. */
const fewChoices = 8;

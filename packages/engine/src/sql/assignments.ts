import type { Assignment, Slot } from "../program/parts.ts";
import type { Worked } from "./numbers.ts";
import type { NodeRun } from "./node-run.ts";
import type { Term } from "./terms.ts";
import type { NumberValue } from "./value.ts";

/** [SE1] One setter after the other, until one fails. */
export function assign(run: NodeRun, assignments: readonly Assignment[], runs: Term): Term {
  const { terms } = run.numbers;
  let failed = terms.never;
  for (const { target, operator, value } of assignments) {
    const guard = terms.and(runs, terms.not(failed));
    const right = run.memory.operand(value);
    if (right.kind === "text") run.set(target, right, guard);
    else failed = terms.or(failed, run.store(target, added(run, target, operator, right), guard));
  }
  return failed;
}

/** [SE2] [SE3] */
function added(run: NodeRun, target: Slot, operator: Assignment["operator"], right: NumberValue): Worked {
  if (operator === "=") return { value: right, faults: [] };
  const type = target.type === "Integer" && right.type === "Integer" ? "Integer" : "Float";
  return run.numbers.add(run.memory.number(target), right, operator === "+=" ? "+" : "-", type);
}

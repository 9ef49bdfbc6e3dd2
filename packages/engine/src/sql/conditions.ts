import type { Comparison, Condition } from "../program/parts.ts";
import type { Memory } from "./memory.ts";
import type { Numbers } from "./numbers.ts";
import type { Comparator, Term } from "./terms.ts";
import type { SlotValue } from "./value.ts";

const comparators: Readonly<Record<"<" | "<=" | ">" | ">=", Comparator>> = {
  "<": "less",
  "<=": "lessOrEquals",
  ">": "greater",
  ">=": "greaterOrEquals",
};

/** [CO1] Any of the groups, all of the group; no group at all always holds. */
export function conditionTerm(numbers: Numbers, condition: Condition, memory: Memory): Term {
  const { terms } = numbers;
  if (condition.length === 0) return terms.always;
  return terms.or(...condition.map((group) => terms.and(...group.map((comparison) => comparisonTerm(numbers, comparison, memory)))));
}

function comparisonTerm(numbers: Numbers, { left, operator, right }: Comparison, memory: Memory): Term {
  const { terms } = numbers;
  const first = memory.slot(left);
  const second = memory.operand(right);
  if (operator === "==") return equality(numbers, first, second);
  if (operator === "!=") return terms.not(equality(numbers, first, second));
  // [CO3] NaN is neither before nor after anything; texts are not ordered, and the lowering has refused to order them.
  if (first.kind === "text" || second.kind === "text") return terms.never;
  return terms.compare(comparators[operator], first.term, second.term);
}

/** [CO4] [CO5] Missing is equal to missing: a plain compare says so of texts, but not of NaN. */
function equality(numbers: Numbers, first: SlotValue, second: SlotValue): Term {
  const { terms } = numbers;
  if (first.kind === "text" && second.kind === "text") return terms.compare("equals", first.term, second.term);
  const bothMissing = terms.and(isMissing(numbers, first), isMissing(numbers, second));
  if (first.kind === "text" || second.kind === "text") return bothMissing;
  return terms.or(terms.compare("equals", first.term, second.term), bothMissing);
}

function isMissing(numbers: Numbers, value: SlotValue): Term {
  if (value.kind === "number") return numbers.isMissing(value);
  return value.mayBeMissing ? numbers.terms.compare("equals", value.term, numbers.terms.missingText) : numbers.terms.never;
}

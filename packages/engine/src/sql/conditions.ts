import type { Comparison, Condition } from "../program/parts.ts";
import { hasKey } from "./lists.ts";
import type { Memory } from "./memory.ts";
import type { Numbers } from "./numbers.ts";
import type { Comparator, Term } from "./terms.ts";
import type { SlotValue } from "./value.ts";

export const comparators: Readonly<Record<"<" | "<=" | ">" | ">=", Comparator>> = {
  "<": "less",
  "<=": "lessOrEquals",
  ">": "greater",
  ">=": "greaterOrEquals",
};

/** [CO1] Any of the groups, all of the group; a condition without groups always holds. */
export function conditionTerm(numbers: Numbers, condition: Condition, memory: Memory): Term {
  const { terms } = numbers;
  if (condition.length === 0) return terms.always;
  return terms.or(...condition.map((group) => terms.and(...group.map((comparison) => comparisonTerm(numbers, comparison, memory)))));
}

function comparisonTerm(numbers: Numbers, comparison: Comparison, memory: Memory): Term {
  const { terms } = numbers;
  const first = memory.slot(comparison.left);
  switch (comparison.operator) {
    case "is missing":
      return isMissing(numbers, first);
    case "between":
      return terms.and(
        terms.compare("greaterOrEquals", first.term, terms.number(comparison.least)),
        terms.compare("lessOrEquals", first.term, terms.number(comparison.greatest)),
      );
    case "in":
      return listTerm(numbers, first, comparison.texts);
    case "not in":
      return terms.not(listTerm(numbers, first, comparison.texts));
    case "in list":
      return hasKey(numbers, memory.lists, comparison.list, first);
    case "not in list":
      return terms.not(hasKey(numbers, memory.lists, comparison.list, first));
    case "contains":
    case "starts with":
      return partTerm(numbers, first, comparison.operator, memory.operand(comparison.right));
    default: {
      const { operator, right } = comparison;
      const second = memory.operand(right);
      if (operator === "==") return equality(numbers, first, second);
      if (operator === "!=") return terms.not(equality(numbers, first, second));
      // [CO3] NaN is neither before nor after anything; texts are not ordered, and the lowering has refused to order them.
      if (first.kind === "text" || second.kind === "text") return terms.never;
      return terms.compare(comparators[operator], first.term, second.term);
    }
  }
}

/** With more texts than this, one lookup is faster than successive comparisons. */
const fewTexts = 3;

/** [CO7] A missing text is equal to none. */
export function listTerm({ terms }: Numbers, { term }: SlotValue, texts: readonly string[]): Term {
  const listed = [...new Set(texts)].map((text) => terms.text(text));
  if (listed.length <= fewTexts || term.kind === "literal") return terms.or(...listed.map((text) => terms.compare("equals", term, text)));
  return terms.compare("notEquals", terms.call("count", "placeIn", term, ...listed), terms.count(0));
}

/** [CO8] Texts are well-formed, so that one is part of the other byte for byte when it is code unit for code unit. */
function partTerm(numbers: Numbers, first: SlotValue, operator: "contains" | "starts with", second: SlotValue): Term {
  const { terms } = numbers;
  if (first.kind !== "text" || second.kind !== "text") return terms.never;
  const present = [first, second].map((value) => terms.not(isMissing(numbers, value)));
  if (second.term === terms.text("")) return terms.and(...present);
  return terms.and(...present, terms.call("flag", operator === "contains" ? "containsText" : "startsWith", first.term, second.term));
}

/** [CO4] [CO5] Missing is equal to missing: a plain comparison is enough for texts, but not for NaN. */
export function equality(numbers: Numbers, first: SlotValue, second: SlotValue): Term {
  const { terms } = numbers;
  if (first.kind === "text" && second.kind === "text") return terms.compare("equals", first.term, second.term);
  const bothMissing = terms.and(isMissing(numbers, first), isMissing(numbers, second));
  if (first.kind === "text" || second.kind === "text") return bothMissing;
  return terms.or(terms.compare("equals", first.term, second.term), bothMissing);
}

export function isMissing(numbers: Numbers, value: SlotValue): Term {
  if (value.kind === "number") return numbers.isMissing(value);
  return value.mayBeMissing ? numbers.terms.compare("equals", value.term, numbers.terms.missingText) : numbers.terms.never;
}

import { compileComparison } from "../compile/condition.ts";
import type { Comparison, Condition, Slot } from "../program/parts.ts";
import { readValue } from "../run/read-slot.ts";
import { shown } from "../shown.ts";
import type { State } from "../run/state.ts";
import type { ExplainedCondition, ExplainedItem, ExplainedRight, ExplainedValue } from "./explained.ts";

export function explainSlot(slot: Slot, state: State): ExplainedValue {
  return { source: slot.source, field: slot.name, value: readValue(state, slot) };
}

export function explainCondition(condition: Condition, state: State): ExplainedCondition {
  const groups = condition.map((group) => group.map((item) => explainItem(item, state)));
  return { groups, holds: groups.length === 0 || groups.some((group) => group.every((item) => item.holds)) };
}

function explainItem(comparison: Comparison, state: State): ExplainedItem {
  const { left, operator } = comparison;
  return { left: explainSlot(left, state), operator, right: explainRight(comparison, state), holds: compileComparison(comparison)(state) };
}

function explainRight(comparison: Comparison, state: State): ExplainedRight {
  const literal = { source: "Literal", field: undefined } as const;
  const { left, operator } = comparison;
  switch (operator) {
    case "is missing":
      return { ...literal, value: undefined };
    case "in":
    case "not in":
      return { ...literal, value: undefined, values: comparison.texts };
    case "in list":
    case "not in list":
      return { ...literal, value: comparison.list.name };
    case "between":
      return { ...literal, value: undefined, values: [shown(left.type, comparison.least), shown(left.type, comparison.greatest)] };
    default: {
      const { right } = comparison;
      return right.kind === "slot" ? explainSlot(right.slot, state) : { ...literal, value: shown(right.type, right.value) };
    }
  }
}

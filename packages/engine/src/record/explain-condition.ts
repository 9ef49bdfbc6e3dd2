import { compileComparison } from "../compile/condition.ts";
import type { Comparison, Condition, Slot } from "../program/parts.ts";
import { readSlot } from "../run/read-slot.ts";
import type { State } from "../run/state.ts";
import type { ExplainedCondition, ExplainedItem, ExplainedValue } from "./explained.ts";

export function explainSlot(slot: Slot, state: State): ExplainedValue {
  return { source: slot.source, field: slot.name, value: readSlot(state, slot) };
}

export function explainCondition(condition: Condition, state: State): ExplainedCondition {
  const groups = condition.map((group) => group.map((item) => explainItem(item, state)));
  return { groups, holds: groups.length === 0 || groups.some((group) => group.every((item) => item.holds)) };
}

function explainItem(comparison: Comparison, state: State): ExplainedItem {
  const { left, operator, right } = comparison;
  return {
    left: explainSlot(left, state),
    operator,
    right: right.kind === "slot" ? explainSlot(right.slot, state) : { source: "Literal", field: undefined, value: right.value },
    holds: compileComparison(comparison)(state),
  };
}

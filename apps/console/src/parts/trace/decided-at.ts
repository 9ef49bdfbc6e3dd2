import type { ExecutionStep, HeldCondition } from "@airlock/contract";
import { itemText } from "./held-text.ts";

/** The node that gave the result its last value, and the condition that led there; absent where there was none. */
export interface DecidedAt {
  readonly label: string;
  readonly because?: string;
}

/** Why a decision came out as it did, for one that has no reason codes: a hard stop, for example. Undefined where no node set the result. */
export function decidedAt(steps: readonly ExecutionStep[], result: string): DecidedAt | undefined {
  const step = steps.findLast(({ changes }) =>
    changes.some(({ source, field, before, after }) => source === "Runtime" && field === result && before !== after),
  );
  if (step === undefined) return undefined;
  const label = step.label === "" ? step.kind : step.label;
  const condition = step.condition ?? conditionBefore(steps, step.nodeId);
  const because = condition === undefined ? undefined : heldText(condition);
  return because === undefined ? { label } : { label, because };
}

/** The condition of the link that led to a node, or to the only nodes before it. A link that is taken otherwise has none to show. */
function conditionBefore(steps: readonly ExecutionStep[], nodeId: string): HeldCondition | undefined {
  const seen = new Set<string>();
  for (let at: string | undefined = nodeId; at !== undefined && !seen.has(at);) {
    seen.add(at);
    const target: string = at;
    const from = steps.findLast(({ links }) => links.some(({ taken, targetId }) => taken && targetId === target));
    const link = from?.links.find(({ taken, targetId }) => taken && targetId === target);
    if (link === undefined || link.otherwise) return undefined;
    if (link.condition !== undefined) return link.condition;
    at = from?.nodeId;
  }
  return undefined;
}

/** "age < 18 (age was 17)": the first group that held, with what the fields were. */
function heldText({ groups }: HeldCondition): string | undefined {
  const group = groups.find((items) => items.every(({ holds }) => holds));
  return group
    ?.map(
      (item) =>
        `${itemText(item)}${item.operator === "==" || item.operator === "is missing" ? "" : ` (${item.left.field} was ${valueText(item.left.value)})`}`,
    )
    .join(" and ");
}

function valueText(value: string | number | boolean | undefined): string {
  return value === undefined ? "missing" : value === "" ? "empty" : String(value);
}

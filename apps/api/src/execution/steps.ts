import type { ExecutionStep, HeldCondition } from "@airlock/contract";
import { explain, type ExplainedCondition, type ExplainedNode, type Plan } from "@airlock/engine";

/** Why a recorded execution went as it did, in the types of the contract, whose arrays are mutable. */
export function stepsOf(plan: Plan, record: string): ExecutionStep[] {
  return explain(plan, record).map(stepOf);
}

function stepOf({ reads, condition, table, changes, reasonCodes, links, ...node }: ExplainedNode): ExecutionStep {
  return {
    ...node,
    reads: [...reads],
    condition: conditionOf(condition),
    ...(table === undefined ? {} : { table: { rows: [...table.rows], inputs: [...table.inputs] } }),
    changes: [...changes],
    reasonCodes: [...reasonCodes],
    links: links.map((link) => ({ ...link, condition: conditionOf(link.condition) })),
  };
}

function conditionOf(condition: ExplainedCondition | undefined): HeldCondition | undefined {
  if (condition === undefined) return undefined;
  const groups = condition.groups.map((items) =>
    items.map(({ right: { values, ...right }, ...item }) => ({
      ...item,
      right: { ...right, ...(values === undefined ? {} : { values: [...values] }) },
    })),
  );
  return { holds: condition.holds, groups };
}

import { compileFrozen, type Plan } from "@airlock/engine";
import { parseDefinition, type Definition } from "@airlock/flow";
import type { Tx } from "@airlock/platform/postgres";
import { sideIn } from "./resource.ts";
import { findDefinitions, type ComparisonRow } from "./store.ts";

interface ComparedFlow {
  readonly definition: Definition;
  readonly behaviour: number;
  readonly plan: Plan;
}

/** Both flows of a comparison, as they were compared. */
export interface ComparedFlows {
  readonly left: ComparedFlow;
  readonly right: ComparedFlow;
}

export async function comparedFlows(tx: Tx, row: ComparisonRow): Promise<ComparedFlows> {
  const { left_definition, right_definition } = await findDefinitions(tx, row.id);
  return {
    left: flowOf(left_definition, sideIn(row.left_side).behaviour),
    right: flowOf(right_definition, sideIn(row.right_side).behaviour),
  };
}

function flowOf(text: string, behaviour: number): ComparedFlow {
  const parsed = parseDefinition(JSON.parse(text));
  const compiled = parsed.ok ? compileFrozen(parsed.definition, behaviour) : undefined;
  // Only flows that compile are compared, and the engine supports every behaviour number.
  if (!parsed.ok || compiled?.ok !== true) throw new Error("A definition that was compared cannot be compiled.");
  return { definition: parsed.definition, behaviour, plan: compiled.plan };
}

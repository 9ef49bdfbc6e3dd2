import { compileFrozen, type Plan } from "@airlock/engine";
import { parseDefinition, type Definition } from "@airlock/flow";

export interface Flow {
  readonly definition: Definition;
  readonly behaviour: number;
  readonly plan: Plan;
}

/** Compiles one of the two flows, as stored by the api. */
export function comparedFlow(text: string, behaviour: number): Flow {
  const parsed = parseDefinition(JSON.parse(text));
  const compiled = parsed.ok ? compileFrozen(parsed.definition, behaviour) : undefined;
  // The api compiled both before it stored them, and the engine supports every behaviour number.
  if (!parsed.ok || compiled?.ok !== true) throw new Error("A definition that is to be compared cannot be compiled.");
  return { definition: parsed.definition, behaviour, plan: compiled.plan };
}

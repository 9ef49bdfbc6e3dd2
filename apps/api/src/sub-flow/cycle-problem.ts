import type { FieldProblem } from "@airlock/contract";
import { usedSolutions, type Definition } from "@airlock/flow";

/** The problem of a definition that has its own solution inside it; the validator does not know whose definition it is. */
export function cycleProblem(definition: Definition, solutionId: string): FieldProblem | undefined {
  if (!usedSolutions(definition).has(solutionId)) return undefined;
  const message = "The solution is used inside itself. Choose versions of other solutions that do not use it.";
  return { field: "subFlows", code: "SUB_FLOW_CYCLE", message };
}

/** Reason codes of a definition, and what they mean in words. */
import type { Definition, ReasonTexts } from "./definition.ts";
import { nodeReasonCodes } from "./kinds/kind-of.ts";

/**
 * The reason codes of nodes of the definition and of its sub-flows, in the order of the nodes, each once. Codes that a model returns are
 * not included.
 */
export function reasonCodesIn(definition: Definition): readonly string[] {
  return [...new Set(codesIn(definition))].filter((code) => code !== "");
}

function codesIn({ solutionDefinition, subFlows = [] }: Definition): readonly string[] {
  return [...solutionDefinition.nodes.flatMap(nodeReasonCodes), ...subFlows.flatMap((one) => codesIn(one.definition))];
}

/** Without empty codes and texts. Undefined where nothing is left, so that definitions without texts stay as they are. */
export function reasonTextsOrNone(texts: ReasonTexts): ReasonTexts | undefined {
  const entries = Object.entries(texts).filter(([code, text]) => code !== "" && text !== "");
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

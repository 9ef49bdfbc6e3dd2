import type { Definition } from "../definition.ts";
import type { SetText } from "../kinds/kind.ts";
import { nodeSetTexts } from "../kinds/kind-of.ts";
import { findSubFlow } from "./sub-flow.ts";

/** The literal texts that runtime fields of the flow may be set to, also by results of sub-flows. A text may be repeated. */
export function setTextsIn(definition: Definition): readonly SetText[] {
  const texts = new Map<string, readonly SetText[]>();
  /** Once for each version, however many nodes call it. */
  const textsOf = (versionId: string, called: Definition): readonly SetText[] => {
    const known = texts.get(versionId) ?? setTextsIn(called);
    texts.set(versionId, known);
    return known;
  };
  return definition.solutionDefinition.nodes.flatMap((node) => {
    const called = node.type === "SubFlow" ? findSubFlow(definition, node.versionId)?.definition : undefined;
    if (node.type !== "SubFlow" || called === undefined) return nodeSetTexts(node);
    const inside = textsOf(node.versionId, called);
    return node.subFlowOutputs.flatMap(({ field: name, resultField }) => {
      const key = called.runtimeDatasetFields.find((field) => field.name === name)?.key;
      return inside.filter((one) => one.key === key).map(({ text }) => ({ key: resultField, text }));
    });
  });
}

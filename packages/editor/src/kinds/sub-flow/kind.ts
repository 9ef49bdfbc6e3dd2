import { limits, listed, type SubFlowNode } from "@airlock/flow";
import type { EditorKind } from "../editor-kind.ts";

export const subFlow: EditorKind<"SubFlow"> = {
  kind: "SubFlow",
  group: "Connect",
  hint: "Runs another solution",
  sentence: (node, fieldName) => {
    if (node.versionId === "") return "Runs nothing yet.";
    const sets = node.subFlowOutputs.flatMap(({ resultField }) => (resultField === "" ? [] : [fieldName("Runtime", resultField)]));
    return `Runs ${node.versionName || "a version of another solution"} and sets ${sets.length === 0 ? "nothing yet" : listed(sets)}.`;
  },
  properties: {
    versionId: { label: "Version id", input: "text", longest: limits.idLength },
    versionName: { label: "Version", input: "text", longest: limits.subFlowNameLength },
  } satisfies EditorKind<SubFlowNode["type"]>["properties"],
};

import { ifFailsChoices, limits, referencesToNames, webCallMethods } from "@airlock/flow";
import { counted } from "../../document/titles.ts";
import type { EditorKind } from "../editor-kind.ts";

export const webCall: EditorKind<"WebCall"> = {
  kind: "WebCall",
  group: "Connect",
  hint: "Calls another service",
  sentence: (node, fieldName) => {
    if (node.url === "") return "No address yet.";
    const kept = node.responseMapping.length === 0 ? "nothing" : counted(node.responseMapping.length, "value");
    const continues = node.ifFails === "continue" ? " If the call fails, default values are used." : "";
    return `${node.method} ${referencesToNames(node.url, fieldName)}, keeps ${kept} of the answer.${continues}`;
  },
  properties: {
    method: { label: "Method", input: "choice", choices: webCallMethods },
    url: { label: "URL", input: "references", longest: limits.urlLength },
    body: { label: "Body", input: "references", longest: limits.bodyLength },
    timeoutMillis: { label: "Time limit in milliseconds", input: "whole", min: limits.timeoutMillisMin, max: limits.timeoutMillisMax },
    ifFails: { label: "If it fails", input: "choice", choices: ifFailsChoices, omitted: "fail" },
    failedField: { label: "Failed field", input: "field", source: "Runtime", types: ["Integer"], omitted: "" },
  },
};

import { fieldSources, limits, type LookupNode } from "@airlock/flow";
import { fieldPhrase } from "../../summary/sentence-parts.ts";
import type { EditorKind } from "../editor-kind.ts";

export const lookup: EditorKind<"Lookup"> = {
  kind: "Lookup",
  group: "Connect",
  hint: "Finds a row in a list",
  sentence: (node, fieldName) => {
    if (node.list === "") return "Looks nothing up yet.";
    const key = fieldPhrase(node.keyDatasource, node.keyField, fieldName);
    const outputs = node.lookupOutputs.map(({ column, resultField }) => `${fieldPhrase("Runtime", resultField, fieldName)} is ${column}`);
    const found = node.foundField === "" ? [] : [`${fieldPhrase("Runtime", node.foundField, fieldName)} says whether it was found`];
    return `Looks up ${key} in ${node.list}. ${sentenceOf([...outputs, ...found])}`.trim();
  },
  properties: {
    list: { label: "List", input: "text", longest: limits.labelLength },
    keyDatasource: { label: "Key source", input: "choice", choices: fieldSources },
    keyField: { label: "Key", input: "field", source: "keyDatasource", types: ["String", "Integer", "Date"] },
    foundField: { label: "Found field", input: "field", source: "Runtime", types: ["Boolean"] },
  } satisfies EditorKind<LookupNode["type"]>["properties"],
};

function sentenceOf(parts: readonly string[]): string {
  return parts.map((part) => `${part}.`).join(" ");
}

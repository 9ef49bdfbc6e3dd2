import { fieldSources, limits, listed, listKeyTypes, type LookupNode } from "@airlock/flow";
import { fieldPhrase } from "../../summary/sentence-parts.ts";
import type { EditorKind } from "../editor-kind.ts";

export const lookup: EditorKind<"Lookup"> = {
  kind: "Lookup",
  group: "Connect",
  hint: "Finds a row in a list",
  sentence: (node, fieldName) => {
    if (node.list === "") return "Looks nothing up yet.";
    const key = fieldPhrase(node.keyDatasource, node.keyField, fieldName);
    const fields = [...node.lookupOutputs.map(({ resultField }) => resultField), node.foundField].filter((one) => one !== "");
    const sets = fields.map((field) => fieldName("Runtime", field));
    return `Looks up ${key} in ${node.list} and sets ${sets.length === 0 ? "nothing yet" : listed(sets)}.`;
  },
  properties: {
    list: { label: "List", input: "text", longest: limits.labelLength },
    keyDatasource: { label: "Key source", input: "choice", choices: fieldSources },
    keyField: { label: "Key", input: "field", source: "keyDatasource", types: listKeyTypes },
    foundField: { label: "Found field", input: "field", source: "Runtime", types: ["Boolean"] },
  } satisfies EditorKind<LookupNode["type"]>["properties"],
};

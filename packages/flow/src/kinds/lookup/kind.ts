import { limits } from "../../limits.ts";
import { fieldSources } from "../../operators.ts";
import { readLookupOutputs } from "../../parse/items.ts";
import { readOf, writeOf } from "../field-uses.ts";
import type { KindDescription } from "../kind.ts";
import { fieldText, plainText } from "../property-texts.ts";
import { checkLookup } from "./check-lookup.ts";
import type { LookupNode } from "./lookup-node.ts";

export type { LookupNode };

export const lookup: KindDescription<LookupNode> = {
  kind: "Lookup",
  typeLabel: "Lookup",
  version: 1,
  hasInPort: true,
  hasOutPort: true,
  defaultColor: "rgb(84,150,74)",
  glyph: [{ d: "M4 6h9M4 11h5M4 16h5" }, { d: "M15.5 17.5a4 4 0 1 0 0-8 4 4 0 0 0 0 8Z" }, { d: "M18.4 16.4L21 19" }],
  width: 150,
  height: 50,
  defaultName: "Untitled",
  defaultLabel: "Lookup",
  defaultProperties: () => ({ list: "", keyDatasource: "Application", keyField: "", lookupOutputs: [], foundField: "" }),
  readProperties: (node) => ({
    list: node.text("list", "", limits.labelLength),
    keyDatasource: node.choice("keyDatasource", fieldSources, "Application"),
    keyField: node.reference("keyField"),
    lookupOutputs: readLookupOutputs(node, "lookupOutputs"),
    foundField: node.reference("foundField"),
  }),
  uses: (node) => [
    // A key that is missing is simply not found.
    ...readOf(node.keyDatasource, node.keyField, node.foundField !== ""),
    ...node.lookupOutputs.flatMap(({ resultField }) => writeOf("Runtime", resultField, true, undefined)),
    ...writeOf("Runtime", node.foundField, true, []),
  ],
  lists: ({ list }) => (list === "" ? [] : [list]),
  check: checkLookup,
  condition: () => [],
  effect: { name: "none" },
  matching: undefined,
  numbers: () => [],
  withoutNoise: (node) => node,
  propertyTexts: {
    list: (node, fieldName) => plainText(node.list, fieldName),
    keyDatasource: (node, fieldName) => plainText(node.keyDatasource, fieldName),
    keyField: (node, fieldName) => fieldText(node.keyDatasource, node.keyField, fieldName),
    lookupOutputs: (node, fieldName) =>
      node.lookupOutputs.map(({ column, resultField }) => `${fieldText("Runtime", resultField, fieldName)} = ${column}`),
    foundField: (node, fieldName) => fieldText("Runtime", node.foundField, fieldName),
  },
  summary: (node, fieldName) => {
    if (node.list === "") return "No list chosen yet";
    const keyText = node.keyField === "" ? "no key yet" : `by ${fieldName(node.keyDatasource, node.keyField)}`;
    // The label above already shows the list.
    return node.label === node.list ? keyText : `${node.list}, ${keyText}`;
  },
};

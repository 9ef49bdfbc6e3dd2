import { limits } from "../../limits.ts";
import { readSubFlowInputs, readSubFlowOutputs } from "../../parse/items.ts";
import { readOf, writeOf } from "../field-uses.ts";
import type { KindDescription } from "../kind.ts";
import { fieldText, plainText } from "../property-texts.ts";
import { checkSubFlow } from "./check-sub-flow.ts";
import type { SubFlowNode } from "./sub-flow-node.ts";

export type { SubFlowNode };

export const subFlow: KindDescription<SubFlowNode> = {
  kind: "SubFlow",
  typeLabel: "Sub-flow",
  version: 1,
  hasInPort: true,
  hasOutPort: true,
  defaultColor: "rgb(96,104,176)",
  glyph: [{ d: "M3 5h18v14H3z" }, { d: "M6.5 12h3M14.5 12h3" }, { d: "M9.5 9.5h5v5h-5z" }],
  width: 150,
  height: 50,
  defaultName: "Untitled",
  defaultLabel: "Sub-flow",
  defaultProperties: () => ({ versionId: "", versionName: "", subFlowInputs: [], subFlowOutputs: [] }),
  readProperties: (node) => ({
    versionId: node.text("versionId", "", limits.idLength),
    versionName: node.text("versionName", "", limits.subFlowNameLength),
    subFlowInputs: readSubFlowInputs(node, "subFlowInputs"),
    subFlowOutputs: readSubFlowOutputs(node, "subFlowOutputs"),
  }),
  uses: (node) => [
    // Whether a value may be missing, and whether a result is always set, depends on the version: see `usesIn` of the validator.
    ...node.subFlowInputs.flatMap(({ datasource, fieldKey }) => readOf(datasource, fieldKey, true)),
    ...node.subFlowOutputs.flatMap(({ resultField }) => writeOf("Runtime", resultField, true, undefined)),
  ],
  check: checkSubFlow,
  condition: () => [],
  effect: { name: "none" },
  matching: undefined,
  numbers: () => [],
  withoutNoise: (node) => node,
  propertyTexts: {
    versionId: (node, fieldName) => plainText(node.versionId, fieldName),
    versionName: (node, fieldName) => plainText(node.versionName, fieldName),
    subFlowInputs: (node, fieldName) =>
      node.subFlowInputs.map(
        ({ field, datasource, fieldKey }) =>
          `${field} = ${datasource === "Literal" ? fieldKey : fieldText(datasource, fieldKey, fieldName)}`,
      ),
    subFlowOutputs: (node, fieldName) =>
      node.subFlowOutputs.map(({ field, resultField }) => `${fieldText("Runtime", resultField, fieldName)} = ${field}`),
  },
  summary: (node) => {
    if (node.versionId === "") return "No version chosen yet";
    return node.versionName === "" ? "A version of another solution" : node.versionName;
  },
};

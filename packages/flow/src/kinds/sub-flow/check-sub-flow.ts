import type { DatasetField, SubFlowInput } from "../../node-parts.ts";
import { typeFits } from "../../operators.ts";
import type { CalledFlow } from "../../sub-flows/sub-flow.ts";
import { aType, type Check } from "../../validate/check.ts";
import type { SubFlowNode } from "./sub-flow-node.ts";

/** The mapping alone: how deep and how large sub-flows are is for `validate/check-sub-flows.ts`. */
export function checkSubFlow(node: SubFlowNode, check: Check): void {
  const called = node.versionId === "" ? undefined : check.subFlow(node.versionId);
  if (node.versionId === "") check.report("SUB_FLOW_UNSET", { node: check.title }, "versionId");
  else if (called === undefined) check.report("SUB_FLOW_UNKNOWN", { node: check.title, version: node.versionName }, "versionId");
  checkInputs(node, called, check);
  checkOutputs(node, called, check);
}

function checkInputs(node: SubFlowNode, called: CalledFlow | undefined, check: Check): void {
  const fields = called?.definition.applicationDatasetFields;
  const seen = new Set<string>();
  for (const [row, input] of node.subFlowInputs.entries()) {
    const what = `input ${row + 1}`;
    const target = findField(input.field, { what, property: "subFlowInputs", row }, called, fields, check);
    if (input.field !== "" && seen.has(input.field)) {
      check.report("SUB_FLOW_INPUT_TWICE", { node: check.title, field: input.field }, "subFlowInputs", row);
    }
    seen.add(input.field);
    checkSource(input, target, what, row, check);
  }
  const unmapped = (fields ?? []).filter(({ name, required }) => required && !seen.has(name));
  if (unmapped.length > 0) {
    check.report("SUB_FLOW_INPUT_MISSING", { node: check.title, fields: unmapped.map(({ name }) => name) }, "subFlowInputs");
  }
}

/** The value of an input must have the type of its field. */
function checkSource(input: SubFlowInput, target: DatasetField | undefined, what: string, row: number, check: Check): void {
  const { datasource, fieldKey } = input;
  if (datasource === "Literal") {
    if (target !== undefined) check.literal(fieldKey, target.type, target.name, what, "subFlowInputs", row);
    return;
  }
  const source = check.field(datasource, fieldKey, what, "subFlowInputs", row);
  if (source === undefined || target === undefined) return;
  if (!typeFits(source.type, target.type)) {
    const types = { type: aType[source.type], wanted: aType[target.type] };
    check.report("SUB_FLOW_TYPE", { where: check.where, what, from: source.name, to: target.name, ...types }, "subFlowInputs", row);
  } else if (target.required && datasource === "Application" && !source.required) {
    check.report("SUB_FLOW_INPUT_OPTIONAL", { where: check.where, field: source.name, target: target.name }, "subFlowInputs", row);
  }
}

function checkOutputs(node: SubFlowNode, called: CalledFlow | undefined, check: Check): void {
  const fields = called?.definition.runtimeDatasetFields;
  if (node.subFlowOutputs.length === 0) check.report("SUB_FLOW_WITHOUT_OUTPUT", { node: check.title }, "subFlowOutputs");
  const seen = new Set<string>();
  for (const [row, { field: name, resultField }] of node.subFlowOutputs.entries()) {
    const what = `output ${row + 1}`;
    const source = findField(name, { what, property: "subFlowOutputs", row }, called, fields, check);
    const target = check.field("Runtime", resultField, what, "subFlowOutputs", row);
    if (target === undefined) continue;
    if (seen.has(resultField)) check.report("SUB_FLOW_OUTPUT_TWICE", { node: check.title, field: target.name }, "subFlowOutputs", row);
    seen.add(resultField);
    if (source === undefined || typeFits(source.type, target.type)) continue;
    const types = { type: aType[source.type], wanted: aType[target.type] };
    check.report("SUB_FLOW_TYPE", { where: check.where, what, from: source.name, to: target.name, ...types }, "subFlowOutputs", row);
  }
}

/** A field of the sub-flow that must have been chosen and exist. */
function findField(
  name: string,
  { what, property, row }: { readonly what: string; readonly property: string; readonly row: number },
  called: CalledFlow | undefined,
  fields: readonly DatasetField[] | undefined,
  check: Check,
): DatasetField | undefined {
  const found = fields?.find((field) => field.name === name);
  if (name === "") check.report("SUB_FLOW_FIELD_UNSET", { where: check.where, what }, property, row);
  else if (called !== undefined && found === undefined) {
    const details = { where: check.where, what, field: name, solution: called.solutionName };
    check.report("SUB_FLOW_FIELD_UNKNOWN", details, property, row);
  }
  return found;
}

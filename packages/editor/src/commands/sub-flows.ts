import {
  findSubFlow,
  kinds,
  typeFits,
  type DatasetField,
  type SubFlow,
  type SubFlowInput,
  type SubFlowNode,
  type SubFlowOutput,
} from "@airlock/flow";
import { putNodes } from "../document/edit-document.ts";
import type { FlowDocument } from "../document/flow-document.ts";
import { nodeTitle } from "../document/titles.ts";
import { freeFieldName } from "../rules/field-name-rules.ts";
import { refusal } from "../rules/refusal.ts";
import { combine } from "./combine.ts";
import { done, refused, type Command } from "./command.ts";
import { addField } from "./fields.ts";
import { replaceRows } from "./rows.ts";

/**
 * Chooses the version that a Sub-flow node runs, or replaces it. Fields of the same name are mapped, and required fields without a match
 * get a row to fill in. Another version of the same solution keeps all rows: a field that it does not have is then a finding, not a mapping
 * that is silently lost.
 */
export function chooseSubFlow(nodeId: string, subFlow: SubFlow): Command {
  return (document) => {
    const node = document.nodes.get(nodeId);
    if (node === undefined) return refused(refusal("NODE_GONE"));
    if (node.type !== "SubFlow") return refused(refusal("KIND_DIFFERS", { wanted: kinds.SubFlow.typeLabel }));
    const before = findSubFlow(document, node.versionId);
    const isNamedByDefault = [kinds.SubFlow.defaultLabel, before?.solutionName, ""].includes(node.label);
    const isUpdate = before?.solutionId === subFlow.solutionId;
    const changed: SubFlowNode = {
      ...node,
      label: isNamedByDefault ? subFlow.solutionName : node.label,
      versionId: subFlow.versionId,
      versionName: `${subFlow.solutionName} ${subFlow.name}`,
      subFlowInputs: inputsFor(node, subFlow, document, isUpdate),
      subFlowOutputs: outputsFor(node, subFlow, document, isUpdate),
    };
    const others = document.subFlows.filter(({ versionId }) => versionId !== subFlow.versionId);
    const after = putNodes({ ...document, subFlows: [...others, subFlow] }, [changed]);
    return done(`${isUpdate ? "Update" : "Choose"} version of ${nodeTitle(node)}`, after);
  };
}

function inputsFor(
  { subFlowInputs }: SubFlowNode,
  { definition }: SubFlow,
  document: FlowDocument,
  keepsAll: boolean,
): readonly SubFlowInput[] {
  const fields = definition.applicationDatasetFields;
  const kept = subFlowInputs.filter(({ field }) => keepsAll || fields.some(({ name }) => name === field));
  const added = fields.flatMap((field): readonly SubFlowInput[] => {
    if (kept.some((input) => input.field === field.name)) return [];
    const row = inputFor(field, document);
    return row.fieldKey !== "" || field.required ? [row] : [];
  });
  return [...kept, ...added];
}

/** From the field of the same name, if there is one that fits. */
function inputFor({ name, type }: DatasetField, document: FlowDocument): SubFlowInput {
  const fits = (field: DatasetField): boolean => field.name === name && typeFits(field.type, type);
  const application = document.applicationFields.find(fits);
  const runtime = document.runtimeFields.find(fits);
  if (application === undefined && runtime !== undefined) return { field: name, datasource: "Runtime", fieldKey: runtime.key };
  return { field: name, datasource: "Application", fieldKey: application?.key ?? "" };
}

/** Results are mapped by name only if none is mapped yet: most callers need only a few of them. */
function outputsFor(
  { subFlowOutputs }: SubFlowNode,
  { definition }: SubFlow,
  document: FlowDocument,
  keepsAll: boolean,
): readonly SubFlowOutput[] {
  const fields = definition.runtimeDatasetFields;
  const kept = subFlowOutputs.filter(({ field }) => keepsAll || fields.some(({ name }) => name === field));
  if (kept.length > 0) return kept;
  return fields.flatMap(({ name, type }): readonly SubFlowOutput[] => {
    const target = document.runtimeFields.find((field) => field.name === name && typeFits(type, field.type));
    return target === undefined ? [] : [{ field: name, resultField: target.key }];
  });
}

/** The fields of the sub-flow that no input of the node sets yet. */
export function unmappedInputs(node: SubFlowNode, called: SubFlow | undefined): readonly DatasetField[] {
  const mapped = new Set(node.subFlowInputs.map(({ field }) => field));
  return called?.definition.applicationDatasetFields.filter(({ name }) => !mapped.has(name)) ?? [];
}

/** The results of the sub-flow that no output of the node reads yet. */
export function unmappedOutputs(node: SubFlowNode, called: SubFlow | undefined): readonly DatasetField[] {
  const mapped = new Set(node.subFlowOutputs.map(({ field }) => field));
  return called?.definition.runtimeDatasetFields.filter(({ name }) => !mapped.has(name)) ?? [];
}

/** Adds an input for each of these fields of the sub-flow, from the field of the same name where there is one. */
export function addInputs(node: SubFlowNode, fields: readonly DatasetField[]): Command {
  return (document) => {
    const rows = [...node.subFlowInputs, ...fields.map((field) => inputFor(field, document))];
    return replaceRows({ node: node.id }, "subFlowInputs", rows, "Add the inputs of")(document);
  };
}

/** Adds an output for each of these results, as one step: into the runtime field of the same name, or into a new one. */
export function addOutputs(node: SubFlowNode, fields: readonly DatasetField[], newId: () => string): Command {
  return (document) => {
    const runtime = [...document.runtimeFields];
    const set = new Set(node.subFlowOutputs.map(({ resultField }) => resultField));
    const created: Command[] = [];
    const outputs = fields.map(({ name, type }): SubFlowOutput => {
      const known = runtime.find((field) => field.name === name && !set.has(field.key) && typeFits(type, field.type));
      const target = known ?? newField(name, type);
      set.add(target.key);
      return { field: name, resultField: target.key };
    });
    const rows = replaceRows({ node: node.id }, "subFlowOutputs", [...node.subFlowOutputs, ...outputs], "Add the outputs of");
    return combine(`Add the outputs of ${nodeTitle(node)}`, [...created, rows])(document);

    function newField(wanted: string, type: DatasetField["type"]): DatasetField {
      const name = freeFieldName({ ...document, runtimeFields: runtime }, "Runtime", wanted);
      const field = { key: newId(), name, type, required: false };
      runtime.push(field);
      created.push(addField("Runtime", field));
      return field;
    }
  };
}

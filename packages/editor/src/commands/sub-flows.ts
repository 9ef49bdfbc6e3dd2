import { kinds, typeFits, type DatasetField, type SubFlow, type SubFlowInput, type SubFlowNode, type SubFlowOutput } from "@airlock/flow";
import { putNodes } from "../document/edit-document.ts";
import type { FlowDocument } from "../document/flow-document.ts";
import { nodeTitle } from "../document/titles.ts";
import { refusal } from "../rules/refusal.ts";
import { done, refused, type Command } from "./command.ts";

/**
 * Chooses the version that a Sub-flow node runs, also in place of another one: rows for fields that the version has stay, and fields of the same
 * name are mapped. What it requires and no field fits gets a row to fill in.
 */
export function chooseSubFlow(nodeId: string, subFlow: SubFlow): Command {
  return (document) => {
    const node = document.nodes.get(nodeId);
    if (node === undefined) return refused(refusal("NODE_GONE"));
    if (node.type !== "SubFlow") return refused(refusal("KIND_DIFFERS", { wanted: kinds.SubFlow.typeLabel }));
    const before = document.subFlows.find(({ versionId }) => versionId === node.versionId);
    const isNamedByDefault = [kinds.SubFlow.defaultLabel, before?.solutionName, ""].includes(node.label);
    const changed: SubFlowNode = {
      ...node,
      label: isNamedByDefault ? subFlow.solutionName : node.label,
      versionId: subFlow.versionId,
      versionName: `${subFlow.solutionName} ${subFlow.name}`,
      subFlowInputs: inputsFor(node, subFlow, document),
      subFlowOutputs: outputsFor(node, subFlow, document),
    };
    const others = document.subFlows.filter(({ versionId }) => versionId !== subFlow.versionId);
    const after = putNodes({ ...document, subFlows: [...others, subFlow] }, [changed]);
    return done(`Change version of ${nodeTitle(node)}`, withoutUnused(after));
  };
}

function inputsFor({ subFlowInputs }: SubFlowNode, { definition }: SubFlow, document: FlowDocument): readonly SubFlowInput[] {
  const fields = definition.applicationDatasetFields;
  const kept = subFlowInputs.filter(({ field }) => fields.some(({ name }) => name === field));
  const added = fields.flatMap((field): readonly SubFlowInput[] => {
    if (kept.some((input) => input.field === field.name)) return [];
    const application = named(document.applicationFields, field.name, ({ type }) => typeFits(type, field.type));
    const runtime = named(document.runtimeFields, field.name, ({ type }) => typeFits(type, field.type));
    if (application !== undefined) return [{ field: field.name, datasource: "Application", fieldKey: application.key }];
    if (runtime !== undefined) return [{ field: field.name, datasource: "Runtime", fieldKey: runtime.key }];
    return field.required ? [{ field: field.name, datasource: "Application", fieldKey: "" }] : [];
  });
  return [...kept, ...added];
}

/** Results are mapped by name only where none is mapped yet: most callers want a few of them. */
function outputsFor({ subFlowOutputs }: SubFlowNode, { definition }: SubFlow, document: FlowDocument): readonly SubFlowOutput[] {
  const fields = definition.runtimeDatasetFields;
  const kept = subFlowOutputs.filter(({ field }) => fields.some(({ name }) => name === field));
  if (kept.length > 0) return kept;
  return fields.flatMap(({ name, type }): readonly SubFlowOutput[] => {
    const target = named(document.runtimeFields, name, (field) => typeFits(type, field.type));
    return target === undefined ? [] : [{ field: name, resultField: target.key }];
  });
}

function named(fields: readonly DatasetField[], name: string, fits: (field: DatasetField) => boolean): DatasetField | undefined {
  return fields.find((field) => field.name === name && fits(field));
}

function withoutUnused(document: FlowDocument): FlowDocument {
  const used = new Set(document.nodes.toArray().flatMap((node) => (node.type === "SubFlow" ? [node.versionId] : [])));
  return { ...document, subFlows: document.subFlows.filter(({ versionId }) => used.has(versionId)) };
}

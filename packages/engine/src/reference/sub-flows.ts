import { findSubFlow, type Definition, type FieldSource, type SubFlowNode } from "@airlock/flow";
import type { Memory, Typed } from "./memory.ts";
import { store } from "./numbers.ts";

/** [SF2] Fills the application fields of a sub-flow; every field of it is missing before. */
export function fillInputs({ subFlowInputs }: SubFlowNode, outer: Memory, inner: Memory, called: Definition): string | undefined {
  for (const { field: name, datasource, fieldKey } of subFlowInputs) {
    const field = called.applicationDatasetFields.find((one) => one.name === name);
    if (field === undefined) throw new Error(`The sub-flow has no field ${name}; the validator lets no such definition through`);
    const failure = copy(outer.operand(datasource, fieldKey, field.type), inner, "Application", field.key);
    if (failure !== undefined) return failure;
  }
  const isComplete = called.applicationDatasetFields.every(({ key, required }) => !required || inner.get("Application", key) !== undefined);
  return isComplete ? undefined : "SUB_FLOW_INPUT_MISSING";
}

/** [SF4] */
export function storeResults({ id, subFlowOutputs }: SubFlowNode, memory: Memory): string | undefined {
  const { inner, called } = memory.subFlow(id);
  for (const { field: name, resultField } of subFlowOutputs) {
    const field = called.runtimeDatasetFields.find((one) => one.name === name);
    if (field === undefined) throw new Error(`The sub-flow has no field ${name}; the validator lets no such definition through`);
    const failure = copy({ type: field.type, value: inner.get("Runtime", field.key) }, memory, "Runtime", resultField);
    if (failure !== undefined) return failure;
  }
  return undefined;
}

/** [SE2] [SE5] */
function copy({ type, value }: Typed, to: Memory, source: FieldSource, key: string): string | undefined {
  const target = to.type(source, key);
  if (typeof value !== "number" || (type !== "Integer" && type !== "Float")) {
    to.set(source, key, value);
    return undefined;
  }
  const stored = store(value, type, target);
  if (typeof stored === "string") return stored;
  to.set(source, key, stored);
  return undefined;
}

/** The definition of the version that a node calls. */
export function calledBy(node: SubFlowNode, definition: Definition): Definition {
  const called = findSubFlow(definition, node.versionId);
  if (called === undefined) throw new Error(`There is no sub-flow ${node.versionId}; the validator lets no such definition through`);
  return called.definition;
}

/** [SF6] The nodes that call sub-flows, by their ids. */
export function callsIn({ solutionDefinition }: Definition): readonly SubFlowNode[] {
  return solutionDefinition.nodes.filter((node) => node.type === "SubFlow").toSorted((one, other) => (one.id < other.id ? -1 : 1));
}

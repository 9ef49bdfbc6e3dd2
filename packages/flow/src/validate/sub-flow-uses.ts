/** What Sub-flow nodes read and write, which depends on the version that they run. */
import type { Definition, FlowNode } from "../definition.ts";
import { readOf, writeOf } from "../kinds/field-uses.ts";
import type { FieldUse } from "../kinds/kind.ts";
import { nodeUses } from "../kinds/kind-of.ts";
import { findSubFlow } from "../sub-flows/sub-flow.ts";
import { Fields } from "./fields.ts";
import { findFlowState } from "./flow-state.ts";
import { makeGraph } from "./graph.ts";

/** The uses of a node of a definition: an input for a required field must not be missing, and an output is set if the sub-flow sets it. */
export function usesIn(definition: Definition): (node: FlowNode) => readonly FieldUse[] {
  return (node) => {
    const called = node.type === "SubFlow" ? findSubFlow(definition, node.versionId)?.definition : undefined;
    if (node.type !== "SubFlow" || called === undefined) return nodeUses(node);
    const required = new Set(called.applicationDatasetFields.flatMap((field) => (field.required ? [field.name] : [])));
    const set = surelySet(called);
    return [
      ...node.subFlowInputs.flatMap(({ field, datasource, fieldKey }) => readOf(datasource, fieldKey, !required.has(field))),
      ...node.subFlowOutputs.flatMap(({ field, resultField }) => writeOf("Runtime", resultField, set.has(field), undefined)),
    ];
  };
}

/** Definitions are never changed, and an editor validates the same sub-flows again with every change of the flow. */
const known = new WeakMap<Definition, ReadonlySet<string>>();

/** The names of the runtime fields that every completed execution of a flow sets. */
function surelySet(flow: Definition): ReadonlySet<string> {
  const found = known.get(flow);
  if (found !== undefined) return found;
  const fields = new Fields(flow);
  const state = findFlowState(makeGraph(flow.solutionDefinition, usesIn(flow)), fields);
  const set = state.setAtEnd();
  const names = new Set(fields.list.flatMap(({ source, name }, place) => (source === "Runtime" && set.has(place) ? [name] : [])));
  known.set(flow, names);
  return names;
}

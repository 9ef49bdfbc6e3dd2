import type { ExecutionEvent, TableOfNode, Value, ValuesByName } from "@airlock/engine";
import { inlined, type Definition, type FlowNode, type InlinedPart, type SubFlowInput } from "@airlock/flow";
import { literalOf, type RunValues } from "./condition-results.ts";

type Owner = { readonly node: string } | { readonly linkFrom: string };

/** The values that a node had in a run. */
export interface NodeRun extends RunValues {
  /** The runtime values when it was left. Absent where it failed. */
  readonly after?: ValuesByName;
  /** Of a Decision Table: the values of its input columns, by formula. */
  readonly columns?: ReadonlyMap<string, { readonly value?: Value }>;
}

/** The values that conditions had in a run: a rule's when it was triggered, a link's when its source was left. */
export type ValuesAt = (owner: Owner) => NodeRun | undefined;

interface RunDetails {
  readonly linksTaken?: readonly string[];
  /** Of Decision Tables, by node id. */
  readonly columns?: ReadonlyMap<string, NonNullable<NodeRun["columns"]>>;
  /** The definition that ran: nodes inside its sub-flows had other application values. */
  readonly definition?: Definition;
}

export function valuesAt(
  events: readonly ExecutionEvent[],
  application: RunValues["application"],
  { linksTaken, columns = new Map(), definition }: RunDetails = {},
): ValuesAt {
  const applicationAt = scopes(application, definition);
  const taken = linksTaken === undefined ? {} : { linksTaken: new Set(linksTaken) };
  const triggered = new Map<string, NodeRun>();
  const left = new Map<string, RunValues>();
  for (const { id, action, runtimeData } of events) {
    const own = columns.get(id);
    const values = { application: applicationAt(id, runtimeData), runtime: runtimeData, ...taken };
    if (action === "triggered") triggered.set(id, { ...values, ...(own === undefined ? {} : { columns: own }) });
    if (action !== "left") continue;
    left.set(id, values);
    const before = triggered.get(id);
    if (before !== undefined) triggered.set(id, { ...before, after: runtimeData });
  }
  return (owner) => ("node" in owner ? triggered.get(owner.node) : left.get(owner.linkFrom));
}

/** The application values of each event's flow: of a sub-flow, what its inputs were set to when it began. */
function scopes(
  application: RunValues["application"],
  definition: Definition | undefined,
): (eventId: string, runtime: ValuesByName) => RunValues["application"] {
  const nodes = new Map<string, InlinedPart<FlowNode>>();
  if (definition?.subFlows !== undefined) for (const node of inlined(definition).nodes) nodes.set(node.id, node);
  /** By path: with the runtime values after the last event. */
  const known = new Map<string, RunValues>();
  const scopeAt = (path: string): RunValues => {
    const found = known.get(path);
    if (found !== undefined) return found;
    const call = nodes.get(path.slice(0, -1));
    const begun = { application: call === undefined ? application : inputsOf(call, scopeAt(call.path)), runtime: {} };
    known.set(path, begun);
    return begun;
  };
  return (eventId, runtime) => {
    const path = eventId.slice(0, eventId.lastIndexOf("/") + 1);
    const scope = scopeAt(path);
    known.set(path, { ...scope, runtime });
    return scope.application;
  };
}

function inputsOf({ part, definition }: InlinedPart<FlowNode>, outer: RunValues): ValuesByName {
  if (part.type !== "SubFlow") return {};
  const called = definition.subFlows?.find(({ versionId }) => versionId === part.versionId)?.definition;
  const valueOf = ({ field, datasource, fieldKey }: SubFlowInput): Value => {
    if (datasource === "Literal") {
      const type = called?.applicationDatasetFields.find(({ name }) => name === field)?.type ?? "String";
      return literalOf(fieldKey, type);
    }
    const isApplication = datasource === "Application";
    const fields = isApplication ? definition.applicationDatasetFields : definition.runtimeDatasetFields;
    const values = isApplication ? outer.application : outer.runtime;
    const name = fields.find(({ key }) => key === fieldKey)?.name;
    return name !== undefined && Object.hasOwn(values, name) ? values[name] : undefined;
  };
  const entries = part.subFlowInputs.flatMap((input) => {
    const value = valueOf(input);
    return value === undefined ? [] : [[input.field, value] as const];
  });
  return Object.fromEntries(entries);
}

type TableInputs = Pick<TableOfNode, "nodeId"> & { readonly inputs: readonly { readonly value?: Value }[] };

/** By table and the formula of its column, so that columns which are moved after the run keep their values. */
export function columnValues(definition: Definition, tables: readonly TableInputs[]): ReadonlyMap<string, NonNullable<NodeRun["columns"]>> {
  const nodes = new Map(inlined(definition).nodes.map(({ id, part }) => [id, part]));
  return new Map(
    tables.flatMap(({ nodeId, inputs }) => {
      const node = nodes.get(nodeId);
      if (node?.type !== "DecisionTable") return [];
      const known = node.inputColumns.flatMap(({ formula }, at) => {
        const input = inputs[at];
        return input === undefined ? [] : [[formula, input] as const];
      });
      return [[nodeId, new Map(known)] as const];
    }),
  );
}

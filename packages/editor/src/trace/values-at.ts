import type { ExecutionEvent, TableOfNode, Value, ValuesByName } from "@airlock/engine";
import type { Definition } from "@airlock/flow";
import type { RunValues } from "./condition-results.ts";

type Owner = { readonly node: string } | { readonly linkFrom: string };

/** The values that a node had in a run. */
export interface NodeRun extends RunValues {
  /** The runtime values when it was left. Absent where it failed. */
  readonly after?: ValuesByName;
  /** Of a Decision Table: what its input columns came to, by formula. */
  readonly columns?: ReadonlyMap<string, { readonly value?: Value }>;
}

/** The values that conditions had in a run: a rule's when it was triggered, a link's when its source was left. */
export type ValuesAt = (owner: Owner) => NodeRun | undefined;

interface RunDetails {
  readonly linksTaken?: readonly string[];
  /** Of Decision Tables, by node id. */
  readonly columns?: ReadonlyMap<string, NonNullable<NodeRun["columns"]>>;
}

export function valuesAt(
  events: readonly ExecutionEvent[],
  application: RunValues["application"],
  { linksTaken, columns = new Map() }: RunDetails = {},
): ValuesAt {
  const taken = linksTaken === undefined ? {} : { linksTaken: new Set(linksTaken) };
  const triggered = new Map<string, NodeRun>();
  const left = new Map<string, RunValues>();
  for (const { id, action, runtimeData } of events) {
    const own = columns.get(id);
    const values = { application, runtime: runtimeData, ...taken };
    if (action === "triggered") triggered.set(id, { ...values, ...(own === undefined ? {} : { columns: own }) });
    if (action !== "left") continue;
    left.set(id, values);
    const before = triggered.get(id);
    if (before !== undefined) triggered.set(id, { ...before, after: runtimeData });
  }
  return (owner) => ("node" in owner ? triggered.get(owner.node) : left.get(owner.linkFrom));
}

type TableInputs = Pick<TableOfNode, "nodeId"> & { readonly inputs: readonly { readonly value?: Value }[] };

/** By table and the formula of its column, so that columns which are moved after the run keep their values. */
export function columnValues(
  { solutionDefinition }: Definition,
  tables: readonly TableInputs[],
): ReadonlyMap<string, NonNullable<NodeRun["columns"]>> {
  const nodes = new Map(solutionDefinition.nodes.map((node) => [node.id, node]));
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

import type { DecisionTableNode, Definition, FlowNode } from "@airlock/flow";

/**
 * The changes of a definition since an earlier one. Definitions of one editor share unchanged parts, so parts are compared by reference; of
 * a Decision Table only new rows are included. Plain data, to be posted to a worker.
 */
export interface DefinitionPatch {
  /** Parts that are whole and new; nodes are separate. */
  readonly changed: Partial<Definition>;
  readonly unchanged: readonly (keyof Definition)[];
  readonly nodes: readonly NodePatch[];
}

/** The index of a node that is the same as before, a table with other rows, or a node. */
type NodePatch = number | TablePatch | FlowNode;

interface TablePatch {
  readonly table: Omit<DecisionTableNode, "tableRows">;
  /** The index of the earlier table. */
  readonly before: number;
  /** Rows from here on are replaced, this many, by these. */
  readonly from: number;
  readonly removed: number;
  readonly rows: DecisionTableNode["tableRows"];
}

export function patchOf(before: Definition | undefined, after: Definition): DefinitionPatch {
  const { nodes } = after.solutionDefinition;
  const keys = Object.keys(after) as (keyof Definition)[]; // of a value of this type
  const unchanged = before === undefined ? [] : keys.filter((key) => key !== "solutionDefinition" && before[key] === after[key]);
  const changed = Object.fromEntries(Object.entries(after).filter(([key]) => !(unchanged as readonly string[]).includes(key)));
  const earlier = new Map(before?.solutionDefinition.nodes.map((node, index) => [node.id, { node, index }]));
  return {
    changed: { ...changed, solutionDefinition: { ...after.solutionDefinition, nodes: [] } },
    unchanged,
    nodes: nodes.map((node) => nodePatch(node, earlier.get(node.id))),
  };
}

function nodePatch(node: FlowNode, earlier: { readonly node: FlowNode; readonly index: number } | undefined): NodePatch {
  if (node === earlier?.node) return earlier.index;
  if (node.type !== "DecisionTable" || earlier?.node.type !== "DecisionTable") return node;
  const { tableRows, ...table } = node;
  const old = earlier.node.tableRows;
  const shorter = Math.min(tableRows.length, old.length);
  let from = 0;
  while (from < shorter && tableRows[from] === old[from]) from += 1;
  let same = 0;
  while (same < shorter - from && tableRows.at(-1 - same) === old.at(-1 - same)) same += 1;
  return { table, before: earlier.index, from, removed: old.length - same - from, rows: tableRows.slice(from, tableRows.length - same) };
}

/** The definition that the patch describes, with everything else from the earlier one. */
export function patched(before: Definition | undefined, { changed, unchanged, nodes }: DefinitionPatch): Definition {
  const known = Object.fromEntries(unchanged.map((key) => [key, before?.[key]]));
  const definition = { ...known, ...changed } as Definition; // patchOf puts every part into one of the two
  const earlier = before?.solutionDefinition.nodes ?? [];
  return {
    ...definition,
    solutionDefinition: { ...definition.solutionDefinition, nodes: nodes.map((patch) => patchedNode(patch, earlier)) },
  };
}

function patchedNode(patch: NodePatch, earlier: readonly FlowNode[]): FlowNode {
  if (typeof patch === "object" && !("table" in patch)) return patch;
  const old = earlier[typeof patch === "number" ? patch : patch.before];
  if (old === undefined) throw new RangeError("The patch is not of this definition");
  if (typeof patch === "number") return old;
  const rows = old.type === "DecisionTable" ? old.tableRows : [];
  return { ...patch.table, tableRows: rows.toSpliced(patch.from, patch.removed, ...patch.rows) };
}

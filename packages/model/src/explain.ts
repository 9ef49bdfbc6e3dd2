import { goesLeft, outputsOf, type Forest, type Tree } from "./forest.ts";

/** The contribution of each column to a raw score. The base and all contributions add up to the score. */
export interface Explanation {
  /** The mean result of the trees over the training rows. */
  readonly base: number;
  readonly columns: Float64Array;
}

/** SHAP values of one row, exact for the trees' own distribution; one explanation per output. */
export type Explain = (row: Float64Array) => readonly Explanation[];

/** Compiles the forest's paths once. Reuses working memory, so it is not reentrant. */
export function createExplainer(forest: Forest): Explain {
  const outputs = outputsOf(forest.objective);
  const trees = forest.trees.map(pathsOf);
  const bases = new Float64Array(outputs);
  for (const [index, { average }] of trees.entries()) bases[index % outputs] = (bases[index % outputs] ?? 0) + average;
  const scratch = scratchFor(trees);
  const { features } = forest;
  return (row) => {
    const explained = Array.from(bases, (base) => ({ base, columns: new Float64Array(features) }));
    for (let index = 0; index < trees.length; index += 1) {
      const [paths, into] = [trees[index], explained[index % outputs]];
      if (paths !== undefined && into !== undefined) addTree(paths, row, into.columns, scratch);
    }
    return explained;
  };
}

/** For one row; for many rows, create the explainer once. */
export function explain(forest: Forest, row: Float64Array): readonly Explanation[] {
  return createExplainer(forest)(row);
}

/**
 * The path from the root to each leaf, by distinct columns, however often the path compares them. Flat arrays, because they are read for every leaf
 * of every tree of every explained decision.
 */
interface Paths {
  readonly tree: Tree;
  /** The mean of the leaves over the training rows. */
  readonly average: number;
  /** Leaf l has the columns from `columnsFrom[l]` to `columnsFrom[l + 1]`; nodes likewise. */
  readonly columnsFrom: Int32Array;
  readonly column: Int32Array;
  /** The share of the training rows that continue to the leaf if the column's value is unknown. */
  readonly share: Float64Array;
  readonly nodesFrom: Int32Array;
  readonly node: Int32Array;
  /** 1 if the path goes left. */
  readonly left: Uint8Array;
  /** The index among the leaf's columns that the node compares. */
  readonly slot: Int32Array;
  readonly longest: number;
}

interface Scratch {
  readonly wentLeft: Uint8Array;
  /** 1 for a column of the leaf at which the row leaves the path. */
  readonly fails: Uint8Array;
  /** Indices of the satisfied columns among the leaf's. */
  readonly held: Int32Array;
  /** Row h: coefficients of the product of the first h factors (share + y). */
  readonly products: Float64Array;
  readonly weights: Float64Array;
  readonly size: number;
}

/** `shapley[d][s]`: s! (d - s - 1)! / d!, the weight of a coalition of s among d columns. */
const shapley: Float64Array[] = [new Float64Array(1)];

function shapleyWeights(columns: number): Float64Array {
  for (let count = shapley.length; count <= columns; count += 1) {
    const weights = new Float64Array(count);
    weights[0] = 1 / count;
    for (let size = 1; size < count; size += 1) weights[size] = ((weights[size - 1] ?? 0) * size) / (count - size);
    shapley.push(weights);
  }
  return shapley[columns] ?? new Float64Array(columns);
}

function pathsOf(tree: Tree): Paths {
  const [columnsFrom, column, share]: [number[], number[], number[]] = [[0], [], []];
  const [nodesFrom, node, left, slot]: [number[], number[], number[], number[]] = [[0], [], [], []];
  const leaves: number[] = [];
  let longest = 0;
  const descend = (child: number, way: readonly { readonly node: number; readonly isLeft: boolean; readonly share: number }[]): void => {
    if (child >= 0) {
      const rows = rowsBelow(tree, child);
      const to = (next: number, isLeft: boolean): void =>
        descend(next, [...way, { node: child, isLeft, share: rowsBelow(tree, next) / rows }]);
      to(tree.left[child] ?? 0, true);
      to(tree.right[child] ?? 0, false);
      return;
    }
    const slots = new Map<number, number>();
    const start = column.length;
    for (const step of way) {
      const compared = tree.column[step.node] ?? 0;
      const known = slots.get(compared) ?? slots.size;
      if (known === slots.size) {
        slots.set(compared, known);
        column.push(compared);
        share.push(1);
      }
      share[start + known] = (share[start + known] ?? 1) * step.share;
      node.push(step.node);
      left.push(step.isLeft ? 1 : 0);
      slot.push(known);
    }
    leaves.push(~child);
    columnsFrom.push(column.length);
    nodesFrom.push(node.length);
    longest = Math.max(longest, slots.size);
  };
  if (tree.column.length > 0) descend(0, []);
  shapleyWeights(longest);
  return {
    tree: { ...tree, leafValue: Float64Array.from(leaves, (leaf) => tree.leafValue[leaf] ?? 0) },
    average: averageOf(tree),
    columnsFrom: Int32Array.from(columnsFrom),
    column: Int32Array.from(column),
    share: Float64Array.from(share),
    nodesFrom: Int32Array.from(nodesFrom),
    node: Int32Array.from(node),
    left: Uint8Array.from(left),
    slot: Int32Array.from(slot),
    longest,
  };
}

function averageOf(tree: Tree): number {
  if (tree.column.length === 0) return tree.leafValue[0] ?? 0;
  const rows = tree.nodeCount[0] ?? 0;
  let sum = 0;
  for (let leaf = 0; leaf < tree.leafValue.length; leaf += 1) sum += ((tree.leafCount[leaf] ?? 0) / rows) * (tree.leafValue[leaf] ?? 0);
  return sum;
}

function rowsBelow(tree: Tree, child: number): number {
  return (child < 0 ? tree.leafCount[~child] : tree.nodeCount[child]) ?? 0;
}

function scratchFor(trees: readonly Paths[]): Scratch {
  const size = trees.reduce((max, { longest }) => Math.max(max, longest), 0) + 1;
  const nodes = trees.reduce((max, { tree }) => Math.max(max, tree.column.length), 0);
  return {
    wentLeft: new Uint8Array(nodes),
    fails: new Uint8Array(size),
    held: new Int32Array(size),
    products: new Float64Array((size + 1) * (size + 1)),
    weights: new Float64Array(size + 1),
    size: size + 1,
  };
}

function addTree(paths: Paths, row: Float64Array, into: Float64Array, scratch: Scratch): void {
  const { tree, columnsFrom, nodesFrom } = paths;
  const { wentLeft } = scratch;
  const nodes = tree.column.length;
  for (let node = 0; node < nodes; node += 1) wentLeft[node] = goesLeft(tree, node, row[tree.column[node] ?? 0] ?? Number.NaN) ? 1 : 0;
  const leaves = columnsFrom.length - 1;
  for (let leaf = 0; leaf < leaves; leaf += 1) addLeaf(paths, leaf, nodesFrom[leaf] ?? 0, into, scratch);
}

/**
 * A leaf's value is multiplied, over subsets of its columns, by 1 or 0 for each known column (whether the row follows the path) and by its share for
 * each unknown one. Columns that are not satisfied are 0 when known, so only coalitions of satisfied ones count: sums over these are coefficients of
 * the product of (share + y), by size. For a satisfied column, the product without the column itself is needed: the product of those before it, and
 * the weights carried back over those after it. Nothing is divided or subtracted, for numerical stability.
 */
function addLeaf(paths: Paths, leaf: number, from: number, into: Float64Array, scratch: Scratch): void {
  const { tree, columnsFrom, column, share, nodesFrom, node, left, slot } = paths;
  const { wentLeft, fails, held, products, weights, size } = scratch;
  const start = columnsFrom[leaf] ?? 0;
  const count = (columnsFrom[leaf + 1] ?? 0) - start;
  const end = nodesFrom[leaf + 1] ?? 0;
  for (let at = 0; at < count; at += 1) fails[at] = 0;
  for (let at = from; at < end; at += 1) {
    const which = slot[at] ?? 0;
    fails[which] = (fails[which] ?? 0) | ((wentLeft[node[at] ?? 0] ?? 0) ^ (left[at] ?? 0));
  }
  let holding = 0;
  let value = tree.leafValue[leaf] ?? 0;
  products[0] = 1;
  let last = 0;
  for (let at = 0; at < count; at += 1) {
    const part = share[start + at] ?? 0;
    if (fails[at] === 1) {
      value *= part;
      continue;
    }
    const next = last + size;
    let lower = 0;
    for (let power = 0; power <= holding; power += 1) {
      const here = products[last + power] ?? 0;
      products[next + power] = here * part + lower;
      lower = here;
    }
    products[next + holding + 1] = lower;
    held[holding] = at;
    holding += 1;
    last = next;
  }
  const shapleyOf = shapley[count] ?? weights;
  if (holding < count) {
    // The same for each column that is not satisfied: its own share is already in `value`.
    let sum = 0;
    for (let power = 0; power <= holding; power += 1) sum += (products[last + power] ?? 0) * (shapleyOf[power] ?? 0);
    const taken = sum * value;
    for (let at = 0; at < count; at += 1) {
      const which = column[start + at] ?? 0;
      if (fails[at] === 1) into[which] = (into[which] ?? 0) - taken;
    }
  }
  for (let power = 0; power < holding; power += 1) weights[power] = shapleyOf[power] ?? 0;
  for (let index = holding - 1; index >= 0; index -= 1) {
    const at = start + (held[index] ?? 0);
    const part = share[at] ?? 0;
    last -= size;
    let sum = 0;
    for (let power = 0; power <= index; power += 1) sum += (products[last + power] ?? 0) * (weights[power] ?? 0);
    const which = column[at] ?? 0;
    into[which] = (into[which] ?? 0) + sum * (1 - part) * value;
    for (let power = 0; power < index; power += 1) weights[power] = (weights[power] ?? 0) * part + (weights[power + 1] ?? 0);
  }
}

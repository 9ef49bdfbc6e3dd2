import { goesLeft, outputsOf, type Forest, type Tree } from "./forest.ts";

/** What each column added to or took from a raw score. Base and all columns together are the score. */
export interface Explanation {
  /** What the trees answer on average over the rows of training. */
  readonly base: number;
  readonly columns: Float64Array;
}

/** One column on the way to a leaf: how much of the training goes on where the value is not known, and whether this row does. */
interface Step {
  readonly column: number;
  readonly unknown: number;
  readonly known: number;
  weight: number;
}

/** SHAP values of one row, exact for the trees' own distribution; one explanation for each output. */
export function explain(forest: Forest, row: Float64Array): readonly Explanation[] {
  const outputs = outputsOf(forest.objective);
  const explained = Array.from({ length: outputs }, () => ({ base: 0, columns: new Float64Array(forest.features) }));
  for (const [index, tree] of forest.trees.entries()) {
    const into = explained[index % outputs];
    if (into === undefined) continue;
    into.base += average(tree);
    if (tree.column.length > 0) descend({ tree, row, into: into.columns }, 0, [], { column: -1, unknown: 1, known: 1 });
  }
  return explained;
}

function average(tree: Tree): number {
  if (tree.column.length === 0) return tree.leafValue[0] ?? 0;
  const rows = tree.nodeCount[0] ?? 0;
  let sum = 0;
  for (let leaf = 0; leaf < tree.leafValue.length; leaf += 1) sum += ((tree.leafCount[leaf] ?? 0) / rows) * (tree.leafValue[leaf] ?? 0);
  return sum;
}

interface Way {
  readonly tree: Tree;
  readonly row: Float64Array;
  readonly into: Float64Array;
}

function descend(way: Way, child: number, before: readonly Step[], next: Omit<Step, "weight">): void {
  const path = extended(before, next);
  const { tree, row, into } = way;
  if (child < 0) {
    const value = tree.leafValue[~child] ?? 0;
    for (let place = 1; place < path.length; place += 1) {
      const step = path[place];
      if (step !== undefined)
        into[step.column] = (into[step.column] ?? 0) + weightWithout(path, place) * (step.known - step.unknown) * value;
    }
    return;
  }
  const column = tree.column[child] ?? 0;
  const [taken, other] = goesLeft(tree, child, row[column] ?? Number.NaN)
    ? [tree.left[child] ?? 0, tree.right[child] ?? 0]
    : [tree.right[child] ?? 0, tree.left[child] ?? 0];
  // A column that was asked before is one step still: it is taken out and put back with both shares.
  const earlier = path.findIndex((step, place) => place > 0 && step.column === column);
  const step = earlier === -1 ? undefined : path[earlier];
  const rest = earlier === -1 ? path : without(path, earlier);
  const rows = rowsBelow(tree, child);
  const share = (towards: number): number => (rowsBelow(tree, towards) / rows) * (step?.unknown ?? 1);
  descend(way, taken, rest, { column, unknown: share(taken), known: step?.known ?? 1 });
  descend(way, other, rest, { column, unknown: share(other), known: 0 });
}

function rowsBelow(tree: Tree, child: number): number {
  return (child < 0 ? tree.leafCount[~child] : tree.nodeCount[child]) ?? 0;
}

/** Weights are those of all subsets of the columns so far, by size. */
function extended(path: readonly Step[], { column, unknown, known }: Omit<Step, "weight">): Step[] {
  const longer = path.map((step) => ({ ...step }));
  const depth = longer.length;
  longer.push({ column, unknown, known, weight: depth === 0 ? 1 : 0 });
  for (let place = depth - 1; place >= 0; place -= 1) {
    const here = longer[place];
    const after = longer[place + 1];
    if (here === undefined || after === undefined) continue;
    after.weight += (known * here.weight * (place + 1)) / (depth + 1);
    here.weight = (unknown * here.weight * (depth - place)) / (depth + 1);
  }
  return longer;
}

/** Undoes `extended` for the step at this place. */
function without(path: readonly Step[], place: number): Step[] {
  const depth = path.length - 1;
  const { unknown, known } = path[place] ?? { unknown: 1, known: 1 };
  const weights = path.map((step) => step.weight);
  let carried = weights[depth] ?? 0;
  for (let index = depth - 1; index >= 0; index -= 1) {
    const here = weights[index] ?? 0;
    if (known !== 0) {
      weights[index] = (carried * (depth + 1)) / ((index + 1) * known);
      carried = here - ((weights[index] ?? 0) * unknown * (depth - index)) / (depth + 1);
    } else {
      weights[index] = (here * (depth + 1)) / (unknown * (depth - index));
    }
  }
  return path.filter((_, index) => index !== place).map((step, index) => ({ ...step, weight: weights[index] ?? 0 }));
}

function weightWithout(path: readonly Step[], place: number): number {
  let sum = 0;
  for (const { weight } of without(path, place)) sum += weight;
  return sum;
}

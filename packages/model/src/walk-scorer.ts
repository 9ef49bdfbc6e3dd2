import { goesLeft, outputsOf, type Forest, type Tree } from "./forest.ts";
import type { RawScorer } from "./raw-scorer.ts";

/** Walks each tree from the root to a leaf: works for every forest, and is the reference for the faster scorer. */
export function createWalkScorer(forest: Forest): RawScorer {
  const { trees } = forest;
  const outputs = outputsOf(forest.objective);
  return (row, into) => {
    into.fill(0);
    for (let index = 0; index < trees.length; index += 1) {
      const tree = trees[index];
      if (tree === undefined) return;
      const output = index % outputs;
      into[output] = (into[output] ?? 0) + (tree.leafValue[leafOf(tree, row)] ?? 0);
    }
  };
}

function leafOf(tree: Tree, row: Float64Array): number {
  if (tree.column.length === 0) return 0;
  let node = 0;
  while (node >= 0) node = (goesLeft(tree, node, row[tree.column[node] ?? 0] ?? Number.NaN) ? tree.left[node] : tree.right[node]) ?? -1;
  return ~node;
}

import type { Tree } from "./forest.ts";

export function leavesInOrder(tree: Tree): readonly number[] {
  const found: number[] = [];
  const visit = (child: number): void => {
    if (child < 0) {
      found.push(~child);
      return;
    }
    visit(tree.left[child] ?? 0);
    visit(tree.right[child] ?? 0);
  };
  if (tree.column.length === 0) return [0];
  visit(0);
  return found;
}

/** For each node, all bits but those of the leaves on its left; a leaf's bit is its index from the left. */
export function masksOf(tree: Tree): Int32Array {
  const masks = new Int32Array(tree.column.length);
  let place = 0;
  /** Returns the bits of all leaves below. */
  const visit = (child: number): number => {
    if (child < 0) {
      place += 1;
      return 1 << (place - 1);
    }
    const onLeft = visit(tree.left[child] ?? 0);
    masks[child] = ~onLeft;
    return onLeft | visit(tree.right[child] ?? 0);
  };
  if (tree.column.length > 0) visit(0);
  return masks;
}

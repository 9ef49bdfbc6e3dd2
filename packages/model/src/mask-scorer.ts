import { decisionBits, goesLeft, holdsCategory, isZero, missing, outputsOf, type Forest, type Tree } from "./forest.ts";
import { leavesInOrder, masksOf } from "./leaf-masks.ts";
import type { RawScorer } from "./raw-scorer.ts";

/** A leaf is a bit of one 32-bit word. */
const maxLeaves = 32;
/** Beyond this, the masks of a column's categories would be larger than the forest itself. */
const maxCategories = 4096;

/** Unreachable leaves: pairs of a tree and the mask of the remaining bits. */
type Ruling = Int32Array;

/** All comparisons of one column, over all trees. A node at which a row goes right excludes the leaves on its left. */
interface Column {
  readonly index: number;
  /** The thresholds of all trees, ascending: a value excludes the leaves on the left of every node whose threshold it exceeds. */
  readonly thresholds: Float64Array;
  readonly passed: Ruling;
  /** What a missing value excludes, whatever the thresholds. */
  readonly missing: Ruling;
  readonly zeroIsMissing: boolean;
  /** For a categorical column: what each category excludes; the last entry is for every other value. */
  readonly categories: readonly Ruling[] | undefined;
}

interface Comparison {
  readonly tree: Tree;
  readonly treeIndex: number;
  readonly node: number;
  readonly threshold: number;
  readonly mask: number;
}

/**
 * Scores without walking the trees (QuickScorer). Each tree has a word with a bit for each leaf, from left to right. For each column the comparisons
 * of all trees are sorted by threshold, so a row clears, up to its value, the leaves that it cannot reach. The lowest remaining bit of a word is the
 * leaf that a walk would have found. Memory is read sequentially, which makes it many times faster. Undefined if the forest has too many leaves or
 * categories.
 */
export function createMaskScorer(forest: Forest): RawScorer | undefined {
  const { trees } = forest;
  if (trees.some(({ leafValue }) => leafValue.length > maxLeaves)) return undefined;
  const columns = columnsOf(forest);
  if (columns === undefined) return undefined;
  const values = new Float64Array(trees.length * maxLeaves);
  for (const [index, tree] of trees.entries()) {
    for (const [place, leaf] of leavesInOrder(tree).entries()) values[index * maxLeaves + place] = tree.leafValue[leaf] ?? 0;
  }
  const left = new Int32Array(trees.length);
  const outputs = outputsOf(forest.objective);

  return (row, into) => {
    left.fill(-1);
    for (let place = 0; place < columns.length; place += 1) {
      const column = columns[place];
      if (column !== undefined) apply(column, row[column.index] ?? Number.NaN, left);
    }
    into.fill(0);
    let output = 0;
    for (let tree = 0; tree < left.length; tree += 1) {
      const word = left[tree] ?? 0;
      into[output] = (into[output] ?? 0) + (values[tree * maxLeaves + 31 - Math.clz32(word & -word)] ?? 0);
      output += 1;
      if (output === outputs) output = 0;
    }
  };
}

function apply(column: Column, value: number, left: Int32Array): void {
  const { categories } = column;
  if (categories !== undefined) {
    const other = categories.length - 1;
    const category = value > -1 && value < other ? Math.trunc(value) : other;
    const ruling = categories[category];
    if (ruling !== undefined) rule(ruling, ruling.length, left);
  } else if (Number.isNaN(value) || (column.zeroIsMissing && isZero(value))) {
    rule(column.missing, column.missing.length, left);
  } else {
    rule(column.passed, 2 * countBelow(column.thresholds, value), left);
  }
}

function rule(ruling: Ruling, length: number, left: Int32Array): void {
  for (let at = 0; at < length; at += 2) {
    const tree = ruling[at] ?? 0;
    left[tree] = (left[tree] ?? 0) & (ruling[at + 1] ?? 0);
  }
}

/** The number of ascending thresholds that a value exceeds. */
function countBelow(rising: Float64Array, value: number): number {
  let low = 0;
  let high = rising.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((rising[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

function columnsOf(forest: Forest): readonly Column[] | undefined {
  const compared = new Map<number, Comparison[]>();
  for (const [treeIndex, tree] of forest.trees.entries()) {
    const masks = masksOf(tree);
    for (let node = 0; node < tree.column.length; node += 1) {
      const index = tree.column[node] ?? 0;
      const list = compared.get(index) ?? [];
      list.push({ tree, treeIndex, node, threshold: tree.threshold[node] ?? 0, mask: masks[node] ?? 0 });
      compared.set(index, list);
    }
  }
  const columns: Column[] = [];
  for (const [index, list] of compared) {
    const column = columnOf(index, list);
    if (column === undefined) return undefined;
    columns.push(column);
  }
  return columns;
}

function columnOf(index: number, list: readonly Comparison[]): Column | undefined {
  // Training decides once per column whether it is categorical and what is missing in it. If trees disagree, the forest is walked instead.
  const meanings = new Set(list.map(({ tree, node }) => (tree.decision[node] ?? 0) & ~decisionBits.missingGoesLeft));
  const [meaning = 0, ...others] = meanings;
  if (others.length > 0) return undefined;
  const isCategorical = (meaning & decisionBits.categorical) !== 0;
  const categories = isCategorical ? categoriesOf(list) : undefined;
  if (isCategorical && categories === undefined) return undefined;
  const rising = list.toSorted((a, b) => a.threshold - b.threshold);
  return {
    index,
    thresholds: Float64Array.from(rising, ({ threshold }) => threshold),
    passed: rulingOf(rising),
    missing: mergedRuling(rising.filter(({ tree, node }) => !goesLeft(tree, node, Number.NaN))),
    zeroIsMissing: meaning >> decisionBits.missingShift === missing.zero,
    categories,
  };
}

function categoriesOf(list: readonly Comparison[]): readonly Ruling[] | undefined {
  const setOf = ({ tree, threshold }: Comparison): Uint32Array | undefined => tree.categories[threshold];
  const known = Math.max(...list.map((one) => setOf(one)?.length ?? 0)) * 32;
  if (known > maxCategories) return undefined;
  const outOf = (category: number): Ruling => mergedRuling(list.filter((one) => !holdsCategory(setOf(one), category)));
  return Array.from({ length: known + 1 }, (_, category) => outOf(category));
}

function rulingOf(list: readonly Comparison[]): Ruling {
  return Int32Array.from(list.flatMap(({ treeIndex, mask }) => [treeIndex, mask]));
}

/** One pair for each tree: nodes of the same tree that are applied together exclude what one mask can. */
function mergedRuling(list: readonly Comparison[]): Ruling {
  const masks = new Map<number, number>();
  for (const { treeIndex, mask } of list) masks.set(treeIndex, (masks.get(treeIndex) ?? -1) & mask);
  return Int32Array.from([...masks].flat());
}

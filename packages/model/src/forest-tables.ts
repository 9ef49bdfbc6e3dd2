import type { Artefact, Column } from "./artefact.ts";
import { bandOf } from "./artefact.ts";
import { decisionBits, goesLeft, missing, outputsOf, zeroBound, type Forest, type Tree } from "./forest.ts";
import { leavesInOrder, masksOf } from "./leaf-masks.ts";
import { readForest } from "./read-forest.ts";

/**
 * A forest as tables, for scoring many rows at a time without walking the trees. A value of a column maps to a slot; each slot has a word per tree
 * with a bit for each leaf, from left to right, that the value leaves reachable. In the bitwise AND of the words of all columns, the lowest set bit
 * is the leaf that the row reaches.
 */
export interface ForestTables {
  /** The columns that some tree compares. */
  readonly columns: readonly TableColumn[];
  /** For each output the trees in the order of summation, at most `treesPerGroup` per group. */
  readonly outputs: readonly (readonly TreeGroup[])[];
  readonly link: { readonly kind: "none" } | { readonly kind: "logistic"; readonly factor: number } | { readonly kind: "softmax" };
  /** With three outputs or more: the class of each. */
  readonly classes: readonly string[];
  /** Total bytes of all words: the size of the tables. */
  readonly size: number;
}

export type TableColumn =
  /** The slot is the number of ascending bounds below the value; with `reached`, at or below it. */
  | {
      readonly kind: "number";
      readonly name: string;
      readonly bounds: readonly number[];
      readonly reached: boolean;
      /** The slot of a missing value. */
      readonly missing: number;
    }
  /** The slot is the position of a value in this list, from 1; 0 for every other value and for none. */
  | { readonly kind: "category"; readonly name: string; readonly values: readonly string[]; readonly missing: 0 };

export interface TreeGroup {
  readonly trees: number;
  /** For each column, slot by slot, a little-endian 32-bit word per tree. */
  readonly words: readonly Uint8Array[];
  /** `leavesPerTree` values per tree, from left to right. */
  readonly leaves: readonly number[];
}

const treesPerGroup = 64;
export const leavesPerTree = 32;

/** A column with a representative value per slot: all values of a slot take the same branch at every node. */
interface Places {
  readonly index: number;
  readonly column: TableColumn;
  readonly samples: readonly number[];
}

/** Returns a sentence if a forest cannot be represented as tables. */
export function forestTables(artefact: Artefact): ForestTables | string {
  const forest = readForest(artefact.forest);
  const { trees, objective } = forest;
  if (trees.some(({ leafValue }) => leafValue.length > leavesPerTree)) return `A tree of the model has more than ${leavesPerTree} leaves.`;
  const places = artefact.columns.flatMap((column, index) => placesOf(forest, column, index) ?? []);
  const outputs = outputsOf(objective);
  const groups = Array.from({ length: outputs }, (_, output) =>
    inGroups(trees.filter((_tree, index) => index % outputs === output)).map((group) => groupOf(group, places)),
  );
  return {
    columns: places.map(({ column }) => column),
    outputs: groups,
    link:
      objective.kind === "binary"
        ? { kind: "logistic", factor: -objective.sigmoid }
        : { kind: objective.kind === "multiclass" ? "softmax" : "none" },
    classes: objective.kind === "multiclass" && artefact.label.kind === "class" ? artefact.label.values : [],
    size: groups.flat().reduce((sum, { words }) => sum + words.reduce((bytes, { length }) => bytes + length, 0), 0),
  };
}

function placesOf({ trees }: Forest, column: Column, index: number): Places | undefined {
  const nodes = trees.flatMap((tree) =>
    [...tree.column.keys()].filter((node) => tree.column[node] === index).map((node) => ({ tree, node })),
  );
  if (nodes.length === 0) return undefined;
  const { name } = column;
  if (column.kind === "category") {
    // Of duplicate values in the list, the last one counts.
    const values = [...new Map(column.values.map((value, place) => [value, place]))];
    return {
      index,
      column: { kind: "category", name, values: values.map(([value]) => value), missing: 0 },
      samples: [Number.NaN, ...values.map(([, place]) => place)],
    };
  }
  if (column.bands !== undefined) {
    const bounds = rising(column.bands);
    const samples = [0, ...bounds.map((bound) => bandOf(column.bands ?? [], bound)), Number.NaN];
    return { index, column: { kind: "number", name, bounds, reached: true, missing: bounds.length + 1 }, samples };
  }
  const bounds = rising(nodes.flatMap(({ tree, node }) => boundsOf(tree, node)));
  const samples = [...bounds, Infinity, Number.NaN];
  return { index, column: { kind: "number", name, bounds, reached: false, missing: bounds.length + 1 }, samples };
}

/** The largest number below the zeros that mean missing, and the largest of them. */
const zeroBounds = [-neighbour(zeroBound, 1n), zeroBound];

function boundsOf(tree: Tree, node: number): readonly number[] {
  const decision = tree.decision[node] ?? 0;
  if ((decision & decisionBits.categorical) !== 0) {
    // A category given as a plain number: integers are distinguished, fractions are truncated.
    const known = (tree.categories[tree.threshold[node] ?? 0]?.length ?? 0) * 32;
    return [-1, ...Array.from({ length: known }, (_, category) => neighbour(category + 1, -1n))];
  }
  const threshold = tree.threshold[node] ?? 0;
  return decision >> decisionBits.missingShift === missing.zero ? [threshold, ...zeroBounds] : [threshold];
}

/** The next double of a positive one, up or down. */
function neighbour(value: number, step: 1n | -1n): number {
  const bits = new BigUint64Array(Float64Array.of(value).buffer);
  bits[0] = (bits[0] ?? 0n) + step;
  return new Float64Array(bits.buffer)[0] ?? value;
}

function rising(bounds: readonly number[]): readonly number[] {
  return [...new Set(bounds)].filter((bound) => bound !== -Infinity).toSorted((a, b) => a - b);
}

function groupOf(trees: readonly Tree[], places: readonly Places[]): TreeGroup {
  const masks = trees.map(masksOf);
  return {
    trees: trees.length,
    words: places.map(({ index, samples }) => {
      const words = new Int32Array(samples.length * trees.length).fill(-1);
      for (const [at, tree] of trees.entries()) {
        for (let node = 0; node < tree.column.length; node += 1) {
          if (tree.column[node] !== index) continue;
          for (const [place, sample] of samples.entries()) {
            const word = place * trees.length + at;
            if (!goesLeft(tree, node, sample)) words[word] = (words[word] ?? 0) & (masks[at]?.[node] ?? 0);
          }
        }
      }
      return littleEndian(words);
    }),
    leaves: trees.flatMap((tree) => {
      const order = leavesInOrder(tree);
      return Array.from({ length: leavesPerTree }, (_, place) => tree.leafValue[order[place] ?? 0] ?? 0);
    }),
  };
}

function littleEndian(words: Int32Array): Uint8Array {
  const bytes = new DataView(new ArrayBuffer(words.length * 4));
  for (const [at, word] of words.entries()) bytes.setInt32(at * 4, word, true);
  return new Uint8Array(bytes.buffer);
}

function inGroups(trees: readonly Tree[]): readonly (readonly Tree[])[] {
  return Array.from({ length: Math.ceil(trees.length / treesPerGroup) }, (_, group) =>
    trees.slice(group * treesPerGroup, (group + 1) * treesPerGroup),
  );
}

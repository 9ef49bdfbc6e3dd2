/** A trained forest of decision trees, as flat arrays. What trained it is LightGBM; nothing here needs the library. */
export interface Forest {
  /** Columns of a row. */
  readonly features: number;
  readonly objective: Objective;
  /** In the order of training: trees of one iteration stand together, one for each output. */
  readonly trees: readonly Tree[];
}

export type Objective =
  | { readonly kind: "regression" }
  | { readonly kind: "binary"; readonly sigmoid: number }
  | { readonly kind: "multiclass"; readonly classes: number };

/** How many raw scores a row gets: one for each class where there are more than two. */
export function outputsOf(objective: Objective): number {
  return objective.kind === "multiclass" ? objective.classes : 1;
}

/**
 * Node n compares column `column[n]`. A child that is not negative is a node, always one further down the arrays; a negative child c
 * is the leaf `~c`. A tree of one leaf has no nodes.
 */
export interface Tree {
  readonly column: Int32Array;
  /** Of a number: it goes left up to and including this. Of a category: which of `categories` holds those that go left. */
  readonly threshold: Float64Array;
  readonly decision: Uint8Array;
  readonly left: Int32Array;
  readonly right: Int32Array;
  readonly leafValue: Float64Array;
  /** Rows of training that came by, for the explanation of a score. */
  readonly nodeCount: Float64Array;
  readonly leafCount: Float64Array;
  /** One set of bits for each node that compares a category. */
  readonly categories: readonly Uint32Array[];
}

export const decisionBits = { categorical: 1, missingGoesLeft: 2, missingShift: 2 } as const;
/** What counts as missing in a node's column: nothing, zero, or not-a-number. */
export const missing = { never: 0, zero: 1, nan: 2 } as const;

/** The library's float32 1e-35: numbers this near to zero are zero where zero means missing. */
export const zeroBound = 1.0000000180025095e-35;

export function isZero(value: number): boolean {
  return value >= -zeroBound && value <= zeroBound;
}

/** Whether a row with this value in the node's column goes left. */
export function goesLeft(tree: Tree, node: number, given: number): boolean {
  const decision = tree.decision[node] ?? 0;
  const threshold = tree.threshold[node] ?? 0;
  // `| 0`: an index that V8 knows to be an integer; without it the function is deoptimised again and again.
  if ((decision & decisionBits.categorical) !== 0) return holdsCategory(tree.categories[threshold | 0], given);
  const counts = decision >> decisionBits.missingShift;
  // A value that is missing where none was missing in training counts as zero.
  const value = Number.isNaN(given) && counts !== missing.nan ? 0 : given;
  const isMissing = counts === missing.nan ? Number.isNaN(value) : counts === missing.zero && isZero(value);
  return isMissing ? (decision & decisionBits.missingGoesLeft) !== 0 : value <= threshold;
}

/** A category is a whole number; fractions are cut off, and what is negative, missing or out of range is in no set. */
export function holdsCategory(bits: Uint32Array | undefined, value: number): boolean {
  if (bits === undefined || !(value > -1) || value >= 2 ** 31) return false;
  const category = value | 0;
  const word = bits[category >> 5];
  return word !== undefined && ((word >>> (category & 31)) & 1) === 1;
}

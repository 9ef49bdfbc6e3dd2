/** A trained forest of decision trees, as flat arrays. LightGBM trained it; nothing here needs the library. */
export interface Forest {
  /** Number of columns in a row. */
  readonly features: number;
  readonly objective: Objective;
  /** In the order of training: the trees of one iteration are adjacent, one per output. */
  readonly trees: readonly Tree[];
}

export type Objective =
  | { readonly kind: "regression" }
  | { readonly kind: "binary"; readonly sigmoid: number }
  | { readonly kind: "multiclass"; readonly classes: number };

/** The number of raw scores per row: one per class if there are more than two. */
export function outputsOf(objective: Objective): number {
  return objective.kind === "multiclass" ? objective.classes : 1;
}

/**
 * Node n compares column `column[n]`. A non-negative child is a node, always at a higher index; a negative child c is the leaf `~c`. A tree of one
 * leaf has no nodes.
 */
export interface Tree {
  readonly column: Int32Array;
  /** For a number: values up to and including this go left. For a category: the index in `categories` of those that go left. */
  readonly threshold: Float64Array;
  readonly decision: Uint8Array;
  readonly left: Int32Array;
  readonly right: Int32Array;
  readonly leafValue: Float64Array;
  /** Training rows that passed through, for explaining scores. */
  readonly nodeCount: Float64Array;
  readonly leafCount: Float64Array;
  /** A bit set for each node that compares a category. */
  readonly categories: readonly Uint32Array[];
}

export const decisionBits = { categorical: 1, missingGoesLeft: 2, missingShift: 2 } as const;
/** What counts as missing in a node's column: nothing, zero, or NaN. */
export const missing = { never: 0, zero: 1, nan: 2 } as const;

/** The library's float32 1e-35: numbers this close to zero are zero where zero means missing. */
export const zeroBound = 1.0000000180025095e-35;

export function isZero(value: number): boolean {
  return value >= -zeroBound && value <= zeroBound;
}

/** Whether a row with this value in the node's column goes left. */
export function goesLeft(tree: Tree, node: number, given: number): boolean {
  const decision = tree.decision[node] ?? 0;
  const threshold = tree.threshold[node] ?? 0;
  // `| 0` makes the index an integer for V8; without it the function is deoptimised repeatedly.
  if ((decision & decisionBits.categorical) !== 0) return holdsCategory(tree.categories[threshold | 0], given);
  const counts = decision >> decisionBits.missingShift;
  // A missing value in a column without missing values in training counts as zero.
  const value = Number.isNaN(given) && counts !== missing.nan ? 0 : given;
  const isMissing = counts === missing.nan ? Number.isNaN(value) : counts === missing.zero && isZero(value);
  return isMissing ? (decision & decisionBits.missingGoesLeft) !== 0 : value <= threshold;
}

/** A category is an integer; fractions are truncated, and negative, missing or out-of-range values are in no set. */
export function holdsCategory(bits: Uint32Array | undefined, value: number): boolean {
  if (bits === undefined || !(value > -1) || value >= 2 ** 31) return false;
  const category = value | 0;
  const word = bits[category >> 5];
  return word !== undefined && ((word >>> (category & 31)) & 1) === 1;
}

import { decisionBits, missing, outputsOf, type Forest, type Objective, type Tree } from "./forest.ts";

/** The text is not a supported model; the message says why. */
export class UnreadableModel extends Error {}

/** Limits far beyond any model of ours; a text that exceeds them is damaged or hostile. */
const limits = { trees: 20_000, leaves: 4_096, features: 10_000, classes: 1_000, categoryWords: 1 << 16 } as const;

type Lines = ReadonlyMap<string, string>;

/** Parses LightGBM's text format (version 4). Its JSON format is not used: it writes infinity as a number. */
export function readForest(text: string): Forest {
  const end = text.indexOf("\nend of trees");
  if (!text.startsWith("tree\n") || end === -1) throw new UnreadableModel("This is not the text of a LightGBM model.");
  const [head = "", ...bodies] = text.slice(0, end).split(/\n(?=Tree=\d+\n)/);
  const header = linesOf(head);
  if (header.get("version") !== "v4") throw new UnreadableModel(`The model has version ${header.get("version") ?? "none"}, not v4.`);
  const features = whole(header, "max_feature_idx", 0, limits.features - 1) + 1;
  const objective = objectiveOf(header);
  if (whole(header, "num_tree_per_iteration", 1, limits.classes) !== outputsOf(objective))
    throw new UnreadableModel("The model has another number of trees an iteration than its objective has outputs.");
  if (bodies.length > limits.trees) throw new UnreadableModel(`The model has more than ${limits.trees} trees.`);
  if (bodies.length % outputsOf(objective) !== 0) throw new UnreadableModel("The last iteration of the model is not whole.");
  return { features, objective, trees: bodies.map((body) => treeOf(linesOf(body), features)) };
}

function linesOf(text: string): Lines {
  const lines = new Map<string, string>();
  for (const line of text.split("\n")) {
    const at = line.indexOf("=");
    if (at > 0) lines.set(line.slice(0, at), line.slice(at + 1));
  }
  return lines;
}

function objectiveOf(header: Lines): Objective {
  const [name = "", ...settings] = (header.get("objective") ?? "").split(" ");
  const setting = (key: string): number => Number(settings.find((one) => one.startsWith(`${key}:`))?.slice(key.length + 1));
  switch (name) {
    case "regression":
      if (settings.includes("sqrt")) break;
      return { kind: "regression" };
    case "binary": {
      const sigmoid = setting("sigmoid");
      if (!(sigmoid > 0)) break;
      return { kind: "binary", sigmoid };
    }
    case "multiclass": {
      const classes = setting("num_class");
      if (!Number.isInteger(classes) || classes < 2 || classes > limits.classes) break;
      return { kind: "multiclass", classes };
    }
  }
  throw new UnreadableModel(`Scores of the objective "${header.get("objective") ?? ""}" cannot be computed.`);
}

function treeOf(lines: Lines, features: number): Tree {
  if ((lines.get("is_linear") ?? "0") !== "0") throw new UnreadableModel("Trees with linear leaves cannot be run.");
  const leaves = whole(lines, "num_leaves", 1, limits.leaves);
  const nodes = leaves - 1;
  const tree: Tree = {
    column: Int32Array.from(numbers(lines, "split_feature", nodes)),
    threshold: Float64Array.from(numbers(lines, "threshold", nodes)),
    decision: Uint8Array.from(numbers(lines, "decision_type", nodes)),
    left: Int32Array.from(numbers(lines, "left_child", nodes)),
    right: Int32Array.from(numbers(lines, "right_child", nodes)),
    leafValue: Float64Array.from(numbers(lines, "leaf_value", leaves)),
    nodeCount: Float64Array.from(numbers(lines, "internal_count", nodes)),
    leafCount: Float64Array.from(nodes === 0 ? [0] : numbers(lines, "leaf_count", leaves)),
    categories: categoriesOf(lines),
  };
  checkShape(tree, leaves, features);
  return tree;
}

function categoriesOf(lines: Lines): readonly Uint32Array[] {
  const sets = whole(lines, "num_cat", 0, limits.leaves);
  if (sets === 0) return [];
  const bounds = numbers(lines, "cat_boundaries", sets + 1);
  const words = numbers(lines, "cat_threshold", Math.min(bounds.at(-1) ?? 0, limits.categoryWords));
  return bounds.slice(1).map((end, index) => Uint32Array.from(words.slice(bounds[index], end)));
}

/** Every node and leaf is reached exactly once, in descending order, so that walking the tree terminates. */
function checkShape(tree: Tree, leaves: number, features: number): void {
  const reached = new Uint8Array(leaves * 2 - 1);
  for (let node = 0; node < leaves - 1; node += 1) {
    for (const child of [tree.left[node] ?? 0, tree.right[node] ?? 0]) {
      const place = child < 0 ? ~child : leaves + child;
      const isThere = child < 0 ? ~child < leaves : child > node && child < leaves - 1;
      if (!isThere || reached[place] === 1) throw new UnreadableModel("The nodes of a tree do not form a tree.");
      reached[place] = 1;
    }
    const column = tree.column[node] ?? -1;
    if (column < 0 || column >= features) throw new UnreadableModel("A tree compares a column that rows do not have.");
    const decision = tree.decision[node] ?? 0;
    const threshold = tree.threshold[node] ?? 0;
    if (decision >> decisionBits.missingShift > missing.nan) throw new UnreadableModel("A tree treats missing values in an unknown way.");
    const isCategorical = (decision & decisionBits.categorical) !== 0;
    if (isCategorical ? tree.categories[threshold] === undefined : Number.isNaN(threshold))
      throw new UnreadableModel("A tree compares with something that is not there.");
  }
}

function whole(lines: Lines, name: string, min: number, max: number): number {
  const value = Number(lines.get(name) ?? Number.NaN);
  if (!Number.isInteger(value) || value < min || value > max) throw new UnreadableModel(`"${name}" of the model is out of bounds.`);
  return value;
}

function numbers(lines: Lines, name: string, count: number): readonly number[] {
  if (count === 0) return [];
  const values = (lines.get(name) ?? "").split(" ").map(numberOf);
  if (values.length !== count) throw new UnreadableModel(`"${name}" of a tree has ${values.length} values, not ${count}.`);
  return values;
}

function numberOf(text: string): number {
  switch (text) {
    case "inf":
      return Number.POSITIVE_INFINITY;
    case "-inf":
      return Number.NEGATIVE_INFINITY;
    default: {
      const value = text === "" ? Number.NaN : Number(text);
      if (Number.isNaN(value)) throw new UnreadableModel(`"${text.slice(0, 20)}" in the model is not a number.`);
      return value;
    }
  }
}

/** The description of a node kind for the rest of Airlock: the `kind.ts` in each kind's folder exports one of these. */
import type { PlainRows } from "../diff/plain-rows.ts";
import type { ConditionItem, FieldName, FieldSource, NodeBase } from "../node-parts.ts";
import type { ObjectReader } from "../parse/object-reader.ts";
import type { MatchingRows } from "../production/facts.ts";
import type { Check } from "../validate/check.ts";

export interface FieldRef {
  readonly source: FieldSource;
  readonly key: string;
}

export interface FieldRead extends FieldRef {
  readonly access: "read";
  /** True where a missing value is expected: comparing a field with a literal is a usual way to test if it was set. */
  readonly missingIsFine: boolean;
}

export interface FieldWrite extends FieldRef {
  readonly access: "write";
  /** False if the node may also leave the field unchanged. */
  readonly certain: boolean;
  /** The value is present whenever all of these are; undefined if it may be missing anyway. */
  readonly given: readonly FieldRef[] | undefined;
}

export type FieldUse = FieldRead | FieldWrite;

/** A runtime field, and a literal text that a node may set it to. */
export interface SetText {
  readonly key: string;
  readonly text: string;
}

/** The properties that a kind has beyond what every node has. */
export type OwnProperties<Node> = Omit<Node, keyof NodeBase<string>>;

/** A number of a node that can be changed on the thresholds screen. */
export interface EditableNumber {
  /** A property of a row, `ranges.2.rangeTo`, or of the node, `factor`. */
  readonly path: string;
  /** As it was typed; a bound that is open is empty. */
  readonly text: string;
}

/** Which of the engine's effects nodes of a kind call. */
export type KindEffect<Node> =
  | { readonly name: "none" }
  | {
      readonly name: "webCall";
      readonly url: (node: Node) => string;
      /** Every text that is sent, the URL among them: each may name secrets. */
      readonly texts: (node: Node) => readonly string[];
      /** Whether the flow continues when the call fails. */
      readonly continues: (node: Node) => boolean;
    }
  | {
      readonly name: "predict";
      readonly model: (node: Node) => ModelRef;
      readonly withModel: (node: Node, model: number) => Node;
    };

/** The model that a node scores with. */
export interface ModelRef {
  /** The prediction configuration's webSafeString; empty while none is chosen. */
  readonly config: string;
  /** The model number that a version pins; 0 while none is chosen. */
  readonly model: number;
}

/** When a node leaves a field as it was, and what to do so that the field is set all the same. */
export interface Unset {
  /** Continues the name of the node: "gives no points where bureau_score is below 300". */
  readonly when: string;
  /** Continues the name of the node where it is itself to be changed: "default points"; undefined where the field is to be set before it. */
  readonly give?: string;
}

/** What is known about a field where a node reads it. */
export interface FieldThere {
  readonly name: string;
  readonly isWhole: boolean;
  readonly mayBeMissing: boolean;
}

/** A path of an icon on a square of 24, drawn as an outline unless it is filled. */
export interface GlyphPath {
  readonly d: string;
  readonly filled?: boolean;
  readonly transform?: string;
}

export interface KindDescription<Node extends NodeBase<string>> {
  readonly kind: Node["type"];
  /** The name shown to users: "Easy Rule". */
  readonly typeLabel: string;
  /** The version of its meaning that new nodes are drawn with; nodes of every version from 1 on are understood. */
  readonly version: number;
  readonly hasInPort: boolean;
  readonly hasOutPort: boolean;
  readonly defaultColor: string;
  readonly glyph: readonly GlyphPath[];
  readonly width: number;
  readonly height: number;
  /** The name and label of a new node. */
  readonly defaultName: string;
  readonly defaultLabel: string;
  readonly defaultProperties: () => OwnProperties<Node>;
  readonly readProperties: (node: ObjectReader) => OwnProperties<Node>;
  /** Fields that it reads and writes, in that order; fields that are not chosen yet are left out. */
  readonly uses: (node: Node) => readonly FieldUse[];
  /** For kinds with writes that are not certain. */
  readonly unset?: (node: Node, fieldName: FieldName, there: (source: FieldSource, key: string) => FieldThere) => Unset;
  /** For kinds that set runtime fields to texts as they were typed. */
  readonly setTexts?: (node: Node) => readonly SetText[];
  /** For kinds whose nodes name reason codes. */
  readonly reasonCodes?: (node: Node) => readonly string[];
  /** For kinds with lookups other than in their condition: the names of the lists. */
  readonly lists?: (node: Node) => readonly string[];
  /** Checks the node alone. */
  readonly check: (node: Node, check: Check) => void;
  /** The condition without which the node does nothing; empty if it has none. */
  readonly condition: (node: Node) => readonly ConditionItem[];
  readonly effect: KindEffect<Node>;
  /** Undefined for kinds without rows that match values. */
  readonly matching: MatchingRows<Node> | undefined;
  /** Numbers for the thresholds screen, in the order of the panel. */
  readonly numbers: (node: Node) => readonly EditableNumber[];
  /** The node without meaningless differences, for comparing definitions. */
  readonly withoutNoise: (node: Node, rows: PlainRows) => Node;
  /** Each property as a diff shows it: one text, or one for each row of a list. */
  readonly propertyTexts: {
    readonly [Property in keyof OwnProperties<Node>]-?: (node: Node, fieldName: FieldName) => string | readonly string[];
  };
  /** One line of its logic for the canvas. */
  readonly summary: (node: Node, fieldName: FieldName) => string;
}

export type NodeDescribedBy<Description> = Description extends KindDescription<infer Node> ? Node : never;

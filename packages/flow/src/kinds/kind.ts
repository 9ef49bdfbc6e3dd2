/** What the rest of Airlock must know about a kind of node. One file beside this one says it for each kind. */
import type { FieldSource, NodeKind, NodeOf } from "../definition.ts";
import type { ObjectReader } from "../parse/object-reader.ts";
import type { Check } from "../validate/check.ts";

export interface FieldRef {
  readonly source: FieldSource;
  readonly key: string;
}

export interface FieldRead extends FieldRef {
  readonly access: "read";
  /** True where a missing value is expected: asking whether a field is a certain literal is how one asks if it was set. */
  readonly missingIsFine: boolean;
}

export interface FieldWrite extends FieldRef {
  readonly access: "write";
  /** False where the node may also leave the field as it was. */
  readonly certain: boolean;
  /** The value is there whenever all of these are; undefined where it may be missing all the same. */
  readonly given: readonly FieldRef[] | undefined;
}

export type FieldUse = FieldRead | FieldWrite;

/** The properties that a kind has beyond what every node has. */
export type NodeProperties<Kind extends NodeKind> = Omit<NodeOf<Kind>, keyof NodeOf<"Start">>;

/** Shows a field by its name; `unknown` where there is no such field. */
export type FieldName = (source: FieldSource, key: string) => string;

export interface KindDescription<Kind extends NodeKind> {
  readonly kind: Kind;
  /** What people call it: "Easy Rule". */
  readonly typeLabel: string;
  /** The version of its meaning that new nodes are drawn with; nodes of every version from 1 on are understood. */
  readonly version: number;
  readonly hasInPort: boolean;
  readonly hasOutPort: boolean;
  readonly defaultColor: string;
  readonly width: number;
  readonly height: number;
  /** The name and label of a new node. */
  readonly defaultName: string;
  readonly defaultLabel: string;
  readonly defaultProperties: () => NodeProperties<Kind>;
  readonly readProperties: (node: ObjectReader) => NodeProperties<Kind>;
  /** Fields that it reads and writes, in the order in which it does; those not chosen yet are left out. */
  readonly uses: (node: NodeOf<Kind>) => readonly FieldUse[];
  /** Finds what is wrong with the node by itself. */
  readonly check: (node: NodeOf<Kind>, check: Check) => void;
  /** One line of its logic for the canvas. */
  readonly summary: (node: NodeOf<Kind>, fieldName: FieldName) => string;
}

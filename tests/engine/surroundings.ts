import type { DatasetField, FieldSource, FlowList, SubFlow } from "@airlock/flow";

/** A field with its dataset. */
export interface SourcedField extends DatasetField {
  readonly source: FieldSource;
}

/** What a node may read (fields that may have been set before it) and write. */
export interface Surroundings {
  readonly readable: readonly SourcedField[];
  readonly writable: readonly SourcedField[];
  readonly application: readonly SourcedField[];
  /** Whether `today()` may be used. */
  readonly hasToday: boolean;
  readonly lists: readonly FlowList[];
  readonly subFlows: readonly SubFlow[];
}

/** What a condition may read. */
export type ConditionSurroundings = Pick<Surroundings, "readable" | "lists">;

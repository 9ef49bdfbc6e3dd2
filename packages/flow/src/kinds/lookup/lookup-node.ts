import type { FieldSource, LookupOutput, NodeBase } from "../../node-parts.ts";

export interface LookupNode extends NodeBase<"Lookup"> {
  /** The name of a list of the flow. */
  readonly list: string;
  readonly keyDatasource: FieldSource;
  /** Key of the field whose value is looked up. */
  readonly keyField: string;
  readonly lookupOutputs: readonly LookupOutput[];
  /** Key of the Boolean runtime field that is set to whether the list has the key; empty for none. */
  readonly foundField: string;
}

import type { FlowLink, FlowNode } from "../definition.ts";
import { nodePropertyText } from "../kinds/kind-of.ts";
import type { FieldName } from "../node-parts.ts";
import { conditionsText } from "../wording.ts";

/** A property as shown to users: one text, or a text for each row of a list. */
export interface Shown {
  readonly isList: boolean;
  readonly texts: readonly string[];
}

export function propertyRows(thing: FlowNode | FlowLink, property: string, fieldName: FieldName): Shown {
  const text = "type" in thing ? nodePropertyText(thing, property, fieldName) : conditionsText(thing.conditionFields, fieldName);
  return typeof text === "string" ? { isList: false, texts: [text] } : { isList: true, texts: text };
}

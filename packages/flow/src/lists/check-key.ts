import type { DatasetField } from "../node-parts.ts";
import { aType, type Check } from "../validate/check.ts";
import type { FlowList } from "./flow-list.ts";

/** A field that is looked up must have the type of the keys. */
export function checkKey(field: DatasetField, list: FlowList, what: string, property: string, check: Check, item?: number): void {
  if (field.type === list.keyType) return;
  const details = { where: check.where, what, field: field.name, type: aType[field.type], list: list.name, keyType: aType[list.keyType] };
  check.report("LIST_KEY_TYPE", details, property, item);
}

import { referencesInText, referenceText } from "@airlock/flow";
import type { FieldMap } from "../rows/row-list.ts";

/** Stored text with the keys of its references changed. */
export function mapTextFields(text: string, map: FieldMap, part = ""): string {
  let mapped = "";
  let from = 0;
  for (const reference of referencesInText(text)) {
    const key = map({ source: reference.source, key: reference.key }, part);
    mapped += text.slice(from, reference.from) + referenceText(reference.source, key);
    from = reference.to;
  }
  return mapped + text.slice(from);
}

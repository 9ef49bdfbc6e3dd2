import type { DatasetField, Definition } from "../definition.ts";
import { literalWanted, readLiteral } from "../literal.ts";
import { unknownName } from "../references.ts";
import { clipped, type FindingList } from "./check.ts";

const nameText = /^[\p{L}\p{M}\p{N}_]+$/u;

/** Names that callers can send and read, each once in its dataset. */
export function checkFields(definition: Definition, list: FindingList): void {
  checkNames(definition.applicationDatasetFields, "application", list);
  checkNames(definition.runtimeDatasetFields, "runtime", list);
  checkTestData(definition, list);
}

function checkNames(fields: readonly DatasetField[], dataset: "application" | "runtime", list: FindingList): void {
  const exact = new Set<string>();
  const alike = new Map<string, string>();
  for (const [row, { key: fieldKey, name }] of fields.entries()) {
    const details = { field: clipped(name), dataset };
    const folded = name.normalize("NFC").toLowerCase();
    const other = alike.get(folded);
    if (name.trim() === "") list.report("FIELD_NAME_MISSING", { fieldKey }, { dataset, place: row + 1 });
    else if (name === unknownName) list.report("FIELD_NAME_RESERVED", { fieldKey }, details);
    else if (!nameText.test(name)) list.report("FIELD_NAME_INVALID", { fieldKey }, details);
    else if (exact.has(name)) list.report("FIELD_NAME_TWICE", { fieldKey }, details);
    else if (other !== undefined) list.report("FIELD_NAME_ALIKE", { fieldKey }, { ...details, other: clipped(other) });
    exact.add(name);
    if (other === undefined) alike.set(folded, name);
  }
}

/** Values for test executions: wrong ones only affect tests, so they are warnings. */
function checkTestData(definition: Definition, list: FindingList): void {
  const byName = new Map(definition.applicationDatasetFields.map((field) => [field.name, field]));
  for (const [item, { name, value }] of definition.applicationTestData.entries()) {
    const field = byName.get(name);
    const place = { property: "applicationTestData", item };
    if (field === undefined) {
      list.report("TEST_VALUE_UNKNOWN", place, { name: clipped(name) });
    } else if (value !== "" && !readLiteral(value, field.type).ok) {
      const wanted = literalWanted[field.type];
      list.report("TEST_VALUE_TYPE", { ...place, fieldKey: field.key }, { name, text: clipped(value), wanted });
    }
  }
}

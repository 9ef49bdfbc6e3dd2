/** Checks of the lists that several node kinds and links share. */
import type { ConditionItem, SetterItem } from "../node-parts.ts";
import { conditionOperatorsFor, setterOperatorsFor } from "../operators.ts";
import { referencesInText, referenceText } from "../references.ts";
import { clipped, type Check } from "./check.ts";

export function checkConditions(items: readonly ConditionItem[], check: Check): void {
  const property = "conditionFields";
  for (const [index, item] of items.entries()) {
    const what = `condition ${index + 1}`;
    const left = check.field(item.leftHandDatasource, item.leftHandFieldname, what, property, index);
    if (left === undefined) continue;
    if (!conditionOperatorsFor(left.type).includes(item.operator)) {
      const details = { where: check.where, what, field: left.name, operator: item.operator, allowed: "== or !=" };
      check.report("OPERATOR_NOT_FOR_STRING", details, property, index);
    }
    check.rightHand(left, item.rightHandDatasource, item.rightHandFieldname, what, property, index);
  }
}

export function checkSetters(items: readonly SetterItem[], property: string, check: Check): void {
  for (const [index, item] of items.entries()) {
    const what = `setter ${index + 1}`;
    const left = check.field("Runtime", item.leftHandFieldname, what, property, index);
    if (left === undefined) continue;
    if (!setterOperatorsFor(left.type).includes(item.operator)) {
      const details = { where: check.where, what, field: left.name, operator: item.operator, allowed: "=" };
      check.report("OPERATOR_NOT_FOR_STRING", details, property, index);
    }
    check.rightHand(left, item.rightHandDatasource, item.rightHandFieldname, what, property, index);
  }
}

const leftover = /\$\{[^{}]*\}?/g;

/** References inside a text, and what looks like one but is not. */
export function checkReferences(text: string, what: string, property: string, check: Check, item?: number): void {
  if (!text.includes("${")) return;
  const references = referencesInText(text);
  for (const { source, key } of references) {
    if (check.exists(source, key)) continue;
    check.report("REFERENCE_UNKNOWN", { where: check.where, what, text: clipped(referenceText(source, "unknown")) }, property, item);
  }
  const starts = new Set(references.map(({ from }) => from));
  for (const match of text.matchAll(leftover)) {
    if (starts.has(match.index)) continue;
    check.report("REFERENCE_MALFORMED", { where: check.where, what, text: clipped(match[0]) }, property, item);
  }
}

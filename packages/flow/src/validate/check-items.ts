/** Checks of the lists that several node kinds and links share. */
import { checkKey } from "../lists/check-key.ts";
import type { ConditionItem, DatasetField, SetterItem } from "../node-parts.ts";
import { conditionOperatorsFor, rightHandOf, setterOperatorsFor } from "../operators.ts";
import { referencesInText, referenceText } from "../references.ts";
import { aType, clipped, type Check } from "./check.ts";

export function checkConditions(items: readonly ConditionItem[], check: Check): void {
  const property = "conditionFields";
  for (const [index, item] of items.entries()) {
    const what = `condition ${index + 1}`;
    const left = check.field(item.leftHandDatasource, item.leftHandFieldname, what, property, index);
    if (left === undefined) continue;
    checkOperator(left, item.operator, conditionOperatorsFor(left.type), what, property, index, check);
    checkComparison(left, item, what, property, index, check);
  }
}

function checkComparison(left: DatasetField, item: ConditionItem, what: string, property: string, index: number, check: Check): void {
  const values = item.rightHandValues ?? [];
  switch (rightHandOf(item.operator)) {
    case "operand":
      check.rightHand(left, item.rightHandDatasource, item.rightHandFieldname, what, property, index);
      break;
    case "list":
      if (values.length === 0) check.report("CONDITION_LIST_EMPTY", { where: check.where, what, field: left.name }, property, index);
      for (const text of values) check.literal(text, left.type, left.name, what, property, index);
      break;
    case "listName": {
      const list = check.list(item.rightHandFieldname);
      if (item.rightHandFieldname === "") check.report("LIST_UNSET", { where: check.where }, property, index);
      else if (list === undefined) check.report("LIST_UNKNOWN", { where: check.where, list: item.rightHandFieldname }, property, index);
      else checkKey(left, list, what, property, check, index);
      break;
    }
    case "bounds":
      for (const text of [values[0] ?? "", values[1] ?? ""]) check.literal(text, left.type, left.name, what, property, index);
      break;
    case "none":
      break;
  }
}

function checkOperator(
  left: DatasetField,
  operator: string,
  allowed: readonly string[],
  what: string,
  property: string,
  index: number,
  check: Check,
): void {
  if (allowed.includes(operator)) return;
  const details = { where: check.where, what, field: left.name, operator, allowed: alternatives(allowed) };
  if (left.type === "String") check.report("OPERATOR_NOT_FOR_STRING", details, property, index);
  else check.report("OPERATOR_NOT_FOR_TYPE", { ...details, type: aType[left.type] }, property, index);
}

function alternatives(operators: readonly string[]): string {
  return operators.length < 2 ? operators.join("") : `${operators.slice(0, -1).join(", ")} or ${operators.at(-1)}`;
}

export function checkSetters(items: readonly SetterItem[], property: string, check: Check): void {
  for (const [index, item] of items.entries()) {
    const what = `setter ${index + 1}`;
    const left = check.field("Runtime", item.leftHandFieldname, what, property, index);
    if (left === undefined) continue;
    checkOperator(left, item.operator, setterOperatorsFor(left.type), what, property, index, check);
    check.rightHand(left, item.rightHandDatasource, item.rightHandFieldname, what, property, index);
  }
}

const leftover = /\$\{[^{}]*\}?/g;

/** References inside a text, and malformed ones. */
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

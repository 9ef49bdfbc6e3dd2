import type { Value, ValuesByName } from "@airlock/engine";
import { isNumberType, readNumberText, rightHandOf, type ConditionItem, type FieldSource, type FieldType } from "@airlock/flow";
import { fieldOf } from "../document/fields-of.ts";
import type { FlowDocument } from "../document/flow-document.ts";

export interface RunValues {
  readonly application: ValuesByName;
  readonly runtime: ValuesByName;
}

export interface ConditionResult {
  /** Undefined where the trace does not have it: whether a key is in a list. */
  readonly held: boolean | undefined;
  /** "Did not hold: age was 34". */
  readonly text: string;
}

/**
 * Why each condition held or did not in a run, to stand beside it. `values` are those the conditions were asked with: a rule's when it
 * was triggered, a link's when its source was left.
 */
export function conditionResults(document: FlowDocument, items: readonly ConditionItem[], values: RunValues): readonly ConditionResult[] {
  return items.map((item) => {
    const left = valueOf(document, item.leftHandDatasource, item.leftHandFieldname, values);
    const type = fieldOf(document, item.leftHandDatasource, item.leftHandFieldname)?.type ?? item.leftHandType;
    const right: Operand =
      rightHandOf(item.operator) !== "operand" || item.rightHandDatasource === "Literal"
        ? { name: undefined, value: literalOf(item.rightHandFieldname, type) }
        : valueOf(document, item.rightHandDatasource, item.rightHandFieldname, values);
    const listed = (item.rightHandValues ?? []).map((text) => literalOf(text, type));
    const held = holds(item.operator, left.value, right.value, listed);
    const told = [left, right].flatMap(({ name, value }) => (name === undefined ? [] : `${name} was ${value ?? "missing"}`));
    return { held, text: `${held === undefined ? "Looked up" : held ? "Held" : "Did not hold"}: ${told.join(" and ")}` };
  });
}

interface Operand {
  /** Undefined for a literal, which people see anyway. */
  readonly name: string | undefined;
  readonly value: Value;
}

function valueOf(document: FlowDocument, source: FieldSource, key: string, values: RunValues): Operand {
  const name = fieldOf(document, source, key)?.name ?? "unknown";
  const given = source === "Application" ? values.application : values.runtime;
  return { name, value: Object.hasOwn(given, name) ? given[name] : undefined };
}

/** As callers know it: a Date is its text. */
function literalOf(text: string, type: FieldType): Value {
  if (type === "Boolean") return text === "true" ? true : text === "false" ? false : undefined;
  if (!isNumberType(type)) return text;
  const number = readNumberText(text, type);
  return number.ok ? number.value : undefined;
}

/** As the engine compares [CO3] [CO4] [CO7] to [CO10]: missing equals only missing, and is neither more nor less than anything. */
function holds(operator: ConditionItem["operator"], left: Value, right: Value, listed: readonly Value[]): boolean | undefined {
  switch (operator) {
    case "==":
      return left === right;
    case "!=":
      return left !== right;
    case ">":
      return isOrdered(right, left) && left !== right;
    case "<":
      return isOrdered(left, right) && left !== right;
    case ">=":
      return isOrdered(right, left);
    case "<=":
      return isOrdered(left, right);
    case "between":
      return isOrdered(listed[0], left) && isOrdered(left, listed[1]);
    case "in":
      return left !== undefined && listed.includes(left);
    case "not in":
      return left === undefined || !listed.includes(left);
    case "contains":
      return typeof left === "string" && typeof right === "string" && left.includes(right);
    case "starts with":
      return typeof left === "string" && typeof right === "string" && left.startsWith(right);
    case "is missing":
      return left === undefined;
    // A trace has no rows of lists.
    case "in list":
    case "not in list":
      return undefined;
  }
}

/** Two numbers, or two dates, whose texts are ordered as they are. */
function isOrdered(first: Value, second: Value): boolean {
  if (typeof first === "number" && typeof second === "number") return first <= second;
  return typeof first === "string" && typeof second === "string" && first <= second;
}

/** Whether all of it held: && binds tighter than ||, and nothing asked is nothing refused. */
export function allHeld(items: readonly ConditionItem[], results: readonly ConditionResult[]): boolean {
  if (items.length === 0) return true;
  let isGroup = true;
  for (const [index, item] of items.entries()) {
    if (index > 0 && item.conditionalOperator === "||") {
      if (isGroup) return true;
      isGroup = true;
    }
    isGroup &&= results[index]?.held === true;
  }
  return isGroup;
}

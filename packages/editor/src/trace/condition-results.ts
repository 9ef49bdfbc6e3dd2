import type { Value, ValuesByName } from "@airlock/engine";
import { isNumberType, readNumberText, rightHandOf, type ConditionItem, type FieldSource, type FieldType } from "@airlock/flow";
import { fieldOf } from "../document/fields-of.ts";
import type { FlowDocument } from "../document/flow-document.ts";

export interface RunValues {
  readonly application: ValuesByName;
  readonly runtime: ValuesByName;
  /** The links that the run took, where they are known. */
  readonly linksTaken?: ReadonlySet<string>;
}

export interface ConditionResult {
  /** Undefined for a lookup in a list: its rows are not known here. */
  readonly held: boolean | undefined;
  /** "Did not hold: age was 34", "Looked up in Blocked countries: country was NL". */
  readonly text: string;
}

/**
 * Why each condition held or did not in a run, to be shown beside it. `values` are those with which the conditions were evaluated: a rule's
 * when it was triggered, a link's when its source was left.
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
    const compared = [left, right].flatMap(({ name, value }) => (name === undefined ? [] : `${name} was ${value ?? "missing"}`));
    const verdict = held === undefined ? `Looked up in ${item.rightHandFieldname}` : held ? "Held" : "Did not hold";
    return { held, text: `${verdict}: ${compared.join(" and ")}` };
  });
}

interface Operand {
  /** Undefined for a literal, which is visible anyway. */
  readonly name: string | undefined;
  readonly value: Value;
}

function valueOf(document: FlowDocument, source: FieldSource, key: string, values: RunValues): Operand {
  const name = fieldOf(document, source, key)?.name ?? "unknown";
  const given = source === "Application" ? values.application : values.runtime;
  return { name, value: Object.hasOwn(given, name) ? given[name] : undefined };
}

/** In the notation of the API: a Date is its text. */
export function literalOf(text: string, type: FieldType): Value {
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
    // [CO12] No list contains a missing value. For others the rows of the list would be needed.
    case "in list":
      return left === undefined ? false : undefined;
    case "not in list":
      return left === undefined ? true : undefined;
  }
}

/** Two numbers, or two dates, whose texts are ordered as they are. */
function isOrdered(first: Value, second: Value): boolean {
  if (typeof first === "number" && typeof second === "number") return first <= second;
  return typeof first === "string" && typeof second === "string" && first <= second;
}

/**
 * Whether all of it held: && binds tighter than ||, and an empty condition holds. Undefined if that depends on a condition whose result is
 * unknown.
 */
export function allHeld(items: readonly ConditionItem[], results: readonly ConditionResult[]): boolean | undefined {
  const groups: (boolean | undefined)[][] = [[]];
  for (const [index, item] of items.entries()) {
    if (index > 0 && item.conditionalOperator === "||") groups.push([]);
    groups.at(-1)?.push(results[index]?.held);
  }
  const held = groups.map((group) => (group.includes(false) ? false : group.includes(undefined) ? undefined : true));
  return held.includes(true) ? true : held.includes(undefined) ? undefined : false;
}

import { readNumberText, type ConditionItem, type FieldSource } from "@airlock/flow";
import { fieldOf } from "../document/fields-of.ts";
import type { FlowDocument } from "../document/flow-document.ts";

export interface RunValues {
  readonly application: Readonly<Record<string, string | number>>;
  readonly runtime: Readonly<Record<string, string | number>>;
}

export interface ConditionResult {
  readonly held: boolean;
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
    const right =
      item.rightHandDatasource === "Literal"
        ? literalOf(document, item)
        : valueOf(document, item.rightHandDatasource, item.rightHandFieldname, values);
    const held = holds(item.operator, left.value, right.value);
    const told = [left, right].flatMap(({ name, value }) => (name === undefined ? [] : `${name} was ${value ?? "missing"}`));
    return { held, text: `${held ? "Held" : "Did not hold"}: ${told.join(" and ")}` };
  });
}

interface Operand {
  /** Undefined for a literal, which people see anyway. */
  readonly name: string | undefined;
  readonly value: string | number | undefined;
}

function valueOf(document: FlowDocument, source: FieldSource, key: string, values: RunValues): Operand {
  const name = fieldOf(document, source, key)?.name ?? "unknown";
  const given = source === "Application" ? values.application : values.runtime;
  return { name, value: Object.hasOwn(given, name) ? given[name] : undefined };
}

function literalOf(document: FlowDocument, item: ConditionItem): Operand {
  const type = fieldOf(document, item.leftHandDatasource, item.leftHandFieldname)?.type ?? item.leftHandType;
  if (type === "String") return { name: undefined, value: item.rightHandFieldname };
  const number = readNumberText(item.rightHandFieldname, type);
  return { name: undefined, value: number.ok ? number.value : undefined };
}

/** As the engine compares [CO3] [CO4]: missing equals only missing, and is neither more nor less than anything. */
function holds(operator: ConditionItem["operator"], left: string | number | undefined, right: string | number | undefined): boolean {
  if (operator === "==") return left === right;
  if (operator === "!=") return left !== right;
  if (typeof left !== "number" || typeof right !== "number") return false;
  switch (operator) {
    case ">":
      return left > right;
    case "<":
      return left < right;
    case ">=":
      return left >= right;
    case "<=":
      return left <= right;
  }
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

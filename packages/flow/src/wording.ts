/** How the parts of a rule read to people; the same words stand on the canvas, in findings and in a diff. */
import type { CalculationItem, ConditionItem, OperandSource, SetterItem } from "./definition.ts";
import type { FieldName } from "./kinds/kind.ts";

export function operandText(source: OperandSource, text: string, fieldName: FieldName): string {
  return source === "Literal" ? text : fieldName(source, text);
}

export function conditionText(item: ConditionItem, fieldName: FieldName): string {
  const left = fieldName(item.leftHandDatasource, item.leftHandFieldname);
  return `${left} ${item.operator} ${operandText(item.rightHandDatasource, item.rightHandFieldname, fieldName)}`;
}

/** All conditions: "age < 18 or residency != NL". */
export function conditionsText(items: readonly ConditionItem[], fieldName: FieldName): string {
  return items
    .map((item, index) => {
      const joined = conditionText(item, fieldName);
      return index === 0 ? joined : `${item.conditionalOperator === "&&" ? "and" : "or"} ${joined}`;
    })
    .join(" ");
}

export function setterText(item: SetterItem, fieldName: FieldName): string {
  const right = operandText(item.rightHandDatasource, item.rightHandFieldname, fieldName);
  return `${fieldName("Runtime", item.leftHandFieldname)} ${item.operator} ${right}`;
}

/** A calculation as a formula, its levels as parentheses. */
export function calculationText(items: readonly CalculationItem[], fieldName: FieldName): string {
  // Parentheses around everything say nothing.
  const outermost = items.reduce((least, item) => Math.min(least, item.level), Infinity);
  let text = "";
  let depth = 0;
  for (const [index, item] of items.entries()) {
    const deeper = item.level - outermost - depth;
    if (deeper < 0) text += ")".repeat(-deeper);
    if (index > 0) text += ` ${item.operator} `;
    if (deeper > 0) text += "(".repeat(deeper);
    depth += deeper;
    text += operandText(item.datasource, item.fieldKey, fieldName);
  }
  return text + ")".repeat(depth);
}

export function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}

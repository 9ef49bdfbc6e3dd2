/** How the parts of a rule are written: the same words on the canvas, in findings and in a diff. */
import type { CalculationItem, ConditionItem, OperandSource, SetterItem } from "./node-parts.ts";
import type { FieldName } from "./node-parts.ts";
import { rightHandOf } from "./operators.ts";

function operandText(source: OperandSource, text: string, fieldName: FieldName): string {
  return source === "Literal" ? text : fieldName(source, text);
}

export function conditionText(item: ConditionItem, fieldName: FieldName): string {
  const left = `${fieldName(item.leftHandDatasource, item.leftHandFieldname)} ${item.operator}`;
  const values = item.rightHandValues ?? [];
  switch (rightHandOf(item.operator)) {
    case "operand":
      return `${left} ${operandText(item.rightHandDatasource, item.rightHandFieldname, fieldName)}`;
    case "listName":
      return `${left} ${item.rightHandFieldname}`;
    case "list":
      return `${left} ${values.join(", ")}`;
    case "bounds":
      return `${left} ${values[0] ?? ""} and ${values[1] ?? ""}`;
    case "none":
      return left;
  }
}

/** All conditions: "age < 18 or (residency != NL and score < 300)". "and" comes before "or", which parentheses show. */
export function conditionsText(items: readonly ConditionItem[], fieldName: FieldName): string {
  const groups: string[][] = [];
  for (const [index, item] of items.entries()) {
    const text = conditionText(item, fieldName);
    const group = groups.at(-1);
    if (index === 0 || item.conditionalOperator === "||" || group === undefined) groups.push([text]);
    else group.push(text);
  }
  return groups.map((group) => (group.length > 1 && groups.length > 1 ? `(${group.join(" and ")})` : group.join(" and "))).join(" or ");
}

export function setterText(item: SetterItem, fieldName: FieldName): string {
  const right = operandText(item.rightHandDatasource, item.rightHandFieldname, fieldName);
  return `${fieldName("Runtime", item.leftHandFieldname)} ${item.operator} ${right}`;
}

/** A calculation as a formula, its levels as parentheses. */
export function calculationText(items: readonly CalculationItem[], fieldName: FieldName): string {
  // Parentheses around everything are redundant.
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

/** "A, B and C", with at most five of them named. */
export function listed(names: readonly string[], joined = "and"): string {
  const shown = names.length > 5 ? [...names.slice(0, 4), `${names.length - 4} more`] : names;
  return shown.length < 2 ? shown.join("") : `${shown.slice(0, -1).join(", ")} ${joined} ${shown.at(-1)}`;
}

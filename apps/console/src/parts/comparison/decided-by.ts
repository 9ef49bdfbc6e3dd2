import type { ComparedRecordFields } from "@airlock/contract";

/** "total 472, needs >= 480": the value and the condition of the new flow that sent a record another way. */
export function decidedByText({ decidedBy }: Pick<ComparedRecordFields, "decidedBy">): string | undefined {
  if (decidedBy === undefined) return undefined;
  const { left, operator, right, holds } = decidedBy;
  const wanted = right.field === undefined ? rightText(decidedBy) : `${operator} ${right.field} (${valueText(right.value)})`;
  return `${left.field} ${valueText(left.value)}, ${holds ? "meets" : "needs"} ${wanted}`;
}

function rightText({ operator, right: { value, values } }: NonNullable<ComparedRecordFields["decidedBy"]>): string {
  if (operator === "is missing") return operator;
  return `${operator} ${values === undefined ? valueText(value) : values.map(valueText).join(operator === "between" ? " and " : ", ")}`;
}

function valueText(value: string | number | boolean | undefined): string {
  if (value === undefined) return "missing";
  return value === "" ? '""' : String(value);
}

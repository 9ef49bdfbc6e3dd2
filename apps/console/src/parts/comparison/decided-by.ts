import type { ComparedRecordFields } from "@airlock/contract";

/**
 * "total 472, needs >= 480": the value and the condition of the new flow that sent a record another way. Or "row 5, was row 3" of a
 * Decision Table.
 */
export function decidedByText({ decidedBy, tableRows }: Pick<ComparedRecordFields, "decidedBy" | "tableRows">): string | undefined {
  if (tableRows !== undefined) {
    const [old, now] = [rowsText(tableRows.left), rowsText(tableRows.right)];
    return old === now ? `${now} in both` : `${now}, was ${old}`;
  }
  if (decidedBy === undefined) return undefined;
  const { left, operator, right, holds } = decidedBy;
  const wanted = right.field === undefined ? rightText(decidedBy) : `${operator} ${right.field} (${valueText(right.value)})`;
  return `${left.field} ${valueText(left.value)}, ${holds ? "meets" : "needs"} ${wanted}`;
}

function rowsText([first, ...rest]: readonly number[]): string {
  if (first === undefined) return "no row";
  return rest.length === 0 ? `row ${first + 1}` : `rows ${[first, ...rest].map((row) => row + 1).join(", ")}`;
}

function rightText({ operator, right: { value, values } }: NonNullable<ComparedRecordFields["decidedBy"]>): string {
  if (operator === "is missing") return operator;
  return `${operator} ${values === undefined ? valueText(value) : values.map(valueText).join(operator === "between" ? " and " : ", ")}`;
}

function valueText(value: string | number | boolean | undefined): string {
  if (value === undefined) return "missing";
  return value === "" ? '""' : String(value);
}

import { anyCell, hasValue, readCell, readDateText, type DecisionTableNode } from "@airlock/flow";
import { fieldOf } from "../document/fields-of.ts";
import type { FlowDocument } from "../document/flow-document.ts";
import type { RunValues } from "../trace/condition-results.ts";
import { fieldOfColumn } from "./cells.ts";

const none: ReadonlySet<number> = new Set();

/**
 * The rows that match the values of a run: only the first with *first match*. None is shown for a table with a formula as a column, which
 * only the engine can compute.
 */
export function matchedRows(document: FlowDocument, node: DecisionTableNode, values: RunValues | undefined): ReadonlySet<number> {
  if (values === undefined) return none;
  const inputs = node.inputColumns.map(({ formula }) => {
    const column = fieldOfColumn(formula);
    const field = column && fieldOf(document, column.source, column.key);
    if (column === undefined || field === undefined) return undefined;
    const given = column.source === "Application" ? values.application : values.runtime;
    return { type: field.type, value: Object.hasOwn(given, field.name) ? given[field.name] : undefined };
  });
  const matching = [...node.tableRows.entries()].flatMap(([row, { inputs: cells }]) => {
    const isMatch = inputs.every((input, column) => {
      const read = input && readCell(cells[column] ?? anyCell, input.type);
      return input !== undefined && read?.ok === true && hasValue(read.values, heldValue(input.type, input.value));
    });
    return isMatch ? [row] : [];
  });
  return new Set(node.hitPolicy === "first" ? matching.slice(0, 1) : matching);
}

/** As cells compare it: a Boolean as 0 or 1, a Date as its day number. */
function heldValue(type: string, value: string | number | boolean | undefined): string | number | undefined {
  if (typeof value === "boolean") return value ? 1 : 0;
  return type === "Date" && typeof value === "string" ? readDateText(value) : value;
}

/** Fixes that add, delete or reset a row. */
import { ruleToSetState } from "../commands/convert-node.ts";
import { addRow, changeRow, removeRow, replaceRows } from "../commands/rows.ts";
import { combine } from "../commands/combine.ts";
import { withinLevels } from "../rules/calculation-rules.ts";
import { rowLists, rowsOf } from "../rows/registry.ts";
import type { ListName, RowTypes } from "../rows/row-list.ts";
import { ownerOf } from "./owner-of.ts";
import { daring, safe, type Fixer } from "./quick-fix.ts";

/** The row has no effect: an earlier one is equivalent, or it is never reached. */
export function deleteRow(list: ListName): Fixer {
  return ({ document, finding }) => {
    const found = ownerOf(document, finding);
    if (found === undefined || finding.item === undefined) return [];
    return [safe(`Delete ${rowLists[list].one} ${finding.item + 1}`, removeRow(found.owner, list, finding.item))];
  };
}

/** The row repeats the name of an earlier one. Fix all deletes it only where both have the same value: otherwise a person chooses. */
export function deleteRepeatedRow(list: "headers" | "inputFields" | "lookupOutputs"): Fixer {
  return (context) => {
    const { document, finding } = context;
    const thing = ownerOf(document, finding)?.thing;
    const rows = thing === undefined || finding.item === undefined ? [] : (rowsOf(thing, list) ?? []).slice(0, finding.item + 1);
    const [repeated, ...earlier] = rows.map(meaningOf).toReversed();
    const hasSameValue = repeated !== undefined && earlier.includes(repeated);
    return deleteRow(list)(context).map(({ label, command }) => (hasSameValue ? safe(label, command) : daring(label, command)));
  };
}

/** Names of headers have no case. */
function meaningOf(row: RowTypes["headers" | "inputFields" | "lookupOutputs"]): string {
  if ("column" in row) return JSON.stringify([row.column, row.resultField]);
  return JSON.stringify("key" in row ? [row.key.toLowerCase(), row.value] : [row.name, row.datasource, row.fieldKey]);
}

/** Opens the first row for the user to fill in; this alone fixes nothing. */
export function beginRow(list: ListName): Fixer {
  return ({ document, finding, newId }) => {
    const found = ownerOf(document, finding);
    const { one } = rowLists[list];
    const label = `Add ${/^[aeiou]/.test(one) ? "an" : "a"} ${one}`;
    return found === undefined ? [] : [daring(label, addRow(found.owner, list, newId()))];
  };
}

export const beginFormula: Fixer = ({ document, finding }) => {
  const found = ownerOf(document, finding);
  if (found === undefined) return [];
  const add = addRow(found.owner, "calculations", "");
  return [daring("Add two items", combine("Add two items", [add, add]))];
};

/** Every type has these two. */
export const plainOperator: Fixer = ({ document, finding }) => {
  const found = ownerOf(document, finding);
  const { item, property } = finding;
  if (found === undefined || item === undefined) return [];
  if (property === "conditionFields") return [daring("Use ==", changeRow(found.owner, property, item, { operator: "==" }))];
  if (property === "thenFields" || property === "setFields")
    return [daring("Use =", changeRow(found.owner, property, item, { operator: "=" }))];
  return [];
};

export const toSetState: Fixer = ({ document, finding }) => {
  const node = document.nodes.get(finding.nodeId ?? "");
  if (node?.type !== "EasyRule" || node.thenFields.length === 0) return [];
  return [daring("Turn into a Set State", ruleToSetState(node.id))];
};

export const levelsOut: Fixer = ({ document, finding }) => {
  const node = document.nodes.get(finding.nodeId ?? "");
  const rows = node === undefined ? undefined : rowsOf(node, "calculations");
  if (node === undefined || rows === undefined) return [];
  const deepest = Math.max(...rows.map((row) => row.level));
  const fixed = withinLevels(rows);
  // Levels that no rule sets right are parentheses around everything.
  const plain = fixed === rows ? rows.map((row) => ({ ...row, level: Math.min(row.level, Math.max(0, deepest - 1)) })) : fixed;
  return [safe("Move the deepest items out", replaceRows({ node: node.id }, "calculations", plain, "Move items out in"))];
};

export const trimValue: Fixer = ({ document, finding }) => {
  const node = document.nodes.get(finding.nodeId ?? "");
  const value = node?.type === "ListScore" && finding.item !== undefined ? node.values[finding.item]?.value : undefined;
  if (node === undefined || value === undefined || finding.item === undefined) return [];
  // Other texts match afterwards.
  return [daring("Remove the space", changeRow({ node: node.id }, "values", finding.item, { value: value.trim() }))];
};

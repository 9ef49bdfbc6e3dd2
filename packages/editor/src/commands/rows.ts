/** Adding, changing, deleting and moving the rows of a node's or link's lists: the same for all of them, by the rules of each. */
import { limits, referencesToKeys, type FlowLink, type FlowNode } from "@airlock/flow";
import { putLinks, putNodes } from "../document/edit-document.ts";
import { definitionOf, type FlowDocument } from "../document/flow-document.ts";
import { linkTitle, nodeTitle } from "../document/titles.ts";
import { grouped, refusal } from "../rules/refusal.ts";
import { rowLists, rowsOf, withRows } from "../rows/registry.ts";
import type { ListName, RowTypes } from "../rows/row-list.ts";
import { asNewFork } from "./branches.ts";
import { done, refused, type Command, type Done, type Executed } from "./command.ts";

export type RowOwner = { readonly node: string } | { readonly link: string };

type Edited<List extends ListName> =
  | { readonly rows: readonly RowTypes[List][]; readonly name: string; readonly mergeWith?: string }
  | Extract<Executed, { readonly ok: false }>;

/** Adds a row with its defaults and the given values; at the end by default. */
export function addRow<List extends ListName>(
  owner: RowOwner,
  list: List,
  id: string,
  given: Partial<RowTypes[List]> = {},
  place?: number,
): Command {
  return (document) =>
    edit(document, owner, list, (rows, title, thing) => {
      const rules = rowLists[list];
      if (rows.length >= rules.max) return no("ROWS_FULL", rules.max);
      const at = Math.min(rows.length, Math.max(0, place ?? rows.length));
      const fresh = rules.newRow(rows.slice(0, at), id);
      const row = rules.follow({ ...fresh, ...toStored(document, list, given) }, fresh, document);
      const reason = rules.whyNot(row, fresh, thing, document);
      if (reason !== undefined) return { ok: false, refusal: reason };
      return { rows: rows.toSpliced(at, 0, row), name: `Add ${rules.one} to ${title}` };
    });
}

/** Changes a row. What depends on the change follows: a condition's operator and literal fit its field again. */
export function changeRow<List extends ListName>(owner: RowOwner, list: List, row: number, changes: Partial<RowTypes[List]>): Command {
  return (document) =>
    edit(document, owner, list, (rows, title, thing) => {
      const rules = rowLists[list];
      const before = rows[row];
      if (before === undefined) return { ok: false, refusal: refusal("ROW_GONE") };
      const after = rules.follow({ ...before, ...toStored(document, list, changes) }, before, document);
      const reason = rules.whyNot(after, before, thing, document);
      if (reason !== undefined) return { ok: false, refusal: reason };
      const isSame = JSON.stringify(after) === JSON.stringify(before);
      return {
        rows: isSame ? rows : rows.with(row, after),
        name: `Change ${rules.one} ${row + 1} of ${title}`,
        mergeWith: `${list} ${row} ${Object.keys(changes).join(" ")} ${idOf(owner)}`,
      };
    });
}

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- inside, it ties the rows to the rules of their own list.
export function removeRow<List extends ListName>(owner: RowOwner, list: List, row: number): Command {
  return (document) =>
    edit(document, owner, list, (rows, title) => {
      const rules = rowLists[list];
      if (rows[row] === undefined) return { ok: false, refusal: refusal("ROW_GONE") };
      const reason = rules.whyNotRemove?.(rows, row);
      if (reason !== undefined) return { ok: false, refusal: reason };
      const left = rows.toSpliced(row, 1);
      return { rows: rules.settle?.(left) ?? left, name: `Delete ${rules.one} ${row + 1} of ${title}` };
    });
}

/** Moves a row to another place; the others close up. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- inside, it ties the rows to the rules of their own list.
export function moveRow<List extends ListName>(owner: RowOwner, list: List, from: number, to: number): Command {
  return (document) =>
    edit(document, owner, list, (rows, title) => {
      const rules = rowLists[list];
      const row = rows[from];
      if (row === undefined || rows[to] === undefined) return { ok: false, refusal: refusal("ROW_GONE") };
      return {
        rows: from === to ? rows : rows.toSpliced(from, 1).toSpliced(to, 0, row),
        name: `Move ${rules.one} ${from + 1} of ${title}`,
      };
    });
}

/** Replaces all rows. */
export function replaceRows<List extends ListName>(owner: RowOwner, list: List, rows: readonly RowTypes[List][], name: string): Command {
  return (document) =>
    edit(document, owner, list, (before, title, thing) => {
      const rules = rowLists[list];
      if (rows.length > rules.max) return no("ROWS_FULL", rules.max);
      for (const row of rows) {
        const reason = before.includes(row) ? undefined : rules.whyNot(row, rules.newRow([], ""), thing, document);
        if (reason !== undefined) return { ok: false, refusal: reason };
      }
      return { rows, name: `${name} ${title}` };
    });
}

function edit<List extends ListName>(
  document: FlowDocument,
  owner: RowOwner,
  list: List,
  change: (rows: readonly RowTypes[List][], title: string, thing: FlowNode | FlowLink) => Edited<List>,
): Executed {
  const thing = "node" in owner ? document.nodes.get(owner.node) : document.links.get(owner.link);
  if (thing === undefined) return refused(refusal("node" in owner ? "NODE_GONE" : "LINK_GONE"));
  const rows = rowsOf(thing, list);
  if (rows === undefined) return refused(refusal("LIST_GONE"));
  const title = "type" in thing ? nodeTitle(thing) : linkTitle(document, thing);
  const edited = change(rows, title, thing);
  if ("ok" in edited) return edited;
  const more: Pick<Done, "mergeWith"> = edited.mergeWith === undefined ? {} : { mergeWith: edited.mergeWith };
  if (edited.rows === rows) return done(edited.name, document, more);
  if ("type" in thing) return done(edited.name, putNodes(document, [withRows(thing, list, edited.rows)]), more);
  const link = withRows(thing, list, edited.rows);
  // A link with conditions is not an otherwise.
  const isOtherwise = link.otherwise && link.conditionFields.length === 0;
  const changed = putLinks(document, [{ ...link, otherwise: isOtherwise }]);
  return done(edited.name, asNewFork(document, changed, link.source), more);
}

/** The value of a header is text with references, passed as users type it. */
function toStored<List extends ListName>(document: FlowDocument, list: List, given: Partial<RowTypes[List]>): Partial<RowTypes[List]> {
  if (list !== "headers" || !("value" in given) || typeof given.value !== "string" || given.value.length > limits.headerLength)
    return given;
  return { ...given, value: referencesToKeys(given.value, definitionOf(document)) };
}

function no(code: "ROWS_FULL", max: number): Extract<Executed, { readonly ok: false }> {
  return { ok: false, refusal: refusal(code, { max: grouped(max) }) };
}

function idOf(owner: RowOwner): string {
  return "node" in owner ? owner.node : owner.link;
}

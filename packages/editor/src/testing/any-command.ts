/** Random commands, including ones that will be refused. Chosen by numbers, so that they fit any document. */
import {
  calculationOperators,
  conditionOperators,
  fieldTypes,
  nodeKinds,
  operandSources,
  setterOperators,
  type FieldSource,
  type FlowLink,
  type FlowNode,
} from "@airlock/flow";
import * as fc from "fast-check";
import { clipboardText, readClipboard } from "../clipboard/clipboard-text.ts";
import { copySelection } from "../clipboard/copy-selection.ts";
import { addLinkedNode, addNode } from "../commands/add-node.ts";
import { addNodeIntoLink } from "../commands/add-node-into-link.ts";
import { alignNodes, arrangeNodes, distributeNodes } from "../commands/arrange.ts";
import { indentItem, outdentItem } from "../commands/calculation-levels.ts";
import { changeNode, recolourNodes, renameNode } from "../commands/change-node.ts";
import type { Command } from "../commands/command.ts";
import { addComment, deleteComment, moveComment, writeComment } from "../commands/comments.ts";
import { ruleToSetState } from "../commands/convert-node.ts";
import { deleteSelection, dissolveNode } from "../commands/delete-selection.ts";
import { addField, deleteField, moveField, renameField, requireField, retypeField } from "../commands/fields.ts";
import { addLink, labelLink, markOtherwise, moveLink, relink } from "../commands/links.ts";
import { setMockResponse, setMockScore } from "../commands/mocks.ts";
import { moveNodes, nudgeNodes } from "../commands/move-nodes.ts";
import { duplicate, paste } from "../commands/paste.ts";
import { pasteFields } from "../commands/paste-fields.ts";
import { pasteScoreTable } from "../commands/paste-score-table.ts";
import { replaceDefinition } from "../commands/replace-definition.ts";
import { setReasonText } from "../commands/reason-texts.ts";
import { addRow, changeRow, moveRow, removeRow, type RowOwner } from "../commands/rows.ts";
import { changeTestCase, replaceTestCases } from "../commands/test-cases.ts";
import { removeTestValue, setTestValue } from "../commands/test-data.ts";
import { fieldsOf } from "../document/fields-of.ts";
import { definitionOf, type FlowDocument } from "../document/flow-document.ts";
import { propertiesOf } from "../kinds/registry.ts";
import { listsOf, rowsOf } from "../rows/registry.ts";
import { selectionOf } from "../selection/selection.ts";
import { refusal } from "../rules/refusal.ts";

/** Numbers to choose by, and a text to type. */
export interface Throw {
  readonly command: number;
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly text: string;
}

export const anyThrow: fc.Arbitrary<Throw> = fc.record({
  command: fc.nat({ max: 999 }),
  a: fc.nat({ max: 9_999 }),
  b: fc.nat({ max: 9_999 }),
  c: fc.nat({ max: 9_999 }),
  text: fc.oneof(
    fc.constantFrom(
      "",
      "-",
      "0",
      "18",
      "007",
      "2.5",
      "-0.",
      "1e5",
      "NL",
      "${application.age}",
      "https://example.com/${runtime.total}",
      "unknown",
      "a b",
    ),
    fc.string({ maxLength: 8 }),
  ),
});

const nothing: Command = () => ({ ok: false, refusal: refusal("NOTHING_SELECTED") });

function pick<Item>(items: readonly Item[], number: number): Item | undefined {
  return items[number % Math.max(1, items.length)];
}

const sourceOf = (number: number): FieldSource => (number % 2 === 0 ? "Application" : "Runtime");

/** Some of the nodes: every third, every fifth, or so. */
function someNodes(document: FlowDocument, { a, b }: Throw): readonly string[] {
  return document.nodes
    .toArray()
    .filter((_, index) => (index * 7 + a) % (2 + (b % 5)) === 0)
    .map((node) => node.id);
}

/** Each makes a command for the document as it is. */
export const makers: Readonly<Record<string, (document: FlowDocument, by: Throw, newId: () => string) => Command>> = {
  addNode: (_, { a, b, c }, newId) => addNode({ kind: pick(nodeKinds, a) ?? "End", id: newId(), x: b - 5_000, y: c - 5_000 }),
  addLinkedNode: (document, { a, b, c }, newId) =>
    addLinkedNode(nodeAt(document, a)?.id ?? "", { kind: pick(nodeKinds, b) ?? "End", id: newId(), x: c, y: b }, newId()),
  addNodeIntoLink: (document, { a, b }, newId) =>
    addNodeIntoLink({ kind: pick(nodeKinds, a) ?? "End", id: newId(), linkId: linkAt(document, b)?.id ?? "", newLinkId: newId() }),
  addLink: (document, { a, b }, newId) => addLink(newId(), nodeAt(document, a)?.id ?? "", nodeAt(document, b)?.id ?? ""),
  relink: (document, { a, b, c }) =>
    relink(
      linkAt(document, a)?.id ?? "",
      c % 2 === 0 ? { source: nodeAt(document, b)?.id ?? "" } : { target: nodeAt(document, b)?.id ?? "" },
    ),
  labelLink: (document, { a, text }) => labelLink(linkAt(document, a)?.id ?? "", text),
  markOtherwise: (document, { a, b }) => markOtherwise(linkAt(document, a)?.id ?? "", b % 2 === 0),
  moveLink: (document, { a, b }) => moveLink(linkAt(document, a)?.id ?? "", b % 4),
  moveNodes: (document, by) => moveNodes(someNodes(document, by), { x: by.c - 5_000, y: by.b - 5_000 }),
  nudge: (document, by) => nudgeNodes(someNodes(document, by), pick(["left", "right", "up", "down"] as const, by.c) ?? "up"),
  rename: (document, { a, text }) => renameNode(nodeAt(document, a)?.id ?? "", text),
  recolour: (document, by) => recolourNodes(someNodes(document, by), pick(["#00c0ff", "rgb(1,2,3)", "red; x", by.text], by.c) ?? ""),
  changeNode: (document, by) => changeAny(document, by),
  addRow: (document, by, newId) => rowCommand(document, by, 0, (owner, list) => addRow(owner, list, newId())),
  changeRow: (document, by) => changeAnyRow(document, by),
  removeRow: (document, by) => rowCommand(document, by, 1, (owner, list, row) => removeRow(owner, list, row)),
  moveRow: (document, by) => rowCommand(document, by, 2, (owner, list, row, count) => moveRow(owner, list, row, by.b % count)),
  indent: (document, { a, b }) => indentItem(calculationAt(document, a)?.id ?? "", b % 5),
  outdent: (document, { a, b }) => outdentItem(calculationAt(document, a)?.id ?? "", b % 5),
  pasteTable: (document, { a, b, text }, newId) =>
    pasteScoreTable(nodeAt(document, a)?.id ?? "", {
      text: pick(["0\t10\t5\n10\t\t7\tR1", "car\t5\nboat\t7", text], b) ?? "",
      newId,
      mode: b % 2 === 0 ? "replace" : "append",
    }),
  delete: (document, by) => deleteSelection(selectionOf(someNodes(document, { ...by, b: by.b + 3 }).slice(0, 4))),
  deleteLink: (document, { a }) => deleteSelection(selectionOf([], [linkAt(document, a)?.id ?? ""])),
  dissolve: (document, { a }) => dissolveNode(nodeAt(document, a)?.id ?? ""),
  duplicate: (document, by, newId) => duplicate(selectionOf(someNodes(document, by).slice(0, 6)), newId),
  paste: (document, by, newId) => pasteFrom(document, by, newId),
  align: (document, by) =>
    alignNodes(someNodes(document, by), pick(["left", "centre", "right", "top", "middle", "bottom"] as const, by.c) ?? "top"),
  distribute: (document, by) => distributeNodes(someNodes(document, by), by.c % 2 === 0 ? "horizontally" : "vertically"),
  arrange: (document, by) => arrangeNodes(by.c % 2 === 0 ? undefined : someNodes(document, by)),
  convert: (document, { a }) => ruleToSetState(nodeAt(document, a)?.id ?? ""),
  addField: (_, { a, b, text }, newId) =>
    addField(sourceOf(a), { key: newId(), ...(b % 3 === 0 ? { name: text } : {}), type: pick(fieldTypes, b) ?? "String" }),
  pasteFields: (_, { a, b, text }, newId) =>
    pasteFields(sourceOf(a), pick(["age\tInteger\trequired\nname", '{"rate": 0.5, "age": 3}', text], b) ?? "", newId),
  renameField: (document, { a, b, text }) => renameField(sourceOf(a), fieldAt(document, a, b), text),
  requireField: (document, { a, b, c }) => requireField(sourceOf(a), fieldAt(document, a, b), c % 2 === 0),
  moveField: (document, { a, b, c }) => moveField(sourceOf(a), fieldAt(document, a, b), c % 5),
  retypeField: (document, { a, b, c }) => retypeField(sourceOf(a), fieldAt(document, a, b), pick(fieldTypes, c) ?? "String"),
  deleteField: (document, { a, b }) => deleteField(sourceOf(a), fieldAt(document, a, b)),
  setTestValue: (document, { b, text }) => setTestValue(pick(document.applicationFields, b)?.name ?? "", text),
  removeTestValue: (_, { a }) => removeTestValue(a % 5),
  setMockResponse: (document, { a, b, text }) =>
    setMockResponse(
      nodeAt(document, a)?.id ?? "",
      b % 4 === 0 ? undefined : { status: b % 1_200, body: text, ...(b % 3 === 0 ? { live: true } : {}) },
    ),
  setReasonText: (_document, { a, text }) => setReasonText(`R${a % 5}`, text),
  setMockScore: (document, { a, b }) => setMockScore(nodeAt(document, a)?.id ?? "", b % 3 === 0 ? undefined : b),
  addComment: (_, { a, b, text }, newId) =>
    addComment({ id: newId(), x: a, y: b, text, author: "Iris", createdDate: "2026-11-15T10:00:00.000Z" }),
  writeComment: (document, { a, text }) => writeComment(pick(document.comments, a)?.id ?? "", text),
  moveComment: (document, { a, b, c }) => moveComment(pick(document.comments, a)?.id ?? "", { x: b, y: c }),
  deleteComment: (document, { a }) => deleteComment(pick(document.comments, a)?.id ?? ""),
  addTestCase: (document, { text }, newId) =>
    replaceTestCases([...document.testCases, { id: newId(), name: text, input: { age: 18 }, expect: { runtimeData: {} } }], "Add a case"),
  changeTestCase: (document, { a, text }) => {
    const one = pick(document.testCases, a);
    return one === undefined ? nothing : changeTestCase({ ...one, name: text }, "name");
  },
  // As a merge or a restored save does it: rarely, because it replaces everything else.
  replaceDefinition: (document, { a, text }) => {
    const { solutionDefinition, ...fields } = definitionOf(document);
    const nodes = solutionDefinition.nodes.map((node, place) => (place > 0 && place % 7 === a % 7 ? { ...node, label: text } : node));
    return replaceDefinition({ ...fields, solutionDefinition: { ...solutionDefinition, nodes } }, "Restore");
  },
};

/** More frequent commands, so that there is something to change, to move and to delete. */
const often = [
  "addNode",
  "addLink",
  "addRow",
  "addRow",
  "addRow",
  "changeRow",
  "changeRow",
  "changeRow",
  "changeNode",
  "indent",
  "addField",
];

/** All of them, and only those that work on rows and properties and keep the types of fields. */
export const allCommands: readonly string[] = [...Object.keys(makers), ...often];
const onRows = "addRow changeRow changeRow changeRow changeRow changeRow changeRow changeRow removeRow moveRow";
export const rowCommands = `${onRows} changeNode indent outdent addField pasteTable setTestValue addNode duplicate`.split(" ");

export function commandFor(document: FlowDocument, by: Throw, newId: () => string, of = allCommands): Command {
  return makers[pick(of, by.command) ?? ""]?.(document, by, newId) ?? nothing;
}

function nodeAt(document: FlowDocument, number: number): FlowNode | undefined {
  return document.nodes.at(number % Math.max(1, document.nodes.size));
}

function linkAt(document: FlowDocument, number: number): FlowLink | undefined {
  return document.links.at(number % Math.max(1, document.links.size));
}

function fieldAt(document: FlowDocument, source: number, number: number): string {
  return pick(fieldsOf(document, sourceOf(source)), number)?.key ?? "";
}

function calculationAt(document: FlowDocument, number: number): FlowNode | undefined {
  return pick(
    document.nodes.toArray().filter((node) => node.type === "Calculation"),
    number,
  );
}

type OfList = ReturnType<typeof listsOf>[number];

/** A node or link that has a list with at least this number of rows. */
function rowCommand(
  document: FlowDocument,
  by: Throw,
  least: number,
  make: (owner: RowOwner, list: OfList, row: number, count: number) => Command,
): Command {
  const owners = [...document.nodes.toArray(), ...document.links.toArray()].flatMap((thing) =>
    listsOf(thing).map((list) => ({ thing, list, count: rowsOf(thing, list)?.length ?? 0 })),
  );
  const found = pick(
    owners.filter(({ count }) => count >= least),
    by.a,
  );
  if (found === undefined) return nothing;
  const { thing, list, count } = found;
  return make("type" in thing ? { node: thing.id } : { link: thing.id }, list, by.c % Math.max(1, count), count);
}

function changeAnyRow(document: FlowDocument, by: Throw): Command {
  return rowCommand(document, by, 1, (owner, list, row) => {
    const thing = "node" in owner ? document.nodes.get(owner.node) : document.links.get(owner.link);
    const before = thing === undefined ? undefined : rowsOf(thing, list)?.[row];
    if (before === undefined) return nothing;
    const key = pick(Object.keys(before), by.b) ?? "";
    const values: Readonly<Record<string, unknown>> = {
      operator: pick([...conditionOperators, ...setterOperators, ...calculationOperators], by.c),
      leftHandDatasource: sourceOf(by.c),
      rightHandDatasource: pick(operandSources, by.c),
      datasource: pick(operandSources, by.c),
      datasetType: by.c % 2 === 0 ? "application" : "runtime",
      leftHandType: pick(fieldTypes, by.c),
      conditionalOperator: by.c % 2 === 0 ? "&&" : "||",
      rangeFromIncludeExclude: by.c % 2 === 0 ? "[" : "(",
      rangeToIncludeExclude: by.c % 2 === 0 ? "]" : ")",
      level: (by.c % 5) - 1,
      inputs: ["-", by.text, "< 18"].slice(0, by.c % 4),
      outputs: ["-", by.text, "= runtime.total + 1"].slice(0, by.c % 4),
      rightHandValues: pick([[], [by.text], ["NL", by.text], ["18", "65"]], by.c),
    };
    const isKey = ["leftHandFieldname", "rightHandFieldname", "fieldKey", "fieldName"].includes(key);
    const typed = isKey && by.command % 3 !== 0 ? fieldAt(document, by.a, by.c) : by.text;
    // The rules must also handle values that the compiler would reject.
    return changeRow(owner, list, row, { [key]: values[key] ?? typed } as object);
  });
}

function changeAny(document: FlowDocument, by: Throw): Command {
  const node = nodeAt(document, by.a);
  const [property, input] = (node && pick(propertiesOf(node), by.b)) ?? ["", undefined];
  if (node === undefined || input === undefined) return nothing;
  const value =
    input.input === "field"
      ? fieldAt(document, by.c, by.b)
      : input.input === "whole"
        ? by.c * 10 - 5
        : input.input === "choice"
          ? pick([...input.choices, by.text], by.c)
          : by.text;
  return changeNode(node.id, node.type, { [property]: value } as object);
}

function pasteFrom(document: FlowDocument, by: Throw, newId: () => string): Command {
  const copied = clipboardText(copySelection(document, selectionOf(someNodes(document, by).slice(0, 5)), by.c % 2 === 0 ? "here" : ""));
  const read = readClipboard(by.a % 5 === 0 ? by.text : copied);
  return read.ok ? paste({ content: read.content, count: 1 + (by.c % 3), solution: "here", newId }) : nothing;
}

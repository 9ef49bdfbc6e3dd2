import { mocksOrNone, reasonTextsOrNone } from "@airlock/flow";
import type { FlowDocument } from "./flow-document.ts";
import type { TableChanges } from "./table.ts";

export interface DocumentChanges {
  readonly nodes: TableChanges;
  readonly links: TableChanges;
  readonly applicationFields: boolean;
  readonly runtimeFields: boolean;
  readonly lists: boolean;
  readonly subFlows: boolean;
  readonly testData: boolean;
  readonly comments: boolean;
  readonly testCases: boolean;
  readonly mocks: boolean;
  readonly reasonTexts: boolean;
}

/** The parts that an edit touched. The cost depends on the number of changes, not on the size of the document. */
export function changesBetween(before: FlowDocument, after: FlowDocument): DocumentChanges {
  return {
    nodes: after.nodes.changesSince(before.nodes),
    links: after.links.changesSince(before.links),
    applicationFields: before.applicationFields !== after.applicationFields,
    runtimeFields: before.runtimeFields !== after.runtimeFields,
    lists: before.lists !== after.lists,
    subFlows: before.subFlows !== after.subFlows,
    testData: before.testData !== after.testData,
    comments: before.comments !== after.comments,
    testCases: before.testCases !== after.testCases,
    mocks: before.mocks !== after.mocks,
    reasonTexts: before.reasonTexts !== after.reasonTexts,
  };
}

/** Whether two documents have the same content in the same order, whatever edits led to them. */
export function isSameContent(before: FlowDocument, after: FlowDocument): boolean {
  if (before === after) return true;
  return (
    after.nodes.hasSameOrder(before.nodes) &&
    after.links.hasSameOrder(before.links) &&
    after.nodes.changesSince(before.nodes).changed.every((id) => isSameData(before.nodes.get(id), after.nodes.get(id))) &&
    after.links.changesSince(before.links).changed.every((id) => isSameData(before.links.get(id), after.links.get(id))) &&
    isSameData(before.applicationFields, after.applicationFields) &&
    isSameData(before.runtimeFields, after.runtimeFields) &&
    isSameData(before.lists, after.lists) &&
    isSameData(before.subFlows, after.subFlows) &&
    isSameData(before.testData, after.testData) &&
    isSameData(before.comments, after.comments) &&
    isSameData(before.testCases, after.testCases) &&
    isSameData(mocksOrNone(before.mocks), mocksOrNone(after.mocks)) &&
    isSameData(reasonTextsOrNone(before.reasonTexts), reasonTextsOrNone(after.reasonTexts))
  );
}

/** Equality of plain data, the order of properties aside. */
function isSameData(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length || Array.isArray(a) !== Array.isArray(b)) return false;
  return keys.every((key) => Object.hasOwn(b, key) && isSameData(Reflect.get(a, key), Reflect.get(b, key)));
}

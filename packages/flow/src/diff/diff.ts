import type { DatasetField, Definition, FlowLink, FlowList, FlowNode, ReasonTexts, SubFlow } from "../definition.ts";
import { branchesOf } from "../branches.ts";
import { kinds } from "../kinds/registry.ts";
import { fieldNames } from "../references.ts";
import { canonicalText } from "./canonical-text.ts";
import { linkLayout, nodeLayout, ownProperties, plainOf, withoutNoise } from "./logic.ts";
import { propertyRows, type Shown } from "./property-text.ts";

export interface PropertyChange {
  readonly property: string;
  /** The row of a list, by its index after the change, or before it if it was removed. */
  readonly item?: number;
  /** As shown to users; empty if it did not exist. */
  readonly before: string;
  readonly after: string;
  /** False for changes of layout or wording that never affect a decision. */
  readonly meaning: boolean;
}

export interface Change {
  readonly change: "added" | "removed" | "changed";
  readonly what: "node" | "link" | "applicationField" | "runtimeField" | "list" | "subFlow" | "reasonText";
  /** Id of the node or link, key of the field, name of the list, id of the sub-flow's version, the reason code. */
  readonly id: string;
  /** The name shown to users; the one after the change if it still exists. */
  readonly name: string;
  readonly meaning: boolean;
  /** The changed properties; empty for parts that were added or removed. */
  readonly properties: readonly PropertyChange[];
}

/** The changes from one definition to another, in the order of the second; removals come last. */
export function diff(before: Definition, after: Definition): readonly Change[] {
  const old = withoutNoise(before);
  const now = withoutNoise(after);
  return [
    ...diffFields(old.applicationDatasetFields, now.applicationDatasetFields, "applicationField"),
    ...diffFields(old.runtimeDatasetFields, now.runtimeDatasetFields, "runtimeField"),
    ...diffLists(old.lists ?? [], now.lists ?? []),
    ...diffSubFlows(old.subFlows ?? [], now.subFlows ?? []),
    ...diffThings(old.solutionDefinition.nodes, now.solutionDefinition.nodes, "node", nodeName, (a, b) => diffNodes(a, b, old, now)),
    ...diffThings(
      old.solutionDefinition.links,
      now.solutionDefinition.links,
      "link",
      (link, from) => linkTitle(link, from === "before" ? old : now),
      (a, b) => diffLinks(a, b, old, now),
    ),
    ...diffReasonTexts(old.reasonTexts ?? {}, now.reasonTexts ?? {}),
  ];
}

/** A list is known by the name that the flow uses it by. */
function diffLists(before: readonly FlowList[], after: readonly FlowList[]): readonly Change[] {
  const plain = (lists: readonly FlowList[]) =>
    lists.map(({ listId, name, keyType, columns, version }) => ({
      id: name,
      listId,
      keyType,
      columns: columns.map((column) => `${column.name} ${column.type}`).join(", "),
      version: version === undefined ? "" : String(version),
    }));
  return diffThings(
    plain(before),
    plain(after),
    "list",
    ({ id }) => id,
    (old, now) => ["listId", "keyType", "columns", "version"].flatMap((property) => simple(old, now, property, true)),
  );
}

/** A version never changes: a sub-flow whose definition did was not copied from it. */
function diffSubFlows(before: readonly SubFlow[], after: readonly SubFlow[]): readonly Change[] {
  const withId = (subFlows: readonly SubFlow[]) => subFlows.map((one) => ({ ...one, id: one.versionId }));
  return diffThings(
    withId(before),
    withId(after),
    "subFlow",
    ({ solutionName, name }) => `${solutionName} ${name}`,
    (old, now) => [
      ...["solutionName", "name", "solutionId"].flatMap((property) => simple(old, now, property, false)),
      ...simple(old, now, "behaviour", true),
      ...definitionChange(old, now),
    ],
  );
}

function definitionChange(old: SubFlow, now: SubFlow): readonly PropertyChange[] {
  if (canonicalText(old.definition) === canonicalText(now.definition)) return [];
  return [{ property: "definition", before: "as before", after: "another definition", meaning: true }];
}

/** Texts of reason codes explain decisions and never affect them. */
function diffReasonTexts(before: ReasonTexts, after: ReasonTexts): readonly Change[] {
  const codes = [...new Set([...Object.keys(after), ...Object.keys(before)])];
  return codes.flatMap((code) => {
    const [old, now] = [before, after].map((texts) => (Object.hasOwn(texts, code) ? texts[code] : undefined));
    if (old === now) return [];
    const change = old === undefined ? "added" : now === undefined ? "removed" : "changed";
    const properties = change === "changed" ? [{ property: "text", before: old ?? "", after: now ?? "", meaning: false }] : [];
    return [{ change, what: "reasonText", id: code, name: code, meaning: false, properties } as const];
  });
}

/** Whether two definitions decide the same. */
export function hasSameMeaning(before: Definition, after: Definition): boolean {
  return !diff(before, after).some((change) => change.meaning);
}

function diffThings<Thing extends { readonly id: string }>(
  before: readonly Thing[],
  after: readonly Thing[],
  what: Change["what"],
  name: (thing: Thing, from: "before" | "after") => string,
  compare: (old: Thing, now: Thing) => readonly PropertyChange[],
): readonly Change[] {
  const oldById = new Map(before.map((thing) => [thing.id, thing]));
  const nowById = new Map(after.map((thing) => [thing.id, thing]));
  const changes: Change[] = [];
  for (const thing of after) {
    const old = oldById.get(thing.id);
    const properties = old === undefined ? [] : compare(old, thing);
    if (old !== undefined && properties.length === 0) continue;
    const meaning = old === undefined || properties.some((property) => property.meaning);
    changes.push({ change: old === undefined ? "added" : "changed", what, id: thing.id, name: name(thing, "after"), meaning, properties });
  }
  for (const thing of before) {
    if (nowById.has(thing.id)) continue;
    changes.push({ change: "removed", what, id: thing.id, name: name(thing, "before"), meaning: true, properties: [] });
  }
  return changes;
}

function diffFields(before: readonly DatasetField[], after: readonly DatasetField[], what: Change["what"]): readonly Change[] {
  // Execution records and slots depend on the order of fields, so a field that moved among the remaining ones has changed.
  const places = placesAmong(
    before.map(({ key }) => key),
    after.map(({ key }) => key),
  );
  const withId = (fields: readonly DatasetField[]) => fields.map((field) => ({ ...field, id: field.key }));
  return diffThings(
    withId(before),
    withId(after),
    what,
    (field) => field.name,
    (old, now) => [
      ...["name", "type", "required"].flatMap((property) => simple(old, now, property, true)),
      ...placeChange(places, old.key, "order"),
    ],
  );
}

function diffNodes(old: FlowNode, now: FlowNode, before: Definition, after: Definition): readonly PropertyChange[] {
  if (old.type !== now.type) {
    return [{ property: "type", before: kinds[old.type].typeLabel, after: kinds[now.type].typeLabel, meaning: true }];
  }
  const leaving = (definition: Definition) =>
    definition.solutionDefinition.links.filter((link) => link.source === now.id).map((link) => link.id);
  const order = placesAmong(leaving(before), leaving(after));
  const isReordered = [...order.values()].some(([from, to]) => from !== to);
  return [
    ...simple(old, now, "typeVersion", true),
    ...simple(old, now, "label", false),
    ...ownProperties(now).flatMap((property) => diffProperty(old, now, property, { before, after })),
    ...branchesChange(old, now),
    ...(isReordered ? [{ property: "linkOrder", before: "as before", after: "another order", meaning: true }] : []),
    ...layoutChanges(nodeLayout(old), nodeLayout(now)),
  ];
}

const branchesText = { first: "first that holds", all: "all that hold" } as const;

function branchesChange(old: FlowNode, now: FlowNode): readonly PropertyChange[] {
  const before = branchesText[branchesOf(old)];
  const after = branchesText[branchesOf(now)];
  return before === after ? [] : [{ property: "branches", before, after, meaning: true }];
}

function diffLinks(old: FlowLink, now: FlowLink, before: Definition, after: Definition): readonly PropertyChange[] {
  const end = (property: "source" | "target"): readonly PropertyChange[] =>
    old[property] === now[property]
      ? []
      : [{ property, before: nodeNameOf(old[property], before), after: nodeNameOf(now[property], after), meaning: true }];
  return [
    ...end("source"),
    ...end("target"),
    ...simple(old, now, "otherwise", true),
    ...diffProperty(old, now, "conditionFields", { before, after }),
    ...simple(old, now, "label", false),
    ...layoutChanges(linkLayout(old), linkLayout(now)),
  ];
}

/** A property whose value is shown as one or more rows of text. */
function diffProperty(
  old: FlowNode | FlowLink,
  now: FlowNode | FlowLink,
  property: string,
  { before, after }: { readonly before: Definition; readonly after: Definition },
): readonly PropertyChange[] {
  if (JSON.stringify(plainOf(old, property)) === JSON.stringify(plainOf(now, property))) return [];
  const oldRows = propertyRows(old, property, fieldNames(before));
  const newRows = propertyRows(now, property, fieldNames(after));
  if (!oldRows.isList || !newRows.isList) {
    return [{ property, before: oldRows.texts.join(" "), after: newRows.texts.join(" "), meaning: true }];
  }
  const changes = rowChanges(property, oldRows, newRows);
  // Rows can differ in a way that reads the same, such as a reference to another field of the same name.
  return changes.length > 0 ? changes : [{ property, before: oldRows.texts.join(", "), after: newRows.texts.join(", "), meaning: true }];
}

/** Equal rows at the start and the end are left out, so that an inserted row shows as one row. */
function rowChanges(property: string, old: Shown, now: Shown): readonly PropertyChange[] {
  let start = 0;
  while (start < old.texts.length && start < now.texts.length && old.texts[start] === now.texts[start]) start += 1;
  let same = 0;
  const max = Math.min(old.texts.length, now.texts.length) - start;
  while (same < max && old.texts.at(-1 - same) === now.texts.at(-1 - same)) same += 1;
  const removed = old.texts.slice(start, old.texts.length - same);
  const added = now.texts.slice(start, now.texts.length - same);
  return Array.from({ length: Math.max(removed.length, added.length) }, (_, row) => ({
    property,
    item: start + row,
    before: removed[row] ?? "",
    after: added[row] ?? "",
    meaning: true,
  })).filter((change) => change.before !== change.after);
}

function simple(old: object, now: object, property: string, meaning: boolean): readonly PropertyChange[] {
  const before = plainOf(old, property);
  const after = plainOf(now, property);
  return before === after ? [] : [{ property, before: plainText(before), after: plainText(after), meaning }];
}

const plainText = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));

function layoutChanges(old: object, now: object): readonly PropertyChange[] {
  return Object.keys(now).flatMap((property) => {
    const [before, after] = [JSON.stringify(plainOf(old, property)), JSON.stringify(plainOf(now, property))];
    return before === after ? [] : [{ property, before: unquoted(before), after: unquoted(after), meaning: false }];
  });
}

const unquoted = (text: string): string => text.replace(/^"(.*)"$/, "$1");

/** Indexes among the items that are in both lists, before and after. */
function placesAmong(before: readonly string[], after: readonly string[]): ReadonlyMap<string, readonly [number, number]> {
  const inBoth = new Set(before.filter((id) => after.includes(id)));
  const oldOrder = before.filter((id) => inBoth.has(id));
  const newPlaces = new Map(after.filter((id) => inBoth.has(id)).map((id, place) => [id, place]));
  return new Map(oldOrder.map((id, place) => [id, [place, newPlaces.get(id) ?? place]]));
}

function placeChange(places: ReadonlyMap<string, readonly [number, number]>, id: string, property: string): readonly PropertyChange[] {
  const [from, to] = places.get(id) ?? [0, 0];
  return from === to ? [] : [{ property, before: `row ${from + 1}`, after: `row ${to + 1}`, meaning: true }];
}

function nodeName(node: FlowNode): string {
  return node.label.trim() === "" ? kinds[node.type].typeLabel : node.label;
}

function nodeNameOf(id: string, definition: Definition): string {
  const node = definition.solutionDefinition.nodes.find((candidate) => candidate.id === id);
  return node === undefined ? "nowhere" : nodeName(node);
}

function linkTitle(link: FlowLink, definition: Definition): string {
  return `${nodeNameOf(link.source, definition)} to ${nodeNameOf(link.target, definition)}`;
}

/**
 * A three-way merge of two users' changes to one definition. A property that only one of them changed is taken from them; a property that
 * both changed differently is a conflict, resolved by the user and never silently.
 */
import type { Definition, FlowLink, FlowNode, Mocks, MockScore, SavedMockResponse, TestValue } from "../definition.ts";
import { kinds } from "../kinds/registry.ts";
import { mocksOrNone } from "../mocks.ts";
import { reasonTextsOrNone } from "../reason-texts.ts";
import { fieldNames } from "../references.ts";
import type { Table } from "../table/table.ts";
import { isSame } from "./is-same.ts";
import { ownProperties, plainOf } from "./logic.ts";
import { mergedOrder, orderTaken } from "./merged-order.ts";
import { propertyRows } from "./property-text.ts";
import { hasCellsOfRemoved, isTable, withColumns } from "./table-cells.ts";

export type MergeSide = "mine" | "theirs";

export interface MergeConflict {
  /** What a choice is kept under. */
  readonly key: string;
  /** The name of the thing, as shown to users. */
  readonly name: string;
  /** The property that both changed; left out where one removed what the other changed. */
  readonly property?: string;
  /** As shown to users; "removed" if that side removed it. */
  readonly mine: string;
  readonly theirs: string;
  /** The side whose value is in the result. */
  readonly taken: MergeSide;
}

export interface Merged {
  readonly definition: Definition;
  readonly conflicts: readonly MergeConflict[];
}

interface Sides<Thing> {
  readonly base: readonly Thing[];
  readonly mine: readonly Thing[];
  readonly theirs: readonly Thing[];
}

interface Words<Thing> {
  readonly what: string;
  readonly key: (thing: Thing) => string;
  readonly name: (thing: Thing) => string;
  readonly text: (thing: Thing, property: string, side: MergeSide) => string;
  /** Whether this side changed something that needs the thing. */
  readonly isNeeded?: (key: string, side: MergeSide) => boolean;
}

/** Conflicts without a choice are resolved as mine; a thing that one changed and the other removed is kept. */
export function merge(base: Definition, mine: Definition, theirs: Definition, choices: ReadonlyMap<string, MergeSide> = new Map()): Merged {
  const conflicts: MergeConflict[] = [];
  const both = { mine: fieldNames(mine), theirs: fieldNames(theirs) };
  const plainText = (thing: object, property: string) => shown(plainOf(thing, property));
  const drawnText = (thing: FlowNode | FlowLink, property: string, side: MergeSide) =>
    isLogic(thing, property) ? propertyRows(thing, property, both[side]).texts.join(", ") : plainText(thing, property);
  const put = <Thing extends object>(sides: Sides<Thing>, words: Words<Thing>) => mergeThings(sides, words, choices, conflicts);
  const of = <Part>(part: (definition: Definition) => readonly Part[]): Sides<Part> => ({
    base: part(base),
    mine: part(mine),
    theirs: part(theirs),
  });
  const byId = { key: (one: { readonly id: string }) => one.id };

  const linkSides = of((one) => one.solutionDefinition.links);
  const linked = { mine: endsOfChanged(linkSides.base, linkSides.mine), theirs: endsOfChanged(linkSides.base, linkSides.theirs) };
  const nodes = put(
    of((one) => one.solutionDefinition.nodes),
    { what: "node", ...byId, name: nodeName, text: drawnText, isNeeded: (id, side) => linked[side].has(id) },
  );
  const nodeIds = new Set(nodes.map((node) => node.id));
  const named = new Map(
    [...base.solutionDefinition.nodes, ...theirs.solutionDefinition.nodes, ...mine.solutionDefinition.nodes].map((node) => [
      node.id,
      nodeName(node),
    ]),
  );
  const linkTitle = (link: FlowLink) => `${named.get(link.source) ?? ""} to ${named.get(link.target) ?? ""}`;
  const links = withMergedBranches(
    put(linkSides, { what: "link", ...byId, name: linkTitle, text: drawnText }).filter(
      (link) => (link.source === "" || nodeIds.has(link.source)) && (link.target === "" || nodeIds.has(link.target)),
    ),
    linkSides,
    (id) => named.get(id) ?? "",
    choices,
    conflicts,
  );
  const comments = put(
    of((one) => one.solutionDefinition.comments ?? []),
    { what: "comment", ...byId, name: (comment) => `comment "${comment.text.slice(0, 40)}"`, text: plainText },
  );
  const testCases = put(
    of((one) => one.testCases ?? []),
    { what: "testCase", ...byId, name: (one) => `test case ${one.name}`, text: plainText },
  );
  const testData = put(
    of((one) => numbered(one.applicationTestData)),
    { what: "testValue", key: (one) => one.key, name: (one) => `test value of ${one.name}`, text: plainText },
  );
  const mocks = mocksOf(
    put(
      of((one) => mockEntries(one.mocks)),
      { what: "mock", ...byId, name: (one) => `mock response of ${named.get(one.nodeId) ?? one.nodeId}`, text: plainText },
    ),
  );
  const reasonTexts = reasonTextsOrNone(
    Object.fromEntries(
      put(
        of((one) => Object.entries(one.reasonTexts ?? {}).map(([code, text]) => ({ id: code, text }))),
        { what: "reasonText", ...byId, name: (one) => `text of reason ${one.id}`, text: plainText },
      ).map(({ id, text }) => [id, text]),
    ),
  );
  const lists = put(
    of((one) => one.lists ?? []),
    { what: "list", key: (one) => one.name, name: (one) => `list ${one.name}`, text: plainText },
  );
  const subFlows = put(
    of((one) => one.subFlows ?? []),
    { what: "subFlow", key: (one) => one.versionId, name: (one) => `sub-flow ${one.solutionName} ${one.name}`, text: plainText },
  );
  const byField = { key: (one: { readonly key: string }) => one.key, name: (one: { readonly name: string }) => one.name, text: plainText };
  return {
    definition: {
      solutionDefinition: { nodes, links, zoom: mine.solutionDefinition.zoom, ...(comments.length === 0 ? {} : { comments }) },
      applicationDatasetFields: put(
        of((one) => one.applicationDatasetFields),
        { what: "applicationField", ...byField },
      ),
      runtimeDatasetFields: put(
        of((one) => one.runtimeDatasetFields),
        { what: "runtimeField", ...byField },
      ),
      applicationTestData: testData.map(({ name, value }) => ({ name, value })),
      ...(lists.length === 0 ? {} : { lists }),
      ...(subFlows.length === 0 ? {} : { subFlows }),
      ...(testCases.length === 0 ? {} : { testCases }),
      ...(mocks === undefined ? {} : { mocks }),
      ...(reasonTexts === undefined ? {} : { reasonTexts }),
    },
    conflicts,
  };
}

/** The nodes at both ends of links that were added or changed. */
function endsOfChanged(base: readonly FlowLink[], links: readonly FlowLink[]): ReadonlySet<string> {
  const before = new Map(base.map((link) => [link.id, link]));
  return new Set(links.filter((link) => !isSame(link, before.get(link.id))).flatMap(({ source, target }) => [source, target]));
}

interface MockEntry {
  readonly id: string;
  readonly of: keyof Mocks;
  readonly nodeId: string;
  readonly value: SavedMockResponse | MockScore;
}

/** As things with ids. A response is merged as a whole: a mix of two users' responses would be one that no service returns. */
function mockEntries({ webCalls = {}, predictions = {} }: Mocks = {}): readonly MockEntry[] {
  const entries = (of: keyof Mocks, table: Readonly<Record<string, MockEntry["value"]>>) =>
    Object.entries(table).map(([nodeId, value]) => ({ id: `${of} ${nodeId}`, of, nodeId, value }));
  return [...entries("webCalls", webCalls), ...entries("predictions", predictions)];
}

function mocksOf(entries: readonly MockEntry[]): Mocks | undefined {
  const table = (of: keyof Mocks) => Object.fromEntries(entries.filter((one) => one.of === of).map(({ nodeId, value }) => [nodeId, value]));
  // Each entry returns to the table that it is from.
  return mocksOrNone({ webCalls: table("webCalls"), predictions: table("predictions") } as Mocks);
}

/** Test values are identified by their names; among equal names by their order. */
function numbered(values: readonly TestValue[]): readonly (TestValue & { readonly key: string })[] {
  const seen = new Map<string, number>();
  return values.map(({ name, value }) => {
    const place = seen.get(name) ?? 0;
    seen.set(name, place + 1);
    return { key: `${name} ${place}`, name, value };
  });
}

function mergeThings<Thing extends object>(
  { base, mine, theirs }: Sides<Thing>,
  words: Words<Thing>,
  choices: ReadonlyMap<string, MergeSide>,
  conflicts: MergeConflict[],
): readonly Thing[] {
  const index = (things: readonly Thing[]) => new Map(things.map((thing) => [words.key(thing), thing]));
  const [before, own, other] = [index(base), index(mine), index(theirs)];
  const orders = { base: [...before.keys()], mine: [...own.keys()], theirs: [...other.keys()] };
  // An order that both changed decides nothing, except that of a node's links, which has a conflict of its own.
  return mergedOrder(orders, orderTaken(orders) === "mine" ? "mine" : "theirs").flatMap((key) => {
    const [b, m, t] = [before.get(key), own.get(key), other.get(key)];
    if (isSame(m, t)) return t ?? [];
    // What one side removed and the other needs is a conflict, as if the other had changed it.
    const needing = m === undefined ? "theirs" : t === undefined ? "mine" : undefined;
    const isMissed = b !== undefined && needing !== undefined && words.isNeeded?.(key, needing) === true;
    if (isSame(m, b) && !isMissed) return t ?? [];
    if (isSame(t, b) && !isMissed) return m ?? [];
    const name = words.name(m ?? t ?? (b as Thing));
    if (m === undefined || t === undefined) {
      const keptBy: MergeSide = m === undefined ? "theirs" : "mine";
      const taken = choices.get(`${words.what} ${key}`) ?? keptBy;
      conflicts.push({ key: `${words.what} ${key}`, name, mine: m ? "changed" : "removed", theirs: t ? "changed" : "removed", taken });
      return (taken === "mine" ? m : t) ?? [];
    }
    return mergeProperties({ base: b, mine: m, theirs: t }, { key, name, words, choices, conflicts });
  });
}

/** The order of a node's links decides which is checked first and which node runs first: it is merged for each node by itself. */
function withMergedBranches(
  links: readonly FlowLink[],
  sides: Sides<FlowLink>,
  nameOf: (nodeId: string) => string,
  choices: ReadonlyMap<string, MergeSide>,
  conflicts: MergeConflict[],
): readonly FlowLink[] {
  const byId = new Map(links.map((link) => [link.id, link]));
  // Grouped once: a flow may have thousands of nodes with links.
  const bySource = (all: readonly FlowLink[]) =>
    Map.groupBy(
      all.flatMap(({ id }) => byId.get(id) ?? []),
      ({ source }) => source,
    );
  const [base, mine, theirs] = [bySource(sides.base), bySource(sides.mine), bySource(sides.theirs)];
  const orderIn = (side: ReadonlyMap<string, readonly FlowLink[]>, source: string) => (side.get(source) ?? []).map(({ id }) => id);
  const orders = new Map(
    [...new Set(links.map(({ source }) => source))].map((source) => {
      const own = { base: orderIn(base, source), mine: orderIn(mine, source), theirs: orderIn(theirs, source) };
      const key = `node ${source} linkOrder`;
      const moved = orderTaken(own);
      const taken = moved === "conflict" ? (choices.get(key) ?? "mine") : moved;
      if (moved === "conflict") {
        const text = (ids: readonly string[]) => ids.map((id) => nameOf(byId.get(id)?.target ?? "")).join(", ");
        conflicts.push({ key, name: nameOf(source), property: "linkOrder", mine: text(own.mine), theirs: text(own.theirs), taken });
      }
      return [source, mergedOrder(own, taken).values()] as const;
    }),
  );
  return links.map((link) => byId.get(orders.get(link.source)?.next().value ?? "") ?? link);
}

interface At<Thing> {
  readonly key: string;
  readonly name: string;
  readonly words: Words<Thing>;
  readonly choices: ReadonlyMap<string, MergeSide>;
  readonly conflicts: MergeConflict[];
}

/** The versions of one thing that both have. */
interface Versions<Thing> {
  readonly base: Thing | undefined;
  readonly mine: Thing;
  readonly theirs: Thing;
}

function mergeProperties<Thing extends object>(before: Versions<Thing>, at: At<Thing>): Thing {
  const versions = withMergedColumns(before, at);
  const properties = new Set([...Object.keys(versions.theirs), ...Object.keys(versions.mine)]);
  const merged = [...properties].flatMap((property) => {
    const taken = versions[takenSide(versions, property, at)];
    return Object.hasOwn(taken, property) ? [[property, plainOf(taken, property)]] : [];
  });
  // Every property is from one of two things of this type.
  return Object.fromEntries(merged) as Thing;
}

/** All versions of a decision table have the merged columns, so that their cells are compared, and taken, under these. */
function withMergedColumns<Thing extends object>(versions: Versions<Thing>, at: At<Thing>): Versions<Thing> {
  const { base, mine, theirs } = versions;
  if (!isTable(mine) || !isTable(theirs)) return versions;
  const tables = { mine, theirs };
  const { inputColumns } = tables[takenSide(versions, "inputColumns", at)];
  const { outputColumns } = tables[takenSide(versions, "outputColumns", at)];
  const before = isTable(base) ? base : undefined;
  const aligned = <Version extends Table>(table: Version) => withColumns(table, { inputColumns, outputColumns }, before);
  return { base: before === undefined ? base : aligned(before), mine: aligned(mine), theirs: aligned(theirs) };
}

/** The side whose value is in the result; adds a conflict if both changed it differently. */
function takenSide<Thing extends object>({ base, mine, theirs }: Versions<Thing>, property: string, at: At<Thing>): MergeSide {
  const { key, name, words, choices, conflicts } = at;
  const [b, m, t] = [base && plainOf(base, property), plainOf(mine, property), plainOf(theirs, property)];
  if (isSame(m, t)) return Object.hasOwn(mine, property) ? "mine" : "theirs";
  const isTheirs = base !== undefined && isSame(m, b);
  const isMine = base !== undefined && isSame(t, b);
  if (isTheirs && !hasCellsOfRemoved(property, base, mine, theirs)) return "theirs";
  if (isMine && !hasCellsOfRemoved(property, base, theirs, mine)) return "mine";
  const choice = `${words.what} ${key} ${property}`;
  // A column that one removed is kept if the other changed its cells.
  const taken = choices.get(choice) ?? (isMine ? "theirs" : "mine");
  // Positions are merged without asking the user.
  if (property !== "x" && property !== "y" && property !== "ports") {
    const [mineText, theirsText] = [words.text(mine, property, "mine"), words.text(theirs, property, "theirs")];
    conflicts.push({ key: choice, name, property, mine: mineText, theirs: theirsText, taken });
  }
  return taken;
}

function isLogic(thing: FlowNode | FlowLink, property: string): boolean {
  return "type" in thing ? ownProperties(thing).includes(property) : property === "conditionFields";
}

function shown(value: unknown): string {
  return value === null || value === undefined ? "missing" : typeof value === "string" ? value : JSON.stringify(value);
}

function nodeName(node: FlowNode): string {
  return node.label.trim() === "" ? kinds[node.type].typeLabel : node.label;
}

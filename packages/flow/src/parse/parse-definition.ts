import type {
  DatasetField,
  Definition,
  FlowComment,
  FlowLink,
  FlowList,
  FlowNode,
  Port,
  ReasonTexts,
  SubFlow,
  TestValue,
} from "../definition.ts";
import { asNodeKind } from "../kinds/kind-of.ts";
import { kinds } from "../kinds/registry.ts";
import { limits } from "../limits.ts";
import { listKeyTypes } from "../lists/flow-list.ts";
import { linkDefaults } from "../new-link.ts";
import { inPort, outPort, portsOf } from "../new-node.ts";
import { fieldTypes } from "../operators.ts";
import { reasonTextsOrNone } from "../reason-texts.ts";
import { readConditions } from "./items.ts";
import { ProblemList, readObject, type ObjectReader } from "./object-reader.ts";
import type { ParseProblem } from "./parse-problem.ts";
import { readMocks, readTestCase } from "./test-case.ts";

export type ParsedDefinition =
  | { readonly ok: true; readonly definition: Definition }
  | { readonly ok: false; readonly problems: readonly ParseProblem[] };

const keyText = /^[A-Za-z0-9_]+$/;
const defaultColor = "rgb(0,192,255)";

/**
 * Parses a definition from any JSON value. Never throws, takes time in proportion to what it keeps, and drops unknown properties, such as
 * `validRuntime`, `errors`, `typeLabel`, `nodeProps` or `points`, which are derived. An unfinished diagram is a definition too: `validate`
 * reports what is not filled in yet.
 */
export function parseDefinition(json: unknown): ParsedDefinition {
  const list = new ProblemList();
  const root = readObject(json, "", "", list);
  const definition = root && readDefinition(root, list, 0);
  if (definition === undefined || list.problems.length > 0) return { ok: false, problems: list.problems };
  return { ok: true, definition };
}

/** `depth` is how many flows the definition is inside of as a sub-flow. */
function readDefinition(root: ObjectReader, list: ProblemList, depth: number): Definition | undefined {
  const solution = root.object("solutionDefinition");
  if (solution === undefined) return undefined;
  const nodes = solution.list("nodes", limits.nodes, readNode);
  const nodeById = new Map(nodes.map((node) => [node.id, node]));
  const comments = solution.list("comments", limits.comments, readComment);
  const mocks = readMocks(root.optionalObject("mocks"));
  const reasonTexts = readReasonTexts(root.optionalObject("reasonTexts"));
  const lists = root.list("lists", limits.lists, readList);
  const subFlows = readSubFlows(root, list, depth);
  const testCases = root.list("testCases", limits.testCases, readTestCase);
  const definition: Definition = {
    solutionDefinition: {
      nodes,
      links: solution.list("links", limits.links, (link) => readLink(link, nodeById)),
      zoom: solution.number("zoom", 100, limits.zoomMin, limits.zoomMax),
      ...(comments.length === 0 ? {} : { comments }),
    },
    applicationDatasetFields: root.list("applicationDatasetFields", limits.fields, readField),
    runtimeDatasetFields: root.list("runtimeDatasetFields", limits.fields, readField),
    applicationTestData: root.list("applicationTestData", limits.testValues, readTestValue),
    ...(lists.length === 0 ? {} : { lists }),
    ...(subFlows.length === 0 ? {} : { subFlows }),
    ...(testCases.length === 0 ? {} : { testCases }),
    ...(mocks === undefined ? {} : { mocks }),
    ...(reasonTexts === undefined ? {} : { reasonTexts }),
  };
  findRepeatedIds(definition, root.path, list);
  return definition;
}

function readNode(node: ObjectReader): FlowNode | undefined {
  const kind = asNodeKind(node.raw("type"));
  if (kind === undefined) {
    node.problem("KIND_UNKNOWN", "type", `This must be a kind of node: ${Object.keys(kinds).join(", ")}.`);
    return undefined;
  }
  const description = kinds[kind];
  const typeVersion = node.integer("typeVersion", 1, 1, Number.MAX_SAFE_INTEGER);
  if (typeVersion > description.version) {
    node.problem("KIND_VERSION_UNKNOWN", "typeVersion", `${description.typeLabel} is known up to version ${description.version} here.`);
  }
  const id = node.id("id");
  const read = {
    id,
    type: kind,
    typeVersion,
    name: node.text("name", description.defaultName, limits.nameLength),
    label: node.text("label", description.defaultLabel, limits.labelLength),
    color: node.text("color", defaultColor, limits.colorLength),
    x: node.number("x", 0, -limits.coordinate, limits.coordinate),
    y: node.number("y", 0, -limits.coordinate, limits.coordinate),
    ports: readPorts(node, portsOf(kind, id)),
    ...(node.choice("branches", ["all", "first"], "all") === "first" ? { branches: "first" } : {}),
    ...description.readProperties(node),
  };
  // `kind` chose both the `type` and the properties, which is what makes this one of the union; the spread hides it.
  return read as unknown as FlowNode;
}

/** A node has exactly the ports of its kind; of stored ports only their ids matter, because links refer to them. */
function readPorts(node: ObjectReader, expected: readonly Port[]): readonly Port[] {
  const given = node.list("ports", limits.ports, (port) => ({ id: port.reference("id"), in: port.flag("in", false) }));
  return expected.map((port) => ({ ...port, id: given.find((stored) => stored.in === port.in && stored.id !== "")?.id ?? port.id }));
}

function readLink(link: ObjectReader, nodeById: ReadonlyMap<string, FlowNode>): FlowLink {
  const source = link.reference("source");
  const target = link.reference("target");
  const sourceNode = nodeById.get(source);
  const targetNode = nodeById.get(target);
  return {
    id: link.id("id"),
    source,
    sourcePort: link.reference("sourcePort") || ((sourceNode && outPort(sourceNode)?.id) ?? ""),
    target,
    targetPort: link.reference("targetPort") || ((targetNode && inPort(targetNode)?.id) ?? ""),
    label: link.text("label", "", limits.labelLength),
    width: link.number("width", linkDefaults.width, 0, limits.linkWidthMax),
    color: link.text("color", linkDefaults.color, limits.colorLength),
    curvyness: link.number("curvyness", linkDefaults.curvyness, 0, limits.curvynessMax),
    conditionFields: readConditions(link, "conditionFields"),
    otherwise: link.flag("otherwise", false),
  };
}

function readField(field: ObjectReader): DatasetField {
  const key = field.id("key");
  if (key !== "" && !keyText.test(key)) field.problem("NOT_AN_ID", "key", "A field key is made of letters, digits and '_'.");
  return {
    key,
    name: field.text("name", "", limits.nameLength),
    type: field.choice("type", fieldTypes, "String"),
    required: field.flag("required", false),
  };
}

function readList(list: ObjectReader): FlowList {
  const version = list.integer("version", 0, 0, limits.listVersion);
  return {
    listId: list.id("listId"),
    name: list.text("name", "", limits.labelLength),
    keyType: list.choice("keyType", listKeyTypes, "String"),
    columns: list.list("columns", limits.listColumns, (column) => ({
      name: column.text("name", "", limits.nameLength),
      type: column.choice("type", fieldTypes, "String"),
    })),
    ...(version === 0 ? {} : { version }),
  };
}

function readSubFlows(owner: ObjectReader, list: ProblemList, depth: number): readonly SubFlow[] {
  if (depth === limits.subFlowDepth) {
    if (owner.raw("subFlows") !== undefined) {
      owner.problem("TOO_DEEP", "subFlows", `Sub-flows may be nested at most ${limits.subFlowDepth} deep.`);
    }
    return [];
  }
  return owner.list("subFlows", limits.subFlows, (reader) => {
    const part = reader.object("definition");
    const definition = part && readDefinition(part, list, depth + 1);
    if (definition === undefined) return undefined;
    return {
      versionId: reader.id("versionId"),
      name: reader.text("name", "", limits.subFlowNameLength),
      solutionId: reader.id("solutionId"),
      solutionName: reader.text("solutionName", "", limits.subFlowNameLength),
      behaviour: reader.integer("behaviour", 1, 1, limits.behaviour),
      definition,
    };
  });
}

/** Undefined if there are none. A code without a text is left out. */
function readReasonTexts(reader: ObjectReader | undefined): ReasonTexts | undefined {
  if (reader === undefined) return undefined;
  const codes = reader.names(limits.reasonTexts, limits.reasonCodeLength);
  return reasonTextsOrNone(Object.fromEntries(codes.map((code) => [code, reader.text(code, "", limits.reasonTextLength)])));
}

function readTestValue(value: ObjectReader): TestValue {
  return { name: value.text("name", "", limits.nameLength), value: value.literal("value", "", limits.textLength) };
}

function readComment(comment: ObjectReader): FlowComment {
  return {
    id: comment.id("id"),
    x: comment.number("x", 0, -limits.coordinate, limits.coordinate),
    y: comment.number("y", 0, -limits.coordinate, limits.coordinate),
    text: comment.text("text", "", limits.commentLength),
    author: comment.text("author", "", limits.nameLength),
    createdDate: comment.text("createdDate", "", limits.idLength),
  };
}

/** Everything refers to nodes, links and fields by id, so an id that is used twice has no meaning. */
function findRepeatedIds(definition: Definition, within: string, list: ProblemList): void {
  const { nodes, links } = definition.solutionDefinition;
  const spaces: readonly [string, readonly string[]][] = [
    ["solutionDefinition.nodes", nodes.map(({ id }) => id)],
    ["solutionDefinition.links", links.map(({ id }) => id)],
    ["solutionDefinition.comments", (definition.solutionDefinition.comments ?? []).map(({ id }) => id)],
    ["testCases", (definition.testCases ?? []).map(({ id }) => id)],
    ["applicationDatasetFields", definition.applicationDatasetFields.map(({ key }) => key)],
    ["runtimeDatasetFields", definition.runtimeDatasetFields.map(({ key }) => key)],
    ["lists", (definition.lists ?? []).map(({ name }) => name)],
    ["subFlows", (definition.subFlows ?? []).map(({ versionId }) => versionId)],
  ];
  for (const [path, ids] of spaces) {
    const seen = new Set<string>();
    for (const [index, id] of ids.entries()) {
      if (id !== "" && seen.has(id))
        list.add("ID_TWICE", `${within === "" ? "" : `${within}.`}${path}[${index}]`, `The id ${id} is used twice.`);
      seen.add(id);
    }
  }
}

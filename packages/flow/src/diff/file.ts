/**
 * A definition as a file for reading and for git: first the logic, then the layout, one row per line. Moving a node changes one line far
 * from the rules; changing a rule touches no coordinates.
 */
import type { Definition, FlowLink, FlowNode } from "../definition.ts";
import { inPort, outPort, portsOf } from "../new-node.ts";
import { parseDefinition, type ParsedDefinition } from "../parse/parse-definition.ts";
import { linkLayout, linkLogic, nodeLayout, nodeLogic } from "./logic.ts";

const lineWidth = 140;

export function toFile(definition: Definition): string {
  const { nodes, links, zoom, comments } = definition.solutionDefinition;
  const { applicationDatasetFields, runtimeDatasetFields, applicationTestData, testCases, mocks, reasonTexts, lists, subFlows } =
    definition;
  const nodeById = new Map(nodes.map((node) => [node.id, node]));
  const file = {
    format: 1,
    logic: {
      applicationDatasetFields,
      runtimeDatasetFields,
      lists,
      nodes: nodes.map(nodeLogic),
      links: links.map(linkLogic),
      reasonTexts,
      subFlows,
    },
    layout: { zoom, nodes: nodes.map(drawnNode), links: links.map((link) => drawnLink(link, nodeById)), comments },
    applicationTestData,
    testCases,
    mocks,
  };
  return `${print(file, "")}\n`;
}

/** Ports with the default names are left out; the parser adds them. */
function drawnNode(node: FlowNode): object {
  const { ports, ...layout } = nodeLayout(node);
  return JSON.stringify(node.ports) === JSON.stringify(portsOf(node.type, node.id)) ? layout : { ...layout, ports };
}

function drawnLink(link: FlowLink, nodeById: ReadonlyMap<string, FlowNode>): object {
  const { sourcePort, targetPort, ...layout } = linkLayout(link);
  const source = nodeById.get(link.source);
  const target = nodeById.get(link.target);
  const isUsual = sourcePort === ((source && outPort(source)?.id) ?? "") && targetPort === ((target && inPort(target)?.id) ?? "");
  return isUsual ? layout : { ...layout, sourcePort, targetPort };
}

export function fromFile(text: string): ParsedDefinition {
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch {
    return { ok: false, problems: [{ code: "NOT_AN_OBJECT", path: "", message: "This file is not JSON." }] };
  }
  // The files of `examples` have the definition as the API sends it, with a name and a description beside it.
  const definition = [part(file, "definition"), file].find((one) => part(one, "solutionDefinition") !== undefined);
  if (definition !== undefined) return parseDefinition(definition);
  const logic = part(file, "logic");
  if (typeof logic === "object" && logic !== null) return parseDefinition(joined(file, logic));
  return { ok: false, problems: [{ code: "MISSING", path: "logic", message: "The part logic is missing." }] };
}

/** Joins the two parts; what is missing is left out, and the parser reports it. */
function joined(file: unknown, logic: object): unknown {
  const layout = part(file, "layout");
  return {
    solutionDefinition: {
      nodes: merged(logic, layout, "nodes"),
      links: merged(logic, layout, "links"),
      zoom: part(layout, "zoom"),
      comments: part(layout, "comments"),
    },
    applicationDatasetFields: part(logic, "applicationDatasetFields"),
    runtimeDatasetFields: part(logic, "runtimeDatasetFields"),
    lists: part(logic, "lists"),
    subFlows: part(logic, "subFlows"),
    applicationTestData: part(file, "applicationTestData"),
    testCases: part(file, "testCases"),
    mocks: part(file, "mocks"),
    reasonTexts: part(logic, "reasonTexts"),
  };
}

function part(owner: unknown, name: string): unknown {
  return typeof owner === "object" && owner !== null && Object.hasOwn(owner, name) ? Reflect.get(owner, name) : undefined;
}

function merged(logic: unknown, layout: unknown, name: "nodes" | "links"): unknown {
  const things = part(logic, name);
  const drawn = part(layout, name);
  if (!Array.isArray(things)) return things;
  const byId = new Map(Array.isArray(drawn) ? drawn.map((row: unknown) => [part(row, "id"), row]) : []);
  return things.map((thing: unknown) => {
    const row = byId.get(part(thing, "id"));
    if (typeof thing !== "object" || thing === null || typeof row !== "object" || row === null) return thing;
    return { ...row, ...thing };
  });
}

/** JSON with one row per line, however long; any other value is on one line if it fits and contains no rows. */
function print(value: unknown, indent: string): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const isRow = !Array.isArray(value) && Object.values(value).every((part) => typeof part !== "object" || part === null);
  const isShort = JSON.stringify(value).length + indent.length <= lineWidth && !holdsRows(value);
  if (indent !== "" && (isRow || isShort)) return spaced(value);
  const deeper = `${indent}  `;
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  const lines = Array.isArray(value)
    ? value.map((item: unknown) => `${deeper}${print(item, deeper)}`)
    : Object.entries(value)
        .filter(([, item]) => item !== undefined)
        .map(([name, item]) => `${deeper}${JSON.stringify(name)}: ${print(item, deeper)}`);
  return lines.length === 0 ? `${open}${close}` : `${open}\n${lines.join(",\n")}\n${indent}${close}`;
}

/** Rows of a list are on lines of their own, so that a diff shows the row. Ports are the exception: they are not edited. */
function holdsRows(value: object): boolean {
  return Object.entries(value).some(([name, part]) => name !== "ports" && Array.isArray(part) && part.length > 0) || isListOfObjects(value);
}

function isListOfObjects(value: object): boolean {
  return Array.isArray(value) && value.some((item) => typeof item === "object" && item !== null);
}

function spaced(value: unknown): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(spaced).join(", ")}]`;
  const parts = Object.entries(value)
    .filter(([, item]) => item !== undefined)
    .map(([name, item]) => `${JSON.stringify(name)}: ${spaced(item)}`);
  return parts.length === 0 ? "{}" : `{ ${parts.join(", ")} }`;
}

import type { Definition, Finding, FlowLink, FlowNode } from "../definition.ts";
import { checkNode, nodeCondition } from "../kinds/kind-of.ts";
import { limits } from "../limits.ts";
import { checkConditions } from "./check-items.ts";
import { checkDrawing } from "./check-drawing.ts";
import { checkExecutionSize } from "./check-execution-size.ts";
import { checkFields } from "./check-fields.ts";
import { checkForks } from "./check-forks.ts";
import { checkLinkLogic, checkNodeLogic } from "./check-logic.ts";
import { checkLinkOrder, checkNodeOrder, findStops } from "./check-paths.ts";
import { checkSubFlows } from "./check-sub-flows.ts";
import { Check, FindingList } from "./check.ts";
import { Fields } from "./fields.ts";
import { findFlowState } from "./flow-state.ts";
import { makeGraph } from "./graph.ts";
import { Names } from "./names.ts";
import { usesIn } from "./sub-flow-uses.ts";

/**
 * All findings of a definition. The same function serves the editor, live, and the api; errors prevent execution, warnings do not. Never
 * throws.
 */
export function validate(definition: Definition): readonly Finding[] {
  const list = new FindingList();
  // Duplicate ids and documents beyond the limits are refused by the parser; the checks below rely on that.
  if (!checkSize(definition, list) || !checkIds(definition, list) || !checkSubFlows(definition, list)) return list.all;
  const { nodes, links } = definition.solutionDefinition;
  const fields = new Fields(definition);
  const names = new Names(nodes);
  const graph = makeGraph(definition.solutionDefinition, usesIn(definition));
  const state = findFlowState(graph, fields);

  checkDrawing(definition, graph, names, list);
  checkFields(definition, list);
  checkExecutionSize(definition, fields, list);
  for (const [place, node] of nodes.entries()) {
    const check = nodeCheck(node, names, fields, list);
    checkNode(node, check);
    checkNodeOrder(place, state, names, check);
    checkNodeLogic(nodeCondition(node), place, state, check);
  }
  const graphLinks = new Map(graph.links.map((link) => [link.link.id, link]));
  for (const link of links) {
    const check = linkCheck(link, names, fields, list);
    checkConditions(link.conditionFields, check);
    const joined = graphLinks.get(link.id);
    if (joined === undefined) continue;
    checkLinkOrder(joined, state, names, check);
    checkLinkLogic(joined, state, names, check);
  }
  checkForks(state, names, list);
  for (const place of findStops(state)) {
    const nodeId = nodes[place]?.id;
    list.report("PATH_MAY_STOP", nodeId === undefined ? {} : { nodeId }, { node: names.placed(place) });
  }
  return list.all;
}

/** Whether a definition can run. */
export function isValidRuntime(found: readonly Finding[]): boolean {
  return !found.some((finding) => finding.level === "error");
}

function nodeCheck(node: FlowNode, names: Names, fields: Fields, list: FindingList): Check {
  const title = names.node(node);
  return new Check(title, `In ${title}`, { nodeId: node.id }, fields, list);
}

function linkCheck(link: FlowLink, names: Names, fields: Fields, list: FindingList): Check {
  const { from, to } = names.ends(link);
  const linkTitle = `${from} to ${to}`;
  return new Check(linkTitle, `On the link from ${from} to ${to}`, { linkId: link.id }, fields, list);
}

function checkSize(definition: Definition, list: FindingList): boolean {
  const { nodes, links } = definition.solutionDefinition;
  const counts: readonly [string, number, number][] = [
    ["nodes", nodes.length, limits.nodes],
    ["links", links.length, limits.links],
    ["application fields", definition.applicationDatasetFields.length, limits.fields],
    ["runtime fields", definition.runtimeDatasetFields.length, limits.fields],
  ];
  // The parser limits each list separately; here it is enough that none is unbounded.
  for (const node of nodes) {
    for (const [property, value] of Object.entries(node)) {
      const max = property === "tableRows" ? limits.tableRows : limits.bands;
      if (Array.isArray(value) && value.length > max) {
        list.report("TOO_LARGE", { nodeId: node.id, property }, { what: "rows", count: value.length, max });
        return false;
      }
    }
  }
  const over = counts.filter(([, count, max]) => count > max);
  for (const [what, count, max] of over) list.report("TOO_LARGE", {}, { what, count, max });
  return over.length === 0;
}

function checkIds(definition: Definition, list: FindingList): boolean {
  const { nodes, links } = definition.solutionDefinition;
  const spaces: readonly [string, readonly string[]][] = [
    ["nodes", nodes.map(({ id }) => id)],
    ["links", links.map(({ id }) => id)],
    ["application fields", definition.applicationDatasetFields.map(({ key }) => key)],
    ["runtime fields", definition.runtimeDatasetFields.map(({ key }) => key)],
  ];
  const repeated = spaces.filter(([, ids]) => new Set(ids).size < ids.length);
  for (const [what] of repeated) list.report("ID_TWICE", {}, { what });
  return repeated.length === 0;
}

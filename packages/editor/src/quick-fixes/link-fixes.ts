/**
 * Fixes that draw a missing link. They are offered only if exactly one link is possible, because the choice of a link decides the policy.
 */
import { nodeWrites, type FlowNode } from "@airlock/flow";
import { combine } from "../commands/combine.ts";
import { addLink, markOtherwise } from "../commands/links.ts";
import type { FlowDocument } from "../document/flow-document.ts";
import { linksOf } from "../document/links-of.ts";
import { counted, nodeTitle } from "../document/titles.ts";
import { outlineOf } from "../outline/outline.ts";
import { whyNotLink } from "../rules/link-rules.ts";
import { findingsIn, repairs } from "./findings-in.ts";
import { daring, safe, type Fixer, type FixContext, type QuickFix } from "./quick-fix.ts";

/** Setters of one field that are tried; each costs a validation. */
const maxSetters = 10;

/** For nodes that cannot be reached: a link from the only node where a path stops. */
export const linkFromOpenEnd: Fixer = (context) => {
  const { document } = context;
  const root = document.nodes.get(context.finding.nodeId ?? "");
  if (root === undefined) return [];
  const source = only(openEnds(document).filter((end) => canLink(document, end, root)));
  return source === undefined ? [] : [daring(...linkFix(context, source, root))];
};

/** For a node that no link leaves. */
export const linkDeadEnd: Fixer = (context) => {
  const { document } = context;
  const node = document.nodes.get(context.finding.nodeId ?? "");
  if (node === undefined) return [];
  const next = [...unreachedRoots(document), ...readersWithout(document, node)];
  if (next.length > 0) return offered(context, node, next, daring);
  return offered(context, node, endsOf(document), safe);
};

/** For a node whose conditions leave a case open, beside nodes that nothing leads to. */
export const linkOpenCase: Fixer = (context) => {
  const { document } = context;
  const node = document.nodes.get(context.finding.nodeId ?? "");
  return node === undefined ? [] : offered(context, node, unreachedRoots(document), daring);
};

/** Links the nodes that no link leaves to the End, where there is one End and nothing else to link them to. */
export const linkDeadEndsToEnd: Fixer = ({ document, newId }) => {
  const end = only(endsOf(document));
  if (end === undefined || findingsIn(document).some(({ code }) => code === "NODE_UNREACHABLE")) return [];
  const stops = openEnds(document).filter((node) => linksOf(document, node.id).outgoing.length === 0 && canLink(document, node, end));
  const [first] = stops;
  if (first === undefined) return [];
  const label = `Link ${stops.length === 1 ? nodeTitle(first) : counted(stops.length, "node")} to ${nodeTitle(end)}`;
  const links = stops.map((stop) => addLink(newId(), stop.id, end.id));
  return [safe(label, combine(label, links))];
};

/** For a field that is read before it is set: a link from the node that sets it. */
export const linkSetter: Fixer = (context) => {
  const { document, finding } = context;
  // A condition on a link is evaluated after the source of the link.
  const reader = document.nodes.get(finding.nodeId ?? document.links.get(finding.linkId ?? "")?.source ?? "");
  if (reader === undefined || finding.fieldKey === undefined) return [];
  const setters = document.nodes.toArray().filter((node) => {
    const isSetter = nodeWrites(node).some(({ source, key }) => source === "Runtime" && key === finding.fieldKey);
    return isSetter && !isFork(document, node) && canLink(document, node, reader);
  });
  const fixes = setters.slice(0, maxSetters).map((setter) => daring(...linkFix(context, setter, reader)));
  const fix = only(fixes.filter(({ command }) => repairs(document, command, finding)));
  return fix === undefined ? [] : [fix];
};

function offered(context: FixContext, source: FlowNode, targets: readonly FlowNode[], kind: typeof safe): readonly QuickFix[] {
  const possible = targets.filter((target) => canLink(context.document, source, target));
  const target = only([...new Set(possible)]);
  return target === undefined ? [] : [kind(...linkFix(context, source, target))];
}

function linkFix({ document, newId }: FixContext, source: FlowNode, target: FlowNode): Parameters<typeof safe> {
  const id = newId();
  const link = addLink(id, source.id, target.id);
  const label = `Link ${nodeTitle(source)} to ${nodeTitle(target)}`;
  if (!isFork(document, source)) return [label, link];
  const asOtherwise = `${label} (otherwise)`;
  return [asOtherwise, combine(asOtherwise, [link, markOtherwise(id, true)])];
}

const endsOf = (document: FlowDocument): readonly FlowNode[] => document.nodes.toArray().filter((node) => node.type === "End");

const canLink = (document: FlowDocument, source: FlowNode, target: FlowNode): boolean =>
  whyNotLink(document, source.id, target.id) === undefined;

const isFork = (document: FlowDocument, node: FlowNode): boolean =>
  linksOf(document, node.id).outgoing.some((link) => !link.otherwise && link.conditionFields.length > 0);

/** The first of nodes that no path leads to. */
function unreachedRoots(document: FlowDocument): readonly FlowNode[] {
  const findings = findingsIn(document);
  const roots = new Set(findings.flatMap(({ code, nodeId }) => (code === "NODE_UNREACHABLE" && nodeId !== undefined ? [nodeId] : [])));
  // An unreachable End is not a separate finding while no End is reached.
  const isEndReached = !findings.some(({ code }) => code === "END_UNREACHABLE");
  const isRoot = (node: FlowNode): boolean =>
    roots.has(node.id) || (!isEndReached && node.type === "End" && linksOf(document, node.id).incoming.length === 0);
  return document.nodes.toArray().filter(isRoot);
}

/** Nodes that miss a field which this node sets. */
function readersWithout(document: FlowDocument, setter: FlowNode): readonly FlowNode[] {
  const written = new Set(nodeWrites(setter).flatMap(({ source, key }) => (source === "Runtime" ? [key] : [])));
  return findingsIn(document).flatMap(({ code, nodeId, linkId, fieldKey = "" }) => {
    const isMissing = code === "FIELD_READ_BEFORE_SET" || code === "FIELD_MAY_BE_MISSING";
    const reader = document.nodes.get(nodeId ?? document.links.get(linkId ?? "")?.source ?? "");
    return isMissing && written.has(fieldKey) && reader !== undefined ? [reader] : [];
  });
}

/** Nodes on a path from Start where a decision can stop: no link leaves them, or no condition on the links out of them may hold. */
function openEnds(document: FlowDocument): readonly FlowNode[] {
  const findings = findingsIn(document);
  const stops = new Set(findings.flatMap(({ code, nodeId }) => (code === "PATH_MAY_STOP" ? [nodeId] : [])));
  // If no End is reached, the validator does not search for paths that may stop.
  const isEndReached = !findings.some(({ code }) => code === "END_UNREACHABLE" || code === "END_MISSING");
  return outlineOf(document).flatMap(({ nodeId, isReached }) => {
    const node = document.nodes.get(nodeId);
    if (node === undefined || node.type === "End" || !isReached) return [];
    const { outgoing } = linksOf(document, nodeId);
    const isOpenFork = !isEndReached && outgoing.every((link) => !link.otherwise && link.conditionFields.length > 0);
    return outgoing.length === 0 || stops.has(nodeId) || isOpenFork ? [node] : [];
  });
}

function only<Item>(items: readonly Item[]): Item | undefined {
  return items.length === 1 ? items[0] : undefined;
}

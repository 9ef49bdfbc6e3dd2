import { kinds, type Finding } from "@airlock/flow";
import type { FlowDocument } from "../document/flow-document.ts";
import { linksOf } from "../document/links-of.ts";
import { counted, nodeTitle, nodeTitleOf } from "../document/titles.ts";
import { flowOrder } from "../navigation/flow-order.ts";
import { linkCaption } from "../summary/captions.ts";
import { nodeSentence } from "../summary/node-sentence.ts";

export interface OutlineWay {
  readonly linkId: string;
  readonly nodeId: string;
  /** "to Decline when total < 540", "to Refer otherwise". */
  readonly text: string;
}

/** A node as a row of the list view, which is equivalent to the diagram: everything it shows, as text, in reading order. */
export interface OutlineRow {
  readonly nodeId: string;
  readonly title: string;
  readonly typeLabel: string;
  readonly sentence: string;
  readonly from: readonly OutlineWay[];
  readonly to: readonly OutlineWay[];
  readonly findings: readonly Finding[];
  /** False for what no path leads to. */
  readonly isReached: boolean;
  /** The whole row read aloud. */
  readonly spoken: string;
}

export function outlineOf(document: FlowDocument, findings: readonly Finding[] = []): readonly OutlineRow[] {
  const byNode = Map.groupBy(findings, (finding) => finding.nodeId ?? document.links.get(finding.linkId ?? "")?.source ?? "");
  const reached = reachedFrom(document);
  return flowOrder(document).flatMap((id, place) => {
    const node = document.nodes.get(id);
    if (node === undefined) return [];
    const { incoming, outgoing } = linksOf(document, id);
    const to = outgoing.map((link) => ({ linkId: link.id, nodeId: link.target, text: wayText(document, link.id, "to") }));
    const from = incoming.map((link) => ({ linkId: link.id, nodeId: link.source, text: wayText(document, link.id, "from") }));
    const row = {
      nodeId: id,
      title: nodeTitle(node),
      typeLabel: kinds[node.type].typeLabel,
      sentence: nodeSentence(document, node),
      from,
      to,
      findings: byNode.get(id) ?? [],
      isReached: reached.has(id),
    };
    return [{ ...row, spoken: spokenText(row, place + 1, document.nodes.size) }];
  });
}

function wayText(document: FlowDocument, linkId: string, way: "to" | "from"): string {
  const link = document.links.get(linkId);
  if (link === undefined) return "";
  const { text, isConditional, isOtherwise } = linkCaption(document, link);
  const title = nodeTitleOf(document, way === "to" ? link.target : link.source);
  if (!isConditional) return way === "to" ? `to ${title}` : `from ${title}`;
  if (isOtherwise) return way === "to" ? `to ${title} otherwise` : `from ${title} otherwise`;
  return way === "to" ? `to ${title} when ${text}` : `from ${title} when ${text}`;
}

function spokenText(row: Omit<OutlineRow, "spoken">, place: number, count: number): string {
  const errors = row.findings.filter((finding) => finding.level === "error").length;
  const warnings = row.findings.length - errors;
  const name = row.title === row.typeLabel ? row.title : `${row.title}, ${row.typeLabel}`;
  return [
    `${name}, ${place} of ${count}.`,
    row.sentence,
    row.to.length > 0 ? `Goes ${row.to.map((way) => way.text).join(", ")}.` : row.typeLabel === "End" ? "" : "Goes nowhere.",
    row.isReached ? "" : "Never reached.",
    errors > 0 ? `${counted(errors, "error")}.` : "",
    warnings > 0 ? `${counted(warnings, "warning")}.` : "",
  ]
    .filter((part) => part !== "")
    .join(" ");
}

function reachedFrom(document: FlowDocument): ReadonlySet<string> {
  const open = document.nodes.toArray().flatMap((node) => (node.type === "Start" ? node.id : []));
  const reached = new Set(open);
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    for (const link of linksOf(document, id).outgoing) {
      if (reached.has(link.target)) continue;
      reached.add(link.target);
      open.push(link.target);
    }
  }
  return reached;
}

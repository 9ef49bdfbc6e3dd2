import { inPort, limits, outPort, type FlowLink } from "@airlock/flow";
import { addLinks, putLinks } from "../document/edit-document.ts";
import { linkTitle, nodeTitle, nodeTitleOf } from "../document/titles.ts";
import { linksOf } from "../document/links-of.ts";
import { whyNotLink } from "../rules/link-rules.ts";
import { refusal } from "../rules/refusal.ts";
import { whyNotText } from "../rules/text-rules.ts";
import { selectionOf } from "../selection/selection.ts";
import { newBranch } from "./branches.ts";
import { done, refused, type Command } from "./command.ts";

export function addLink(id: string, sourceId: string, targetId: string): Command {
  return (document) => {
    const reason = whyNotLink(document, sourceId, targetId);
    const source = document.nodes.get(sourceId);
    const target = document.nodes.get(targetId);
    if (reason !== undefined || source === undefined || target === undefined) return refused(reason ?? refusal("NODE_GONE"));
    const linked = addLinks(document, [newBranch(document, id, source, target)]);
    return done(`Link ${nodeTitle(source)} to ${nodeTitle(target)}`, linked, { select: selectionOf([], [id]) });
  };
}

/** Changes the source or target of a link; conditions are kept. */
export function relink(id: string, ends: { readonly source?: string; readonly target?: string }): Command {
  return (document) => {
    const link = document.links.get(id);
    if (link === undefined) return refused(refusal("LINK_GONE"));
    const sourceId = ends.source ?? link.source;
    const targetId = ends.target ?? link.target;
    const reason = whyNotLink(document, sourceId, targetId, id);
    const source = document.nodes.get(sourceId);
    const target = document.nodes.get(targetId);
    if (reason !== undefined || source === undefined || target === undefined) return refused(reason ?? refusal("NODE_GONE"));
    const after: FlowLink = {
      ...link,
      source: sourceId,
      sourcePort: outPort(source)?.id ?? "",
      target: targetId,
      targetPort: inPort(target)?.id ?? "",
    };
    const isSame = after.source === link.source && after.target === link.target && after.sourcePort === link.sourcePort;
    const name = `Link ${nodeTitle(source)} to ${nodeTitle(target)} instead`;
    return done(name, isSame && after.targetPort === link.targetPort ? document : putLinks(document, [after]));
  };
}

export function labelLink(id: string, label: string): Command {
  return (document) => {
    const link = document.links.get(id);
    if (link === undefined) return refused(refusal("LINK_GONE"));
    const reason = whyNotText(label, limits.labelLength);
    if (reason !== undefined) return refused(reason);
    const next = label === link.label ? document : putLinks(document, [{ ...link, label }]);
    return done(`Label the link from ${linkTitle(document, link)}`, next, { mergeWith: `label ${id}` });
  };
}

/** Marks a link to be taken when no sibling with conditions is. Its own conditions are removed. */
export function markOtherwise(id: string, otherwise: boolean): Command {
  return (document) => {
    const link = document.links.get(id);
    if (link === undefined) return refused(refusal("LINK_GONE"));
    const title = linkTitle(document, link);
    const name = otherwise ? `Mark ${title} as otherwise` : `Remove the otherwise mark of ${title}`;
    if (link.otherwise === otherwise && !(otherwise && link.conditionFields.length > 0)) return done(name, document);
    return done(name, putLinks(document, [{ ...link, otherwise, conditionFields: otherwise ? [] : link.conditionFields }]));
  };
}

/** Moves a link before or after its siblings: nodes run in the order of the links that lead to them. */
export function moveLink(id: string, to: number): Command {
  return (document) => {
    const link = document.links.get(id);
    if (link === undefined) return refused(refusal("LINK_GONE"));
    const name = `Reorder the links of ${nodeTitleOf(document, link.source)}`;
    const siblings = linksOf(document, link.source).outgoing;
    const from = siblings.findIndex((sibling) => sibling.id === id);
    const other = siblings[to];
    if (other === undefined) return refused(refusal("ROW_GONE"));
    if (from === to) return done(name, document);
    const without = document.links.remove(new Set([id]));
    const place = (without.placeOf(other.id) ?? 0) + (to > from ? 1 : 0);
    return done(name, { ...document, links: without.insert([link], place) });
  };
}

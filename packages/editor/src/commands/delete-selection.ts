import { removeParts } from "../document/edit-document.ts";
import { linksOf } from "../document/links-of.ts";
import { countedParts, fullNodeTitle, linkTitle } from "../document/titles.ts";
import { putLinks } from "../document/edit-document.ts";
import { inPort } from "@airlock/flow";
import { whyNotLink } from "../rules/link-rules.ts";
import { whyNotDelete } from "../rules/node-rules.ts";
import { refusal } from "../rules/refusal.ts";
import { nothing, type Selection } from "../selection/selection.ts";
import { done, refused, type Command } from "./command.ts";

/** Deletes the selection with its attached links. Start stays; if only Start is selected, the command is refused. */
export function deleteSelection(selection: Selection): Command {
  return (document) => {
    const nodes = [...selection.nodes].flatMap((id) => document.nodes.get(id) ?? []);
    const links = [...selection.links].flatMap((id) => document.links.get(id) ?? []);
    if (nodes.length + links.length === 0) return refused(refusal("NOTHING_SELECTED"));
    const kept = nodes.filter((node) => whyNotDelete(document, node) !== undefined);
    // Of two Starts, which only a file can have, one may be deleted, not both.
    const starts = nodes.filter((node) => node.type === "Start" && !kept.includes(node)).slice(1);
    const going = nodes.filter((node) => !kept.includes(node) && !starts.includes(node));
    if (going.length + links.length === 0) return refused(refusal("START_STAYS"));
    const after = removeParts(document, new Set(going.map((node) => node.id)), new Set(links.map((link) => link.id)));
    const [node] = going;
    const [link] = links;
    let name = `Delete ${countedParts(going.length, links.length)}`;
    let confirmation = `Deleted ${countedParts(going.length, links.length)}`;
    if (going.length === 1 && links.length === 0 && node !== undefined) {
      name = `Delete ${fullNodeTitle(node)}`;
      confirmation = `Deleted ${fullNodeTitle(node)}`;
    }
    if (going.length === 0 && links.length === 1 && link !== undefined) {
      name = `Delete link (${linkTitle(document, link)})`;
      confirmation = `Deleted link (${linkTitle(document, link)})`;
    }
    return done(name, after, { select: nothing, confirmation });
  };
}

/** Removes a node from the path: its incoming links are reconnected to the target of its only link. */
export function dissolveNode(id: string): Command {
  return (document) => {
    const node = document.nodes.get(id);
    if (node === undefined) return refused(refusal("NODE_GONE"));
    const reason = whyNotDelete(document, node);
    if (reason !== undefined) return refused(reason);
    const { incoming, outgoing } = linksOf(document, id);
    const [only] = outgoing;
    const target = only === undefined ? undefined : document.nodes.get(only.target);
    let next = document;
    if (outgoing.length === 1 && target !== undefined && only?.conditionFields.length === 0) {
      for (const link of incoming) {
        if (whyNotLink(next, link.source, target.id, link.id) !== undefined) continue;
        next = putLinks(next, [{ ...link, target: target.id, targetPort: inPort(target)?.id ?? "" }]);
      }
    }
    return done(`Delete ${fullNodeTitle(node)}`, removeParts(next, new Set([id]), new Set()), { select: nothing });
  };
}

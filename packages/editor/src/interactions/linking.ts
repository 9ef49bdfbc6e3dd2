import { addLink, relink } from "../commands/links.ts";
import type { Executed } from "../commands/command.ts";
import type { Point } from "../document/bounds.ts";
import { flowOrder } from "../navigation/flow-order.ts";
import { possibleTargets, whyNotLink } from "../rules/link-rules.ts";
import type { Refusal } from "../rules/refusal.ts";
import type { Editor } from "../session/editor.ts";
import type { Adding } from "./adding.ts";

/** Drawing a link: from a port by mouse, or by L and then Tab through the nodes that it may lead to. */
export interface Linking {
  readonly kind: "linking";
  readonly sourceId: string;
  /** The link that is being reconnected; undefined for a new one. */
  readonly linkId: string | undefined;
  /** Where it may lead, in reading order. */
  readonly targets: readonly string[];
  /** The one that is chosen by keys, or hovered. */
  readonly targetId: string | undefined;
  /** The one that is hovered and that it may not lead to. */
  readonly refusedId?: string | undefined;
}

export function startLinking(editor: Editor, sourceId: string, linkId?: string): Linking {
  const { document } = editor.state;
  const possible = new Set(possibleTargets(document, sourceId, linkId));
  return { kind: "linking", sourceId, linkId, targets: flowOrder(document).filter((id) => possible.has(id)), targetId: undefined };
}

/** The next or previous node that it may lead to, round and round. */
export function chooseTarget(linking: Linking, by: 1 | -1): Linking {
  const { targets, targetId } = linking;
  if (targets.length === 0) return linking;
  const place = targetId === undefined ? (by === 1 ? -1 : 0) : targets.indexOf(targetId);
  return { ...linking, targetId: targets[(place + by + targets.length) % targets.length] };
}

/** Hovering a node chooses it as the target if the link is allowed, and shows the reason if not. */
export function hoverTarget(
  editor: Editor,
  linking: Linking,
  nodeId: string | undefined,
): { readonly linking: Linking; readonly why: Refusal | undefined } {
  const why = nodeId === undefined ? undefined : whyNotLink(editor.state.document, linking.sourceId, nodeId, linking.linkId);
  const isAllowed = why === undefined;
  return { linking: { ...linking, targetId: isAllowed ? nodeId : undefined, refusedId: isAllowed ? undefined : nodeId }, why };
}

/** Draws the link to the chosen node, or to this one. Undefined if none is chosen. */
export function endLinking(editor: Editor, { sourceId, linkId, targetId }: Linking, newId: () => string): Executed | undefined {
  if (targetId === undefined) return undefined;
  return editor.execute(
    linkId === undefined ? addLink(newId(), sourceId, targetId) : relink(linkId, { source: sourceId, target: targetId }),
  );
}

/** A new link that was dropped on an empty spot opens the choice of a node to add there. */
export function dropLink({ sourceId }: Linking, at: Point): Adding {
  return { kind: "adding", at, after: sourceId, into: undefined };
}

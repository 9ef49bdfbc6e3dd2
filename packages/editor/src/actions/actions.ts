import { refusal, type Refusal } from "../rules/refusal.ts";
import { findSubFlow, outPort } from "@airlock/flow";
import { keysFor, type Intent } from "../keys/key-map.ts";
import { whyNotCopy, whyNotDelete } from "../rules/node-rules.ts";
import { viewOnly } from "../rules/view-only.ts";
import { selectionSize } from "../selection/selection.ts";
import type { EditorState } from "../session/editor-state.ts";

const deleteLabel = "Delete";

export interface Action {
  readonly intent: Intent;
  readonly label: string;
  /** Of the key map, for `formatKeys`. */
  readonly keys: string | undefined;
  /** Why it cannot be done now, as a sentence for the tooltip; undefined where it can. */
  readonly why: string | undefined;
}

export interface ActionContext {
  /** Without solution.update nothing can be changed. */
  readonly mayEdit: boolean;
}

/**
 * The context menu, also for a row of the list view, in groups: actions for nodes, a link, or the diagram if nothing is selected. An action
 * that applies but is not possible now has a reason.
 */
export function actionsFor(state: EditorState, { mayEdit }: ActionContext): readonly (readonly Action[])[] {
  const { document, selection, history } = state;
  const nodes = [...selection.nodes].flatMap((id) => document.nodes.get(id) ?? []);
  const [only] = nodes;
  const locked = mayEdit ? undefined : viewOnly;
  const nothing = selectionSize(selection) === 0 ? refusal("NOTHING_SELECTED").reason : undefined;
  const action = (intent: Intent, label: string, why: string | undefined): Action => ({ intent, label, keys: keysFor(intent), why });

  const goesOn =
    only === undefined || nodes.length > 1
      ? "Select one node."
      : outPort(only) === undefined
        ? refusal("LINK_OUT_OF_END").reason
        : undefined;
  const copy = nodes.length === 0 ? refusal("NOTHING_SELECTED").reason : allRefused(nodes.map(whyNotCopy));
  const isLinkSelected = selection.links.size > 0;
  const isOneLink = nodes.length === 0 && selection.links.size === 1;
  const remove = nothing ?? (isLinkSelected ? undefined : allRefused(nodes.map((node) => whyNotDelete(document, node))));
  const rename =
    nodes.length !== 1 || only === undefined ? "Select one node." : only.type === "Start" ? refusal("START_FIXED").reason : undefined;
  const undoName = history.done.at(-1)?.name;
  const redoName = history.undone.at(-1)?.name;
  const isNode = nodes.length > 0;
  const isDiagram = nothing !== undefined;
  const groups: readonly (readonly (Action | false)[])[] = [
    [
      isDiagram && action("addNext", "Add node", locked),
      isOneLink && action("addNext", "Add node into the link", locked),
      isOneLink && action("startLink", "Link to another node", locked),
      isNode && action("addNext", "Add next node", locked ?? goesOn),
      isNode && action("startLink", "Start a link", locked ?? goesOn),
      isNode && action("rename", "Rename", locked ?? rename),
      nodes.length === 1 &&
        only?.type === "SubFlow" &&
        action("openSubFlow", "Open sub-flow", findSubFlow(document, only.versionId) === undefined ? "It has no version yet." : undefined),
    ],
    [
      isNode && action("copy", "Copy", copy),
      isNode && action("cut", "Cut", locked ?? copy ?? remove),
      (isNode || isDiagram) && action("paste", "Paste", locked),
      isNode && action("duplicate", "Duplicate", locked ?? copy),
      isDiagram && action("selectAll", "Select all", undefined),
    ],
    [
      action(
        "undo",
        undoName === undefined ? "Undo" : `Undo ${lowered(undoName)}`,
        locked ?? (undoName === undefined ? "Nothing to undo." : undefined),
      ),
      action(
        "redo",
        redoName === undefined ? "Redo" : `Redo ${lowered(redoName)}`,
        locked ?? (redoName === undefined ? "Nothing to redo." : undefined),
      ),
      (isDiagram || nodes.length > 1) && action("tidy", isDiagram ? "Tidy the diagram" : "Tidy the selection", locked),
    ],
    [
      !isDiagram && action("delete", deleteLabel, locked ?? remove),
      !isDiagram && action("deleteNow", "Delete without asking", locked ?? remove),
    ],
  ];
  return groups.map((group) => group.filter((one) => one !== false)).filter((group) => group.length > 0);
}

/** Some of a selection is enough: what may not be copied or deleted is left out of it. */
function allRefused(reasons: readonly (Refusal | undefined)[]): string | undefined {
  return reasons.some((reason) => reason === undefined) ? undefined : reasons[0]?.reason;
}

function lowered(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}

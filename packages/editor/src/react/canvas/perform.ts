import { deleteSelection } from "../../commands/delete-selection.ts";
import { arrangeNodes } from "../../commands/arrange.ts";
import type { Command } from "../../commands/command.ts";
import { nudgeNodes, type Direction } from "../../commands/move-nodes.ts";
import { duplicate } from "../../commands/paste.ts";
import { nodeBox, type Point } from "../../document/bounds.ts";
import { newId } from "../../document/new-id.ts";
import { startAdding } from "../../interactions/adding.ts";
import { release } from "../../interactions/interaction.ts";
import { startLinking } from "../../interactions/linking.ts";
import type { Intent } from "../../keys/key-map.ts";
import { walkAlong, walkInOrder, type WalkDirection } from "../../navigation/walk.ts";
import { everything, selectionSize, type Selection } from "../../selection/selection.ts";
import { whyNotDelete } from "../../rules/node-rules.ts";
import { refusal } from "../../rules/refusal.ts";
import type { EditorSurroundings } from "../editor-context.ts";
import type { FlowLevel } from "../levels/flow-level.ts";
import { fieldsPlace, wantPlace } from "../panels/place-wanted.ts";
import type { CanvasView } from "./canvas-view.ts";
import { inPlace, outPlace } from "./link-path.ts";
import { undoAction } from "./undo-action.ts";
import type { ClipboardActions } from "./clipboard-actions.ts";

export interface Performed {
  readonly view: CanvasView;
  readonly clipboard: ClipboardActions;
  readonly mayEdit: boolean;
  readonly tell: EditorSurroundings["tell"];
  readonly level: FlowLevel;
}

/** Performs the intent of a key, a menu item or a button. False if it does not apply here and the browser may handle the key. */
export type Perform = (intent: Intent, at?: Point) => boolean;

const nudges: Partial<Record<Intent, readonly [Direction, number]>> = {
  moveLeft: ["left", 1],
  moveRight: ["right", 1],
  moveUp: ["up", 1],
  moveDown: ["down", 1],
  moveFarLeft: ["left", 4],
  moveFarRight: ["right", 4],
  moveFarUp: ["up", 4],
  moveFarDown: ["down", 4],
};
const walks: Partial<Record<Intent, WalkDirection>> = {
  walkForward: "forward",
  walkBack: "back",
  walkUp: "up",
  walkDown: "down",
};
const changing: ReadonlySet<Intent> = new Set([
  "undo",
  "redo",
  "cut",
  "paste",
  "duplicate",
  "delete",
  "deleteNow",
  "addNext",
  "addBeside",
  "startLink",
  "rename",
  "tidy",
]);

export function performer(performed: Performed): Perform {
  const { view, mayEdit, tell, level } = performed;
  const { editor } = view;
  const locked = level.path === "" ? "You may look at this solution, but not change it." : "A sub-flow is changed in its own solution.";
  const run = (command: Command): void => {
    const executed = editor.execute(command);
    if (!executed.ok) tell({ level: "info", message: executed.refusal.reason });
  };
  const deleteNow = (selected: Selection): void => {
    const executed = editor.execute(deleteSelection(selected));
    if (!executed.ok) return tell({ level: "info", message: executed.refusal.reason });
    const step = editor.state.history.done.at(-1);
    const undo = () => {
      // Only this step: after another one, Undo would revert that one.
      if (editor.state.history.done.at(-1) === step) editor.undo();
    };
    tell({ level: "success", message: executed.name.replace(/^Delete (.*)$/, "Deleted $1"), action: { label: "Undo", run: undo } });
  };
  const go = (selection: Selection | undefined): boolean => {
    if (selection === undefined) return false;
    editor.select(selection);
    view.revealSelection();
    return true;
  };
  return (intent, at) => {
    const { document, selection } = editor.state;
    if (!mayEdit && (changing.has(intent) || nudges[intent] !== undefined)) {
      if (changing.has(intent)) tell({ level: "info", message: locked });
      return changing.has(intent);
    }
    const nudge = nudges[intent];
    if (nudge !== undefined) return moveOrPan(view, selection, nudge, run);
    const walk = walks[intent];
    if (walk !== undefined) {
      go(walkAlong(document, selection, walk));
      return true;
    }
    switch (intent) {
      case "undo":
        editor.undo();
        return true;
      case "redo":
        editor.redo();
        return true;
      case "copy":
      case "cut":
        void performed.clipboard.copy(intent === "cut");
        return true;
      case "paste":
        void performed.clipboard.paste(at);
        return true;
      case "duplicate":
        run(duplicate(selection, newId));
        return true;
      case "selectAll":
        editor.select(everything(document));
        return true;
      case "delete":
        askToDelete(view, tell);
        return true;
      case "deleteNow":
        deleteNow(selection);
        return true;
      case "nextNode":
        return go(walkInOrder(document, selection, 1));
      case "previousNode":
        return go(walkInOrder(document, selection, -1));
      case "addNext":
      case "addBeside":
        openPalette(view, intent === "addBeside", at);
        return true;
      case "startLink":
        linkFromSelection(view, tell);
        return true;
      case "rename":
        renameSelected(view, tell);
        return true;
      case "openProperties":
        if (selectionSize(selection) === 0) return false;
        openProperties(view);
        return true;
      case "openSubFlow": {
        const [id] = selection.nodes;
        if (id !== undefined && selection.nodes.size === 1 && level.canOpen(id)) level.open(id);
        else tell({ level: "info", message: "Select a Sub-flow node that has a version." });
        return true;
      }
      case "zoomIn":
        view.zoomBy(1);
        return true;
      case "zoomOut":
        view.zoomBy(-1);
        return true;
      case "fit":
        view.fit();
        return true;
      case "tidy":
        tidy(view, tell);
        return true;
      case "findComponent":
        view.surface?.closest(".cv-room")?.querySelector<HTMLInputElement>(".cv-palette-search input")?.focus();
        return true;
      case "findNode":
        view.opened.set({ kind: "find" });
        return true;
      case "release":
        if (view.opened.get() !== undefined) view.close();
        else if (level.path !== "" && selectionSize(selection) === 0) level.show(level.opened.length - 1);
        else view.interaction.set(release(editor, view.interaction.get()));
        view.hint.set("");
        return true;
      case "contextMenu":
        view.opened.set({ kind: "menu", at: at ?? placeOfSelection(view) });
        return true;
      case "listKeys":
        view.opened.set({ kind: "keys" });
        return true;
      case "openApplicationFields":
      case "openRuntimeFields":
        wantPlace(editor, fieldsPlace(intent === "openRuntimeFields" ? "runtime" : "application"));
        view.callbacks.onIntent?.(intent);
        return true;
      default:
        view.callbacks.onIntent?.(intent);
        return true;
    }
  };
}

/** Tidies the selection, or the whole diagram. A single key triggers it, so a message confirms it. */
function tidy(view: CanvasView, tell: EditorSurroundings["tell"]): void {
  const { editor } = view;
  const { document, selection } = editor.state;
  const executed = editor.execute(arrangeNodes(selection.nodes.size > 1 ? selection.nodes : undefined));
  view.fit();
  if (!executed.ok) tell({ level: "info", message: executed.refusal.reason });
  else if (executed.document === document) tell({ level: "info", message: "Already tidy" });
  else tell({ level: "success", message: "Tidied", action: undoAction(editor, tell) });
}

function openProperties(view: CanvasView): void {
  const [nodeId] = view.editor.state.selection.nodes;
  const [linkId] = view.editor.state.selection.links;
  if (nodeId !== undefined) view.callbacks.onOpenField?.({ nodeId });
  else if (linkId !== undefined) view.callbacks.onOpenField?.({ linkId });
  wantPlace(view.editor, "label");
}

function moveOrPan(
  view: CanvasView,
  selection: Selection,
  [direction, grids]: readonly [Direction, number],
  run: (c: Command) => void,
): boolean {
  if (selection.nodes.size > 0) {
    run(nudgeNodes([...selection.nodes], direction, grids));
    view.revealSelection();
    return true;
  }
  const by = 60 * grids;
  view.panBy(direction === "left" ? by : direction === "right" ? -by : 0, direction === "up" ? by : direction === "down" ? -by : 0);
  return true;
}

function askToDelete(view: CanvasView, tell: EditorSurroundings["tell"]): void {
  const { document, selection } = view.editor.state;
  const nodes = [...selection.nodes].flatMap((id) => document.nodes.get(id) ?? []);
  const refused = nodes.map((node) => whyNotDelete(document, node)).find((why) => why !== undefined);
  const isAllRefused = selection.links.size === 0 && nodes.every((node) => whyNotDelete(document, node) !== undefined);
  if (isAllRefused) tell({ level: "info", message: (refused ?? refusal("NOTHING_SELECTED")).reason });
  else view.opened.set({ kind: "delete", selection });
}

/** A: beside the node that it follows, in the middle of the link, or in the centre of the viewport. */
function openPalette(view: CanvasView, isBeside: boolean, at?: Point): void {
  const adding = startAdding(view.editor, isBeside);
  const isPlaced = adding.after !== undefined || adding.into !== undefined;
  const place = isPlaced ? adding : { ...adding, at: at === undefined ? view.centre : view.toDiagram(at) };
  view.opened.set({ kind: "adding", adding: place, at: at ?? placeOfSelection(view) });
}

function linkFromSelection(view: CanvasView, tell: EditorSurroundings["tell"]): void {
  const { selection, document } = view.editor.state;
  const [id] = selection.nodes;
  const [linkId] = selection.links;
  const link = linkId === undefined ? undefined : document.links.get(linkId);
  // On a link: choose another target.
  const linking =
    id !== undefined ? startLinking(view.editor, id) : link === undefined ? undefined : startLinking(view.editor, link.source, link.id);
  if (linking === undefined) tell({ level: "info", message: refusal("NOTHING_SELECTED").reason });
  else if (linking.targets.length === 0) tell({ level: "info", message: "There is no node that a link from here may lead to." });
  else {
    view.interaction.set(linking);
    const text = `Linking. ${linking.targets.length} nodes to choose from. Press Tab to choose, Enter to link, Escape to let go.`;
    view.announcement.set(text);
  }
}

function renameSelected(view: CanvasView, tell: EditorSurroundings["tell"]): void {
  const { document, selection } = view.editor.state;
  const [id] = selection.nodes;
  const node = id === undefined ? undefined : document.nodes.get(id);
  if (node === undefined || selection.nodes.size > 1) tell({ level: "info", message: "Select one node." });
  else if (node.type === "Start") tell({ level: "info", message: refusal("START_FIXED").reason });
  else view.opened.set({ kind: "rename", nodeId: node.id });
}

/** Where a menu opens that was requested by a key: at the selection. */
function placeOfSelection(view: CanvasView): Point {
  const { document, selection } = view.editor.state;
  const [nodeId] = selection.nodes;
  const node = nodeId === undefined ? undefined : document.nodes.get(nodeId);
  if (node !== undefined) {
    const box = nodeBox(node);
    return view.toWindow({ x: box.right + 12, y: box.top });
  }
  const [linkId] = selection.links;
  const link = linkId === undefined ? undefined : document.links.get(linkId);
  const source = link && document.nodes.get(link.source);
  const target = link && document.nodes.get(link.target);
  if (source !== undefined && target !== undefined) {
    const [from, to] = [outPlace(source), inPlace(target)];
    return view.toWindow({ x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 });
  }
  return view.toWindow(view.centre);
}

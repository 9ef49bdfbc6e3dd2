import type { Command } from "../../commands/command.ts";
import type { Direction } from "../../commands/move-nodes.ts";
import { duplicate } from "../../commands/paste.ts";
import type { Point } from "../../document/bounds.ts";
import { newId } from "../../document/new-id.ts";
import { release } from "../../interactions/interaction.ts";
import type { Intent } from "../../keys/key-map.ts";
import { walkAlong, walkInOrder, type WalkDirection } from "../../navigation/walk.ts";
import { viewOnly } from "../../rules/view-only.ts";
import { everything, selectionSize, type Selection } from "../../selection/selection.ts";
import type { EditorSurroundings } from "../editor-context.ts";
import type { FlowLevel } from "../levels/flow-level.ts";
import { fieldsPlace, wantPlace } from "../panels/place-wanted.ts";
import type { CanvasView } from "./canvas-view.ts";
import type { ClipboardActions } from "./clipboard-actions.ts";
import { askToDelete, deleteSelected } from "./intents/delete-selected.ts";
import { linkFromSelection } from "./intents/link-from-selection.ts";
import { moveOrPan } from "./intents/move-or-pan.ts";
import { openPalette } from "./intents/open-palette.ts";
import { openProperties } from "./intents/open-properties.ts";
import { placeOfSelection } from "./intents/place-of-selection.ts";
import { renameSelected } from "./intents/rename-selected.ts";
import { tidy } from "./intents/tidy.ts";

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
  const locked = level.path === "" ? viewOnly : "A sub-flow is changed in its own solution.";
  const run = (command: Command): void => {
    const executed = editor.execute(command);
    if (!executed.ok) tell({ level: "info", message: executed.refusal.reason });
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
        deleteSelected(view, tell);
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

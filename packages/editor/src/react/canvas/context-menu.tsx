import { actionsFor } from "../../actions/actions.ts";
import { addComment } from "../../commands/comments.ts";
import { newId } from "../../document/new-id.ts";
import { onGrid, type Point } from "../../document/bounds.ts";
import type { Intent } from "../../keys/key-map.ts";
import { selectionSize } from "../../selection/selection.ts";
import { viewOnly } from "../../rules/view-only.ts";
import { useSurroundings } from "../editor-context.ts";
import type { IconName } from "../icon.tsx";
import { arrangeItems } from "./arrange-items.ts";
import { useCanvas } from "./canvas-context.ts";
import type { CanvasView } from "./canvas-view.ts";
import { Menu, type MenuItem } from "./menu.tsx";

const icons: Partial<Record<Intent, IconName>> = {
  addNext: "plus",
  startLink: "link",
  rename: "pencil",
  openSubFlow: "eye",
  copy: "copy",
  paste: "file",
  undo: "undo",
  redo: "redo",
  tidy: "layout",
  delete: "trash",
  deleteNow: "trash",
};

/** Actions for the selection; those that are not possible stay in the menu with a reason. */
export function ContextMenu({ at }: { readonly at: Point }) {
  const { editor, author, tell } = useSurroundings();
  const { view, perform, mayEdit } = useCanvas();
  const { selection } = editor.state;
  const isDiagram = selectionSize(selection) === 0;
  const groups = actionsFor(editor.state, { mayEdit }).map((group) =>
    group.map(({ intent, label, keys, why }): MenuItem => ({
      key: intent,
      label,
      icon: icons[intent],
      keys,
      why,
      isDanger: intent === "delete" || intent === "deleteNow",
      // On the diagram itself it happens where the menu was opened.
      onChoose: () => void perform(intent, isDiagram ? at : undefined),
    })),
  );
  const comment: MenuItem = {
    key: "comment",
    label: "Add comment",
    icon: "text",
    why: mayEdit ? undefined : viewOnly,
    onChoose: () => pinComment(view, author, view.toDiagram(at), tell),
  };
  const arrange = selection.nodes.size > 1 ? [arrangeItems(view, tell, mayEdit)] : [];
  return (
    <Menu
      label={isDiagram ? "Diagram" : "Selection"}
      at={at}
      groups={isDiagram ? [...groups, [comment]] : [...groups.slice(0, -1), ...arrange, ...groups.slice(-1)]}
      onClose={() => view.close()}
    />
  );
}

export function pinComment(view: CanvasView, author: string, at: Point, tell: ReturnType<typeof useSurroundings>["tell"]): void {
  const id = newId();
  const createdDate = new Date().toISOString();
  const executed = view.editor.execute(addComment({ id, x: onGrid(at.x), y: onGrid(at.y), text: "", author, createdDate }));
  if (executed.ok) view.opened.set({ kind: "comment", id });
  else tell({ level: "info", message: executed.refusal.reason });
}

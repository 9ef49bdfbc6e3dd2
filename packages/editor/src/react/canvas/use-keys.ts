import { useCallback, useEffect, type KeyboardEvent } from "react";
import { newId } from "../../document/new-id.ts";
import { idle } from "../../interactions/idle.ts";
import { chooseTarget, endLinking } from "../../interactions/linking.ts";
import { nodeTitleOf } from "../../document/titles.ts";
import { intentOf, type Intent } from "../../keys/key-map.ts";
import { nodeBox } from "../../document/bounds.ts";
import type { CanvasView } from "./canvas-view.ts";
import { isField } from "./is-field.ts";
import type { Perform } from "./perform.ts";

/** Handled by the browser's own copy, cut and paste events, which need no permission. */
const browsers: ReadonlySet<Intent> = new Set(["copy", "cut", "paste"]);
/** While a button has the focus, these keys are the button's. */
const buttons: ReadonlySet<Intent> = new Set(["openProperties", "nextNode", "previousNode"]);

/** Keys of the diagram and the list view, and those of the whole page. */
export function useKeys(view: CanvasView, perform: Perform): (event: KeyboardEvent) => void {
  const onKeyDown = useCallback(
    (event: KeyboardEvent): void => {
      if (event.defaultPrevented) return;
      if (view.interaction.get().kind === "linking" && linkByKey(view, event)) {
        event.preventDefault();
        event.stopPropagation();
        return;
      }
      const intent = intentOf(event, isField(event.target));
      if (intent === undefined || browsers.has(intent)) return;
      const isOnButton = event.target instanceof Element && event.target !== view.surface && event.target.closest("button") !== null;
      if (isOnButton && buttons.has(intent)) return;
      if (!perform(intent)) return;
      event.preventDefault();
      event.stopPropagation();
    },
    [view, perform],
  );

  useEffect(() => {
    const onPage = (event: globalThis.KeyboardEvent): void => {
      if (event.defaultPrevented || document.querySelector("[role=dialog], [role=alertdialog]") !== null) return;
      const { target } = event;
      // With nothing in focus, as after a dialog, keys are the diagram's.
      const isFree = target === document.body;
      const intent = intentOf(event, !isFree);
      if (intent === undefined || intent === "release" || browsers.has(intent) || (isFree && buttons.has(intent))) return;
      if (perform(intent)) event.preventDefault();
    };
    window.addEventListener("keydown", onPage);
    return () => window.removeEventListener("keydown", onPage);
  }, [perform]);
  return onKeyDown;
}

/** After L: Tab and arrows cycle through the possible targets, Enter chooses one, Escape cancels. */
function linkByKey(view: CanvasView, { key, shiftKey }: KeyboardEvent): boolean {
  const linking = view.interaction.get();
  if (linking.kind !== "linking") return false;
  const by =
    key === "Tab"
      ? shiftKey
        ? -1
        : 1
      : key === "ArrowDown" || key === "ArrowRight"
        ? 1
        : key === "ArrowUp" || key === "ArrowLeft"
          ? -1
          : 0;
  if (by !== 0) {
    const next = chooseTarget(linking, by);
    view.interaction.set(next);
    const node = view.editor.state.document.nodes.get(next.targetId ?? "");
    if (node !== undefined) view.reveal(nodeBox(node));
    view.announcement.set(`To ${nodeTitleOf(view.editor.state.document, next.targetId ?? "")}?`);
    return true;
  }
  if (key === "Enter" || key === "Escape") {
    view.interaction.set(idle);
    if (key === "Enter") endLinking(view.editor, linking, newId);
    return true;
  }
  return false;
}

import { useLayoutEffect, useRef } from "react";
import { nodeBox, type Point } from "../../document/bounds.ts";
import { nodeTitleOf } from "../../document/titles.ts";
import { useSurroundings } from "../editor-context.ts";
import { useCanvas } from "./canvas-context.ts";
import { useCell } from "./cell.ts";
import { keepInside } from "./keep-inside.ts";

/** While a link is drawn: beside the pointer why it is refused, and under the node which keys to press. Announced elsewhere. */
export function Hint() {
  const { editor } = useSurroundings();
  const { view } = useCanvas();
  const hint = useCell(view.hint);
  const pointer = useCell(view.pointer);
  const interaction = useCell(view.interaction);
  const box = useRef<HTMLParagraphElement>(null);
  const linking = interaction.kind === "linking" ? interaction : undefined;
  const isByKeys = linking !== undefined && pointer === undefined;
  const at = ((): Point | undefined => {
    if (hint !== "" && pointer !== undefined) {
      const { x, y } = view.toWindow(pointer);
      return { x: x + 16, y: y + 20 };
    }
    const node = isByKeys ? editor.state.document.nodes.get(linking.targetId ?? linking.sourceId) : undefined;
    if (node === undefined) return undefined;
    const { left, bottom } = nodeBox(node);
    const { x, y } = view.toWindow({ x: left, y: bottom });
    return { x, y: y + 14 };
  })();
  useLayoutEffect(() => {
    if (at !== undefined) keepInside(box.current, at);
  });
  if (at === undefined) return null;
  const { document } = editor.state;
  return (
    <p ref={box} className="cv-hint" aria-hidden="true">
      {!isByKeys ? (
        hint
      ) : linking.targetId === undefined ? (
        <>
          Link from {nodeTitleOf(document, linking.sourceId)}: press <kbd>Tab</kbd> to choose a node, <kbd>Esc</kbd> to cancel.
        </>
      ) : (
        <>
          To {nodeTitleOf(document, linking.targetId)}: press <kbd>Enter</kbd> to link, <kbd>Tab</kbd> for the next node, <kbd>Esc</kbd> to
          cancel.
        </>
      )}
    </p>
  );
}

import { memo, useEffect, useRef } from "react";
import { usePart } from "../use-part.ts";
import { useCanvas } from "./canvas-context.ts";
import { followDots, maxSelected } from "./follow-dots.ts";
import { LinkView } from "./link-view.tsx";
import { NodeView } from "./node-view.tsx";

/**
 * The diagram from very far: thousands of small marks on one canvas element instead of thousands of elements. Only the selection, which may
 * be moved, is drawn as elements; the cost of a move does not depend on the size of the diagram.
 */
export const Dots = memo(function Dots() {
  const { view, marks } = useCanvas();
  const canvas = useRef<HTMLCanvasElement>(null);
  const selection = usePart("selection", (state) => state.selection);
  useEffect(() => (canvas.current === null ? undefined : followDots(view, marks, canvas.current)), [view, marks]);
  return (
    <>
      <canvas ref={canvas} className="cv-dots" aria-hidden="true" />
      {selection.links.size <= maxSelected && (
        <svg className="cv-links" aria-hidden="true">
          {[...selection.links].map((id) => (
            <LinkView key={id} id={id} />
          ))}
        </svg>
      )}
      {selection.nodes.size <= maxSelected && [...selection.nodes].map((id) => <NodeView key={id} id={id} distance="dot" />)}
    </>
  );
});

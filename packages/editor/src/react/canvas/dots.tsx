import { memo, useEffect, useRef } from "react";
import { usePart } from "../use-part.ts";
import { useCanvas } from "./canvas-context.ts";
import { followDots, maxSelected } from "./follow-dots.ts";
import { LinkView } from "./link-view.tsx";
import { NodeView } from "./node-view.tsx";

/**
 * The diagram from very far: thousands of small marks on one picture, not thousands of elements. Only what is selected, and so may be
 * moved, is an element; a move then costs the same whatever else there is.
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

import { memo } from "react";
import { usePart } from "../use-part.ts";
import { useCanvas } from "./canvas-context.ts";
import { distanceAt, type Distance } from "./canvas-view.ts";
import { useCell } from "./cell.ts";
import { Dots } from "./dots.tsx";
import { LinkPill, LinkView } from "./link-view.tsx";
import { NodeView } from "./node-view.tsx";
import { useVisibleParts } from "./use-visible-parts.ts";
import type { Chunk } from "./visible-parts.ts";

/** Visible links, pills and nodes, in chunks: React reconciles only the chunk that changed. */
export const Layers = memo(function Layers() {
  const { view } = useCanvas();
  const { nodes, links } = useVisibleParts(view);
  const distance = usePart("zoom", (state) => distanceAt(state.zoom));
  if (distance === "dot") {
    return (
      <>
        <Dots />
        <LiftedLinks hasPills={false} />
      </>
    );
  }
  return (
    <>
      {links.map((chunk) => (
        <LinkChunk key={chunk.key} chunk={chunk} />
      ))}
      {distance === "near" && links.map((chunk) => <PillChunk key={chunk.key} chunk={chunk} />)}
      <LiftedLinks hasPills={distance === "near"} />
      {nodes.map((chunk) => (
        <NodeChunk key={chunk.key} chunk={chunk} distance={distance} />
      ))}
    </>
  );
});

/** Links that follow moving nodes, in a layer of their own. */
function LiftedLinks({ hasPills }: { readonly hasPills: boolean }) {
  const { view } = useCanvas();
  const ids = useCell(view.lifted);
  if (ids.length === 0) return null;
  return (
    <>
      <svg className="cv-links cv-lifted" aria-hidden="true">
        {ids.map((id) => (
          <LinkView key={id} id={id} isLifted />
        ))}
      </svg>
      {hasPills && (
        <div className="cv-chunk" aria-hidden="true">
          {ids.map((id) => (
            <LinkPill key={id} id={id} isLifted />
          ))}
        </div>
      )}
    </>
  );
}

const LinkChunk = memo(function LinkChunk({ chunk }: { readonly chunk: Chunk }) {
  return (
    <svg className="cv-links" aria-hidden="true">
      {chunk.ids.map((id) => (
        <LinkView key={id} id={id} />
      ))}
    </svg>
  );
});

const PillChunk = memo(function PillChunk({ chunk }: { readonly chunk: Chunk }) {
  return (
    <div className="cv-chunk" aria-hidden="true">
      {chunk.ids.map((id) => (
        <LinkPill key={id} id={id} />
      ))}
    </div>
  );
});

const NodeChunk = memo(function NodeChunk({ chunk, distance }: { readonly chunk: Chunk; readonly distance: Distance }) {
  return (
    <div className="cv-chunk">
      {chunk.ids.map((id) => (
        <NodeView key={id} id={id} distance={distance} />
      ))}
    </div>
  );
});

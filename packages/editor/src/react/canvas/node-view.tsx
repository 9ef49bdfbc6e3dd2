import { kinds, type Branches } from "@airlock/flow";
import { memo, useLayoutEffect, useRef, type CSSProperties } from "react";
import { modeNames } from "../../document/fork.ts";
import { useSurroundings } from "../editor-context.ts";
import { useFlowLevel } from "../levels/flow-level.ts";
import type { PartOverlay } from "../../heat-map/overlay.ts";
import { useCanvas } from "./canvas-context.ts";
import type { Distance } from "./canvas-view.ts";
import { nodeElementId, placeNode } from "./place-node.ts";
import { KindGlyph } from "./kind-glyph.tsx";
import { useMark, type Mark } from "./marks.ts";
import { useNodeFace, type NodeFace } from "./use-node-face.ts";

interface NodeViewProps {
  readonly id: string;
  /** At "name" the name fills the node, at "far" it is a tile and a glyph, at "dot" a tile. */
  readonly distance: Distance;
}

/** Longer names wrap to a second line, in a smaller size. */
const oneLine = 13;

/** One node. Plain elements and plain CSS: there may be two thousand. */
export const NodeView = memo(function NodeView({ id, distance }: NodeViewProps) {
  const { editor } = useSurroundings();
  const { marks } = useCanvas();
  const face = useNodeFace(editor, id);
  const mark = useMark(marks, id);
  const level = useFlowLevel();
  const element = useRef<HTMLDivElement>(null);
  const isGone = face === undefined;
  useLayoutEffect(() => {
    if (isGone) return undefined;
    const place = (): void => {
      const node = editor.state.document.nodes.get(id);
      if (node !== undefined && element.current !== null) placeNode(element.current, node, editor.state.transaction !== undefined);
    };
    const node = editor.state.document.nodes.get(id);
    if (node !== undefined && element.current !== null) placeNode(element.current, node, false);
    return editor.watchPart(`node ${id}`, place);
  }, [editor, id, isGone]);
  if (face === undefined) return null;
  const { hasInPort, hasOutPort } = kinds[face.kind];
  const isSmall = face.kind === "Start" || face.kind === "End";
  const isNamed = distance === "near" || distance === "name";
  // React's types accept custom properties like --node only with a cast.
  const style = { "--node": face.colour } as CSSProperties;
  return (
    <div
      ref={element}
      id={nodeElementId(id)}
      className={classOf(face, mark, distance, isSmall)}
      style={style}
      data-node={id}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a picture made of elements.
      role="img"
      aria-label={labelOf(face, mark)}
    >
      {distance !== "dot" && (
        <span className="cv-tile">
          <KindGlyph kind={face.kind} />
        </span>
      )}
      {isSmall && isNamed && <span className="cv-cap">{face.title}</span>}
      {!isSmall && isNamed && (
        <span className="cv-words">
          <span className={`cv-title${face.title.length > oneLine ? " is-long" : ""}`}>{face.title}</span>
          {distance === "near" && <span className="cv-logic">{mark.reason ?? mark.overlay?.line ?? face.line}</span>}
        </span>
      )}
      {hasInPort && distance !== "dot" && <i className="cv-port cv-in" data-port="in" />}
      {hasOutPort && distance !== "dot" && <i className="cv-port cv-out" data-port="out" />}
      {mark.overlay !== undefined && distance !== "dot" && <Counts overlay={mark.overlay} isSmall={isSmall} />}
      {face.branches !== undefined && distance === "near" && mark.overlay?.below === undefined && <ModePill mode={face.branches} />}
      {face.kind === "SubFlow" && isNamed && level.canOpen(id) && <OpenMark />}
      {markSign(mark)}
    </div>
  );
});

function classOf(face: NodeFace, mark: Mark, distance: Distance, isSmall: boolean): string {
  return [
    "cv-node",
    isSmall && "is-small",
    distance === "name" ? "is-far is-named" : distance !== "near" && `is-${distance}`,
    face.isSelected && "is-selected",
    mark.run && `is-${mark.run}`,
    mark.compared && `is-${mark.compared}`,
    mark.isUncovered && "is-uncovered",
    mark.overlay && `is-${mark.overlay.tone}`,
  ]
    .filter(Boolean)
    .join(" ");
}

const modePaths: Readonly<Record<Branches, string>> = {
  first: "M4 12h5c4 0 4-6 8-6h3M17 3l3 3-3 3M12.5 14c1.500 2.500 2 4 5 4",
  all: "M4 12h5c4 0 4-6 8-6h3M9 12c4 0 4 6 8 6h3M17 3l3 3-3 3M17 15l3 3-3 3",
};

/** Under a node whose branches may hold together: whether one or all of them are taken. */
function ModePill({ mode }: { readonly mode: Branches }) {
  return (
    <span className={`cv-mode is-${mode}`}>
      <svg viewBox="0 0 24 24" aria-hidden="true" focusable="false">
        <path d={modePaths[mode]} />
      </svg>
      {modeNames[mode]}
    </span>
  );
}

/** A press opens the sub-flow. Keys, the menu and the list do the same. */
function OpenMark() {
  return (
    <span className="cv-open" data-open>
      <svg viewBox="0 0 24 24" aria-hidden="true" focusable="false">
        <path d="M9 4H4v5M15 20h5v-5M4 4l6 6M20 20l-6-6" />
      </svg>
    </span>
  );
}

function Counts({ overlay, isSmall }: { readonly overlay: PartOverlay; readonly isSmall: boolean }) {
  const { badge, above, below } = overlay;
  return (
    <>
      {badge !== undefined && <span className={`cv-heat${isSmall ? " is-middle" : ""}`}>{badge}</span>}
      {above !== undefined && !isSmall && <span className="cv-share">{above}</span>}
      {below !== undefined && (
        <span className="cv-below">
          {below.text} <b>{below.change}</b>
        </span>
      )}
    </>
  );
}

function markSign(mark: Mark) {
  if (mark.compared !== undefined) return <Sign look={mark.compared} path={comparedPaths[mark.compared]} />;
  if (mark.run === "failed" || mark.level === "error") return <Sign look="error" path="m6 6 12 12M18 6 6 18" />;
  return mark.level === "warning" ? <Sign look="warning" path="M5 12h14" /> : null;
}

const comparedPaths = {
  added: "M12 5v14M5 12h14",
  removed: "M5 12h14",
  changed: "m4 20 .9-4.2L16.3 4.4a1.7 1.7 0 0 1 2.4 0l.9.9a1.7 1.7 0 0 1 0 2.4L8.2 19.1z",
} as const;

function Sign({ look, path }: { readonly look: string; readonly path: string }) {
  return (
    <span className={`cv-sign is-${look}`}>
      <svg viewBox="0 0 24 24" aria-hidden="true" focusable="false">
        <path d={path} />
      </svg>
    </span>
  );
}

/** What happened to a node in the execution or the comparison that is shown. */
const markTitles = { executed: "executed", failed: "failed", selected: "selected", added: "added", removed: "removed", changed: "changed" };

function labelOf(face: NodeFace, mark: Mark): string {
  const name = face.title === face.typeLabel ? face.title : `${face.title}, ${face.typeLabel}`;
  return [
    face.line === "" ? name : `${name}: ${face.line}`,
    face.branches !== undefined && `branches: ${modeNames[face.branches].toLowerCase()}`,
    mark.run === "executed" && markTitles.executed,
    mark.run === "failed" && (mark.reason === undefined ? markTitles.failed : `failed: ${mark.reason}`),
    mark.level !== undefined && (mark.level === "error" ? "has an error" : "has a warning"),
    mark.compared && markTitles[mark.compared],
    mark.isUncovered && "no test case reaches this",
    mark.overlay?.spoken,
    face.isSelected && markTitles.selected,
  ]
    .filter(Boolean)
    .join(", ");
}

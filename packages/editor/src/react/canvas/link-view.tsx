import { memo, useLayoutEffect, useRef } from "react";
import { useSurroundings } from "../editor-context.ts";
import { useCanvas } from "./canvas-context.ts";
import { curve, inPlace, middle, outPlace } from "./link-path.ts";
import { useMark, type Mark } from "./marks.ts";
import { followLink, useLinkFace, type LinkFace } from "./use-link-face.ts";

interface LinkViewProps {
  readonly id: string;
  /** Whether this is in the layer of links that follow moving nodes: each link is drawn in one of the two. */
  readonly isLifted?: boolean;
}

/** One link: the visible path, and a wider one around it for hit testing. */
export const LinkView = memo(function LinkView({ id, isLifted = false }: LinkViewProps) {
  const { editor } = useSurroundings();
  const { marks } = useCanvas();
  const face = useLinkFace(editor, id);
  const mark = useMark(marks, id);
  const group = useRef<SVGGElement>(null);
  const source = face?.source ?? "";
  const target = face?.target ?? "";
  const isSelected = face?.isSelected ?? false;
  const isHere = mark.isLifted === isLifted;
  const { overlay } = mark;
  const isLess = overlay?.tone === "less";
  useLayoutEffect(
    () =>
      followLink(editor, id, source, target, () => {
        const { nodes, links } = editor.state.document;
        const [from, to] = [nodes.get(source), nodes.get(target)];
        if (from === undefined || to === undefined || group.current === null) return;
        const d = curve(outPlace(from), inPlace(to), links.get(id)?.curvyness);
        for (const path of group.current.children) path.setAttribute("d", d);
      }),
    [editor, id, source, target, isSelected, isHere, isLess],
  );
  if (face === undefined || !isHere) return null;
  return (
    <g ref={group} className={classOf(face, mark)} data-link={id}>
      {isSelected && <path className="cv-band" />}
      {isLess && <path className="cv-pale" />}
      <path className="cv-hit" />
      <path className="cv-line" style={overlay?.width === undefined ? undefined : { strokeWidth: overlay.width }} />
    </g>
  );
});

function classOf(face: LinkFace, mark: Mark): string {
  return [
    "cv-link",
    face.isConditional && "is-conditional",
    face.isSelected && "is-selected",
    mark.run && "is-executed",
    mark.level === "error" && "is-bad",
    mark.compared && `is-${mark.compared}`,
    mark.isUncovered && "is-uncovered",
    mark.overlay && `is-${mark.overlay.tone}`,
  ]
    .filter(Boolean)
    .join(" ");
}

/** The pill in the middle of a link that is not always taken or has a label. */
export const LinkPill = memo(function LinkPill({ id, isLifted = false }: LinkViewProps) {
  const { editor } = useSurroundings();
  const { marks } = useCanvas();
  const face = useLinkFace(editor, id);
  const mark = useMark(marks, id);
  const pill = useRef<HTMLSpanElement>(null);
  const source = face?.source ?? "";
  const target = face?.target ?? "";
  const overlayText = mark.overlay?.pill;
  const text = mark.isLifted === isLifted ? (face?.text ?? "") : "";
  const isShown = mark.isLifted === isLifted && (text !== "" || overlayText !== undefined);
  useLayoutEffect(
    () =>
      !isShown
        ? undefined
        : followLink(editor, id, source, target, () => {
            const { nodes } = editor.state.document;
            const [from, to] = [nodes.get(source), nodes.get(target)];
            if (from === undefined || to === undefined || pill.current === null) return;
            const { x, y } = middle(outPlace(from), inPlace(to));
            pill.current.style.transform = `translate(${x}px,${y}px) translate(-50%,-50%)`;
          }),
    [editor, id, source, target, isShown],
  );
  if (face === undefined || !isShown) return null;
  const look = [
    "cv-pill",
    mark.run && "is-executed",
    face.isOtherwise && "is-otherwise",
    face.isSelected && "is-selected",
    mark.level === "error" && "is-bad",
    mark.compared && `is-${mark.compared}`,
    mark.overlay && `is-${mark.overlay.tone}`,
    overlayText !== undefined && (text === "" ? "is-short" : "is-two"),
  ];
  const order = text !== "" && face.order !== undefined && <i className="cv-order">{face.order}</i>;
  return (
    <span ref={pill} className={look.filter(Boolean).join(" ")} data-link={id}>
      {overlayText === undefined ? order : undefined}
      {text === "" || overlayText === undefined ? (
        text
      ) : (
        <span className="cv-pill-text">
          {order}
          {text}
        </span>
      )}
      {overlayText !== undefined && <b>{overlayText}</b>}
    </span>
  );
});

import { useEffect, useRef, useState, type PointerEvent } from "react";
import { boxAround, nodeBox, type Box } from "../../document/bounds.ts";
import { useCanvas } from "./canvas-context.ts";
import type { CanvasView } from "./canvas-view.ts";
import { colourReader, countedColour, watchScheme } from "./picture-colours.ts";
import { track } from "./track.ts";

/** Remembered for all solutions on this device. */
const storeName = "airlock.editor.minimap";
const width = 168;
const height = 100;
/** Debounced: drawn again when changes pause. */
const rest = 120;

interface MapScale {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

/** The minimap, or the button that brings it back. */
export function Minimap() {
  const [isFolded, setFolded] = useState(() => localStorage.getItem(storeName) === "folded");
  const fold = (folded: boolean): void => {
    setFolded(folded);
    if (folded) localStorage.setItem(storeName, "folded");
    else localStorage.removeItem(storeName);
  };
  const label = isFolded ? "Show minimap" : "Hide minimap";
  return (
    <div className={`cv-map${isFolded ? " is-folded" : ""}`}>
      {!isFolded && <MapPicture />}
      <button type="button" className="cv-iconbutton" aria-label={label} title={label} onClick={() => fold(!isFolded)}>
        <svg className="icon" width={16} height={16} viewBox="0 0 24 24" strokeWidth={1.9} aria-hidden="true" focusable="false">
          <path d={isFolded ? "M3 6l6-2 6 2 6-2v14l-6 2-6-2-6 2zM9 4v14M15 6v14" : "M7 7l10 10M17 9v8H9"} />
        </svg>
      </button>
    </div>
  );
}

/** The whole diagram, small, with a frame around the viewport. */
function MapPicture() {
  const { view, marks } = useCanvas();
  const canvas = useRef<HTMLCanvasElement>(null);
  const frame = useRef<HTMLElement>(null);
  const shown = useRef<MapScale>({ scale: 1, x: 0, y: 0 });

  useEffect(() => {
    const { editor } = view;
    const element = canvas.current;
    const context = element?.getContext("2d") ?? null;
    if (element === null || context === null) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let drawn: unknown;
    const draw = (): void => {
      timer = undefined;
      const nodes = editor.state.document.nodes.toArray();
      drawn = editor.state.document.nodes;
      const map = mapScale(boxAround(nodes));
      shown.current = map;
      const ratio = window.devicePixelRatio;
      element.width = width * ratio;
      element.height = height * ratio;
      context.scale(ratio, ratio);
      const colour = colourReader(element);
      for (const node of nodes) {
        const { left, top, right, bottom } = nodeBox(node);
        const mark = marks.of(node.id);
        const counted = countedColour(mark);
        context.fillStyle = mark.run === "failed" ? colour("link-error") : counted === undefined ? node.color : colour(counted);
        context.fillRect(
          left * map.scale + map.x,
          top * map.scale + map.y,
          Math.max(2, (right - left) * map.scale),
          Math.max(2, (bottom - top) * map.scale),
        );
      }
      place();
    };
    const place = (): void => placeFrame(view, shown.current, frame.current);
    const soon = (): void => {
      if (editor.state.transaction === undefined) timer ??= setTimeout(draw, rest);
    };
    const onState = (): void => {
      if (editor.state.document.nodes !== drawn) soon();
    };
    draw();
    const ends = [editor.watch(onState), marks.watchAll(soon), watchScheme(soon), view.pan.watch(place), view.size.watch(place)];
    return () => {
      clearTimeout(timer);
      for (const end of ends) end();
    };
  }, [view, marks]);

  const look = ({ clientX, clientY }: { readonly clientX: number; readonly clientY: number }): void => {
    const box = canvas.current?.getBoundingClientRect();
    if (box === undefined) return;
    const { scale, x, y } = shown.current;
    const [left, top] = [(clientX - box.left - x) / scale, (clientY - box.top - y) / scale];
    view.centreOn({ left, top, right: left, bottom: top });
  };
  const onPointerDown = (event: PointerEvent): void => {
    event.preventDefault();
    look(event);
    track(event.nativeEvent, { start: () => undefined, move: look, end: () => undefined });
  };
  return (
    // Everything it does, the keys and the buttons beside it do as well.
    <div className="cv-minimap" aria-hidden="true" onPointerDown={onPointerDown}>
      <canvas ref={canvas} width={width} height={height} />
      <i ref={frame} />
    </div>
  );
}

function mapScale(box: Box | undefined): MapScale {
  if (box === undefined) return { scale: 1, x: 0, y: 0 };
  const scale = Math.min((width - 20) / (box.right - box.left), (height - 20) / (box.bottom - box.top), 0.15);
  return { scale, x: width / 2 - ((box.left + box.right) / 2) * scale, y: height / 2 - ((box.top + box.bottom) / 2) * scale };
}

function placeFrame(view: CanvasView, { scale, x, y }: MapScale, element: HTMLElement | null): void {
  if (element === null) return;
  const { left, top, right, bottom } = view.seen;
  const clip = (at: number, max: number): number => Math.max(2, Math.min(max - 2, at));
  const [l, t] = [clip(left * scale + x, width), clip(top * scale + y, height)];
  element.style.transform = `translate(${l}px,${t}px)`;
  element.style.width = `${clip(right * scale + x, width) - l}px`;
  element.style.height = `${clip(bottom * scale + y, height) - t}px`;
}

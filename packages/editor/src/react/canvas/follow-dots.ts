import { kinds, type FlowNode } from "@airlock/flow";
import type { CanvasView } from "./canvas-view.ts";
import { inPlace, outPlace } from "./link-path.ts";
import type { Marks } from "./marks.ts";
import { colourReader, countedColour, edgeColour, linkColour, watchScheme } from "./picture-colours.ts";

/** More than this many selected are drawn on the picture too. */
export const maxSelected = 100;

/** Draws all nodes and links on one canvas element, again whenever the view or the document changed. Returns a function that stops it. */
export function followDots(view: CanvasView, marks: Marks, canvas: HTMLCanvasElement): () => void {
  const { editor } = view;
  let frame = 0;
  let drawn: unknown;
  const draw = (): void => {
    frame = 0;
    drawn = editor.state.document;
    drawDots(view, marks, canvas);
  };
  const soon = (): void => {
    if (frame === 0) frame = requestAnimationFrame(draw);
  };
  const onState = (): void => {
    const { document, transaction, selection } = editor.state;
    // Moving nodes are elements, and their links are in a layer of their own.
    if (document === drawn || (transaction !== undefined && selection.nodes.size <= maxSelected)) return;
    soon();
  };
  draw();
  const ends = [
    watchScheme(soon),
    editor.watch(onState),
    editor.watchPart("zoom", soon),
    editor.watchPart("selection", soon),
    view.pan.watch(soon),
    view.size.watch(soon),
    view.lifted.watch(soon),
    marks.watchAll(soon),
  ];
  return () => {
    cancelAnimationFrame(frame);
    for (const end of ends) end();
  };
}

function drawDots(view: CanvasView, marks: Marks, canvas: HTMLCanvasElement): void {
  const context = canvas.getContext("2d");
  const { width, height } = view.size.get();
  if (context === null || width === 0) return;
  const ratio = window.devicePixelRatio;
  const { scale } = view;
  const { x, y } = view.pan.get();
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  // It is inside the sheet, which is moved and scaled, and has the size of the viewport.
  canvas.style.left = `${-x / scale}px`;
  canvas.style.top = `${-y / scale}px`;
  canvas.style.width = `${width / scale}px`;
  canvas.style.height = `${height / scale}px`;
  context.setTransform(ratio * scale, 0, 0, ratio * scale, x * ratio, y * ratio);
  const colour = colourReader(canvas);
  const { document, selection } = view.editor.state;
  const { left, top, right, bottom } = view.seen;
  const isSeen = (node: FlowNode): boolean => node.x < right && node.x + 150 > left && node.y < bottom && node.y + 50 > top;
  const lifted = new Set(view.lifted.get());
  const isOwnLink = (id: string): boolean => lifted.has(id) || (selection.links.size <= maxSelected && selection.links.has(id));
  const thinnest = 1 / scale;
  for (const link of document.links.toArray()) {
    const source = document.nodes.get(link.source);
    const target = document.nodes.get(link.target);
    if (source === undefined || target === undefined || isOwnLink(link.id) || !(isSeen(source) || isSeen(target))) continue;
    const [from, to] = [outPlace(source), inPlace(target)];
    const reach = Math.max(40, Math.abs(to.x - from.x) / 2);
    const mark = marks.of(link.id);
    context.strokeStyle = colour(linkColour(mark));
    context.lineWidth = Math.max(mark.overlay?.width ?? 3, thinnest);
    context.beginPath();
    context.moveTo(from.x, from.y);
    context.bezierCurveTo(from.x + reach, from.y, to.x - reach, to.y, to.x, to.y);
    context.stroke();
  }
  for (const node of document.nodes.toArray()) {
    const isSelected = selection.nodes.has(node.id);
    if (!isSeen(node) || (isSelected && selection.nodes.size <= maxSelected)) continue;
    const { width: wide, height: high } = kinds[node.type];
    const mark = marks.of(node.id);
    context.fillStyle = colour("node-face");
    context.fillRect(node.x, node.y, wide, high);
    const counted = countedColour(mark);
    context.globalAlpha = counted === undefined ? 0.45 : 1;
    context.fillStyle = counted === undefined ? node.color : colour(counted);
    context.fillRect(node.x, node.y, wide, high);
    context.globalAlpha = 1;
    const edge = edgeColour(mark, isSelected);
    if (edge === undefined) continue;
    context.lineWidth = 10;
    context.strokeStyle = colour(edge);
    context.strokeRect(node.x, node.y, wide, high);
  }
}

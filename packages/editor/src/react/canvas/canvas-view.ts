import { boxAround, nodeBox, type Box, type Point } from "../../document/bounds.ts";
import { idle } from "../../interactions/idle.ts";
import type { Interaction } from "../../interactions/interaction.ts";
import type { Intent } from "../../keys/key-map.ts";
import type { Adding } from "../../interactions/adding.ts";
import type { Selection } from "../../selection/selection.ts";
import { zoomStep, type Editor } from "../../session/editor.ts";
import { Cell } from "./cell.ts";
import { holds } from "./visible-parts.ts";
import { fitted, type Size } from "./fitting.ts";

/** What is open over the diagram; positions are in pixels of the window. */
export type Opened =
  | { readonly kind: "menu"; readonly at: Point }
  | { readonly kind: "arrange"; readonly at: Point }
  | { readonly kind: "adding"; readonly adding: Adding; readonly at: Point }
  | { readonly kind: "find" }
  | { readonly kind: "delete"; readonly selection: Selection }
  | { readonly kind: "keys" }
  | { readonly kind: "rename"; readonly nodeId: string }
  | { readonly kind: "comment"; readonly id: string };

/** Callbacks for what the page does on keys and clicks of the canvas. */
export interface CanvasCallbacks {
  readonly onOpenField?: ((place: { readonly nodeId?: string; readonly linkId?: string }) => void) | undefined;
  readonly onIntent?: ((intent: Intent) => void) | undefined;
  readonly onPicked?: (() => void) | undefined;
  readonly onAdded?: (() => boolean) | undefined;
}

const leastZoom = 10;
const maxZoom = 300;
/** A search result is shown at least this large. */
const readableZoom = 80;
/** What of a node is legible: everything, its name, tile and glyph, or its colour. */
export type Distance = "near" | "name" | "far" | "dot";

export function distanceAt(zoom: number): Distance {
  if (zoom >= 50) return "near";
  if (zoom >= 30) return "name";
  return zoom >= 25 ? "far" : "dot";
}
const margin = 40;
/** Height of toolbar and map at the lower edge: parts that are scrolled into view must not end up behind them. */
const footing = 112;

/** The view and the interaction in progress: all state of the canvas that is neither the document nor its selection. */
export class CanvasView {
  readonly editor: Editor;
  /** The position of the diagram's origin, in pixels from the corner of the canvas. */
  readonly pan = new Cell<Point>({ x: 0, y: 0 });
  readonly size = new Cell<Size>({ width: 0, height: 0 });
  readonly interaction = new Cell<Interaction>(idle);
  /** The end of a link that is being drawn, or the position of a drag from the palette, in diagram coordinates. */
  readonly pointer = new Cell<Point | undefined>(undefined);
  readonly opened = new Cell<Opened | undefined>(undefined);
  /** Why something cannot be done, shown beside the pointer. */
  readonly hint = new Cell<string>("");
  /** The next announcement for screen readers. */
  readonly announcement = new Cell<string>("");
  readonly hovered = new Cell<{ readonly kind: "node" | "link"; readonly id: string } | undefined>(undefined);
  /** Links that are drawn above the others: those of an execution, and of nodes that are being moved. */
  readonly lifted = new Cell<readonly string[]>([]);
  readonly isList = new Cell(false);
  /** The surface that the diagram is drawn on, while it is mounted. */
  surface: HTMLElement | undefined;
  /** Callbacks of the page around the canvas. */
  callbacks: CanvasCallbacks = {};

  /** Shows all of it when it opens. */
  readonly fits: boolean;

  constructor(editor: Editor, fits = false) {
    this.editor = editor;
    this.fits = fits;
  }

  attach(surface: HTMLElement | undefined): void {
    this.surface = surface;
  }

  setCallbacks(callbacks: CanvasCallbacks): void {
    this.callbacks = callbacks;
  }

  get scale(): number {
    return this.editor.state.zoom / 100;
  }

  get origin(): Point {
    const box = this.surface?.getBoundingClientRect();
    return { x: box?.left ?? 0, y: box?.top ?? 0 };
  }

  /** From pixels of the window to diagram coordinates. */
  toDiagram(at: Point): Point {
    const { origin, scale } = this;
    const { x, y } = this.pan.get();
    return { x: (at.x - origin.x - x) / scale, y: (at.y - origin.y - y) / scale };
  }

  toWindow(at: Point): Point {
    const { origin, scale } = this;
    const { x, y } = this.pan.get();
    return { x: at.x * scale + x + origin.x, y: at.y * scale + y + origin.y };
  }

  /** What can be seen, in the diagram's measure. */
  get seen(): Box {
    const { scale } = this;
    const { x, y } = this.pan.get();
    const { width, height } = this.size.get();
    return { left: -x / scale, top: -y / scale, right: (width - x) / scale, bottom: (height - y) / scale };
  }

  get centre(): Point {
    const { left, top, right, bottom } = this.seen;
    return { x: (left + right) / 2, y: (top + bottom) / 2 };
  }

  panBy(x: number, y: number): void {
    const pan = this.pan.get();
    this.pan.set({ x: pan.x + x, y: pan.y + y });
  }

  /** Zooms around this point of the window, which stays fixed; by default around the centre. */
  zoomTo(percent: number, around?: Point): void {
    const { width, height } = this.size.get();
    const { origin } = this;
    const fixed = around === undefined ? { x: width / 2, y: height / 2 } : { x: around.x - origin.x, y: around.y - origin.y };
    const pan = this.pan.get();
    const before = this.scale;
    this.editor.zoomTo(Math.min(maxZoom, Math.max(leastZoom, percent)));
    const ratio = this.scale / before;
    this.pan.set({ x: fixed.x - (fixed.x - pan.x) * ratio, y: fixed.y - (fixed.y - pan.y) * ratio });
  }

  zoomBy(steps: 1 | -1): void {
    this.zoomTo(this.editor.state.zoom + steps * zoomStep);
  }

  /** Everything as large as it fits, never over 100 %, with no node under what floats over the diagram. */
  fit(): void {
    const nodes = this.editor.state.document.nodes.toArray();
    const around = boxAround(nodes);
    const size = this.size.get();
    if (around === undefined || size.width === 0) return;
    const { zoom, pan } = fitted(nodes.map(nodeBox), around, size, this.#covers(), leastZoom);
    this.editor.zoomTo(zoom);
    this.pan.set(pan);
  }

  /** What floats over the diagram, in pixels from its corner. */
  #covers(): readonly Box[] {
    const { origin } = this;
    const found = this.surface?.parentElement?.querySelectorAll(".cv-tools, .cv-map, .cv-above > *") ?? [];
    return [...found].flatMap((element) => {
      const { left, top, right, bottom, width } = element.getBoundingClientRect();
      // Without a size it is hidden, as the minimap is on a narrow screen.
      if (width === 0) return [];
      return { left: left - origin.x, top: top - origin.y, right: right - origin.x, bottom: bottom - origin.y };
    });
  }

  centreOn({ left, top, right, bottom }: Box): void {
    const { width, height } = this.size.get();
    const { scale } = this;
    this.pan.set({ x: Math.round(width / 2 - ((left + right) / 2) * scale), y: Math.round(height / 2 - ((top + bottom) / 2) * scale) });
  }

  /** When a solution opens: the whole diagram if it fits at its zoom, else from Start on. */
  open(): void {
    if (this.fits) return this.fit();
    const nodes = this.editor.state.document.nodes.toArray();
    const box = boxAround(nodes);
    const { width, height } = this.size.get();
    if (box === undefined || width === 0) return;
    const { scale } = this;
    const start = nodes.find((node) => node.type === "Start");
    const from = start === undefined ? box : nodeBox(start);
    this.pan.set({
      x: Math.round(placed(box.left * scale, box.right * scale, margin - from.left * scale, width)),
      y: Math.round(placed(box.top * scale, box.bottom * scale, (height - (from.top + from.bottom) * scale) / 2, height)),
    });
  }

  /** Pans no further than needed to see all of the box. */
  reveal({ left, top, right, bottom }: Box): void {
    const { seen, scale } = this;
    const gap = margin / scale;
    const shift = (from: number, to: number, low: number, high: number): number => {
      if (from < low + gap) return low + gap - from;
      return to > high - gap ? Math.max(high - gap - to, low + gap - from) : 0;
    };
    const x = shift(left, right, seen.left, seen.right);
    const y = shift(top, bottom, seen.top, Math.max(seen.top, seen.bottom - footing / scale));
    if (x !== 0 || y !== 0) this.panBy(x * scale, y * scale);
  }

  revealSelection(): void {
    const box = this.#selectionBox();
    if (box !== undefined) this.reveal(box);
  }

  #selectionBox(): Box | undefined {
    const { document, selection } = this.editor.state;
    const ends = [...selection.links].flatMap((id) => {
      const link = document.links.get(id);
      return link === undefined ? [] : [link.source, link.target];
    });
    return boxAround([...selection.nodes, ...ends].flatMap((id) => document.nodes.get(id) ?? []));
  }

  /** Brings the selection to the middle, at a size at which it can be read. */
  focusSelection(): void {
    const { editor } = this;
    if (editor.state.zoom < readableZoom) editor.zoomTo(readableZoom);
    const box = this.#selectionBox();
    if (box !== undefined) this.centreOn(box);
  }

  /** Whether all of the selection is in the window; false where nothing is selected. */
  get isSelectionSeen(): boolean {
    const box = this.#selectionBox();
    return box !== undefined && holds(this.seen, box);
  }

  /** Closes the open popup and returns the focus to the diagram. */
  close(): void {
    this.opened.set(undefined);
    this.surface?.focus({ preventScroll: true });
  }
}

/** Along one axis: centred if all fits, else as requested but with no more empty space than the margin. */
function placed(low: number, high: number, wanted: number, room: number): number {
  if (high - low <= room - 2 * margin) return (room - low - high) / 2;
  return Math.max(room - margin - high, Math.min(margin - low, wanted));
}

import { formatNumber } from "@airlock/flow/locale";
import type { ChartModel } from "./axes.ts";
import { counted, number } from "../../../ui/format/numbers.ts";
import type { Token } from "./colours.ts";

/** What a picture of a chart is made of, in the order it is painted. */
type Shape =
  | {
      readonly kind: "rect";
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly height: number;
      readonly fill: Token;
      readonly opacity: number;
      /** Only an outline, in the colour of `fill`. */
      readonly isHollow?: boolean;
    }
  | { readonly kind: "line"; readonly x1: number; readonly y1: number; readonly x2: number; readonly y2: number; readonly stroke: Token }
  | {
      readonly kind: "text";
      readonly x: number;
      readonly y: number;
      readonly text: string;
      readonly anchor: "start" | "middle" | "end";
      readonly bold: boolean;
      /** A quarter turn to the left. */
      readonly upright: boolean;
      readonly fill: Token;
    };

export interface Drawing {
  readonly width: number;
  readonly height: number;
  readonly shapes: readonly Shape[];
}

export const markOpacity = 0.7;
const titleRoom = 24;
const legendRoom = 200;

/** The caption that a picture needs outside of the page. */
export interface Caption {
  readonly title: string;
  /** What ran, over what. */
  readonly source: string;
}

const captionRoom = 60;

/** `56,223 of 59,852 records in 1,094 marks`: what is drawn. */
export function drawnText({ placed, unplaced, drawn }: ChartModel): string {
  return `${unplaced === 0 ? "" : `${number(placed)} of `}${counted(placed + unplaced, "record")} in ${counted(drawn.length, "mark")}`;
}

/** What is drawn of all records, and why the others are not. */
function countsText(model: ChartModel): string {
  const { unplaced, whyUnplaced } = model;
  return unplaced === 0 ? drawnText(model) : `${drawnText(model)}, ${number(unplaced)} not drawn: ${whyUnplaced}`;
}

/** The whole chart with its titles, its legend and where it comes from: what a file shows. */
export function drawingOf(model: ChartModel, caption: Caption): Drawing {
  const { plot, legend, sizes } = model;
  const [right, bottom] = [plot.left + plot.width, plot.top + plot.height];
  const dx = titleRoom;
  const shapes: Shape[] = [];
  const width = model.width + titleRoom + (legend || sizes ? legendRoom : 0);
  const height = model.height + titleRoom;
  const line = (x1: number, y1: number, x2: number, y2: number, stroke: Token) =>
    shapes.push({ kind: "line", x1: x1 + dx, y1, x2: x2 + dx, y2, stroke });
  const text = (x: number, y: number, label: string, more: Partial<Extract<Shape, { kind: "text" }>> = {}) =>
    shapes.push({
      kind: "text",
      x: x + dx,
      y,
      text: label,
      anchor: "start",
      bold: false,
      upright: false,
      fill: "--al-chart-axis",
      ...more,
    });

  for (const { at } of model.y?.ticks ?? []) line(plot.left, at, right, at, "--al-chart-grid");
  for (const { at } of model.x?.ticks ?? []) line(at, plot.top, at, bottom, "--al-chart-grid");
  line(plot.left, plot.top, plot.left, bottom, "--al-border-control");
  line(plot.left, bottom, right, bottom, "--al-border-control");
  for (const { at, text: label } of model.y?.ticks ?? []) text(plot.left - 10, at + 4, label, { anchor: "end" });
  for (const { at, text: label } of model.x?.ticks ?? []) text(at, bottom + 22, label, { anchor: "middle" });
  for (const { x, y, width: across, height: high, token, isHollow } of model.drawn) {
    const box = { x: x - across / 2 + dx, y: y - high / 2, width: across, height: high };
    shapes.push({ kind: "rect", ...box, fill: token, opacity: isHollow ? 1 : markOpacity, ...(isHollow ? { isHollow } : {}) });
  }
  const title = { anchor: "middle", bold: true, fill: "--al-text-muted" } as const;
  if (model.x) text(plot.left + plot.width / 2, model.height + 4, model.x.title, title);
  if (model.y) text(-8, plot.top + plot.height / 2, model.y.title, { ...title, upright: true });
  const left = model.width + 8;
  let down = plot.top + 12;
  if (legend) {
    text(left, down, legend.title, { bold: true, fill: "--al-text-muted" });
    for (const { token, text: label, count } of legend.items) {
      down += 22;
      shapes.push({ kind: "rect", x: left + dx, y: down - 10, width: 10, height: 10, fill: token, opacity: 1 });
      text(left + 18, down, label, { fill: "--al-text" });
      text(left + legendRoom - 40, down, formatNumber(count), { anchor: "end" });
    }
    down += 32;
  }
  if (sizes) {
    text(left, down, `Size: ${sizes.title}`, { bold: true, fill: "--al-text-muted" });
    text(left, down + 20, `${sizes.from} to ${sizes.to}`, { fill: "--al-text" });
    if (sizes.missing > 0) text(left, down + 40, `outlined: missing, ${number(sizes.missing)}`, { fill: "--al-text" });
  }
  const paper: Shape = { kind: "rect", x: 0, y: 0, width, height: height + captionRoom, fill: "--al-card", opacity: 1 };
  const captionText = { kind: "text", x: 8, anchor: "start", upright: false } as const;
  const head: readonly Shape[] = [
    { ...captionText, y: 18, text: caption.title, bold: true, fill: "--al-text" },
    { ...captionText, y: 35, text: caption.source, bold: false, fill: "--al-text-muted" },
    { ...captionText, y: 52, text: countsText(model), bold: false, fill: "--al-text-muted" },
  ];
  return { width, height: height + captionRoom, shapes: [paper, ...head, ...shapes.map((shape) => lower(shape, captionRoom))] };
}

function lower(shape: Shape, by: number): Shape {
  return shape.kind === "line" ? { ...shape, y1: shape.y1 + by, y2: shape.y2 + by } : { ...shape, y: shape.y + by };
}

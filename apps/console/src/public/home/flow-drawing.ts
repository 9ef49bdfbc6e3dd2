import type { IconName } from "../../ui/icons/icon.tsx";

/** A credit decision, drawn once for the home page: the look of a diagram, without being one. */
export interface DrawnNode {
  readonly kind: "start" | "easy-rule" | "web-call" | "list-score" | "calculation" | "range-score" | "prediction" | "set-state" | "end";
  readonly x: number;
  readonly y: number;
  readonly title?: string;
  readonly executed: boolean;
}

export interface DrawnLink {
  readonly from: readonly [number, number];
  readonly to: readonly [number, number];
  readonly executed: boolean;
  readonly conditional: boolean;
}

const node = (kind: DrawnNode["kind"], x: number, y: number, title?: string, executed = true): DrawnNode => ({
  kind,
  x,
  y,
  executed,
  ...(title === undefined ? {} : { title }),
});

export const nodes: readonly DrawnNode[] = [
  node("start", 25, 275),
  node("easy-rule", 125, 25, "Minimum age"),
  node("web-call", 125, 175, "Bureau report"),
  node("list-score", 125, 350, "Employment"),
  node("calculation", 125, 475, "Affordability"),
  node("range-score", 325, 125, "Bureau score"),
  node("prediction", 325, 225, "Default risk"),
  node("list-score", 325, 350, "Loan purpose"),
  node("range-score", 325, 475, "Debt burden"),
  node("calculation", 525, 275, "Total score"),
  node("set-state", 775, 100, "Decline", false),
  node("web-call", 775, 275, "Underwriting", false),
  node("set-state", 775, 450, "Approve"),
  node("end", 975, 275),
];

const link = (x1: number, y1: number, x2: number, y2: number, executed = true, conditional = false): DrawnLink => ({
  from: [x1, y1],
  to: [x2, y2],
  executed,
  conditional,
});

// What was not taken comes first, so that the path taken lies above it.
export const links: readonly DrawnLink[] = [
  link(275, 50, 775, 125, false, true),
  link(675, 300, 775, 125, false, true),
  link(675, 300, 775, 300, false, true),
  link(925, 125, 975, 300, false),
  link(925, 300, 975, 300, false),
  link(75, 300, 125, 50),
  link(75, 300, 125, 200),
  link(75, 300, 125, 375),
  link(75, 300, 125, 500),
  link(275, 200, 325, 150),
  link(275, 200, 325, 250),
  link(275, 375, 325, 375),
  link(275, 500, 325, 500),
  link(475, 150, 525, 300),
  link(475, 250, 525, 300),
  link(475, 375, 525, 300),
  link(475, 500, 525, 300),
  link(675, 300, 775, 475, true, true),
  link(925, 475, 975, 300),
];

export const iconOf = (kind: DrawnNode["kind"]): IconName => `kind-${kind}`;

/** Left to right, leaving and arriving level. */
export function curve({ from: [x1, y1], to: [x2, y2], conditional }: DrawnLink): string {
  const reach = conditional ? (x2 - x1) / 2 : 40;
  return `M${x1} ${y1}C${x1 + reach} ${y1} ${x2 - reach} ${y2} ${x2} ${y2}`;
}

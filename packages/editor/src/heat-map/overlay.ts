import { formatNumber, formatFixed } from "@airlock/flow/locale";

/** What counts draw on one node or link. Everything that is to be read is text already. */
export interface PartOverlay {
  /**
   * Five blues for the heat map; more, less and the same for comparisons; both where two paths coincide; dead for parts without executions.
   */
  readonly tone: "heat1" | "heat2" | "heat3" | "heat4" | "heat5" | "dead" | "more" | "less" | "same" | "both";
  /** Of a link, in pixels. */
  readonly width?: number;
  /** Of a link: shown in its pill, under the caption if it has one. */
  readonly pill?: string;
  /** Of a node: at its upper left. */
  readonly badge?: string;
  /** Of a node: above it. */
  readonly above?: string;
  /** Of a node: below it, the change in the colour of its tone. */
  readonly below?: { readonly text: string; readonly change: string };
  /** Of a node: instead of its line of logic. */
  readonly line?: string;
  /** The same for screen readers. */
  readonly spoken: string;
}
export type Overlay = ReadonlyMap<string, PartOverlay>;

export function countText(count: number): string {
  return formatNumber(count);
}

/** `31.9%`; nearly all is never rounded to 100%, and nearly nothing never to 0%. */
export function shareText(share: number): string {
  if (share > 0 && share < 0.0005) return `<${formatNumber(0.1)}%`;
  if (share < 1 && share >= 0.9995) return `>${formatNumber(99.9)}%`;
  return `${formatFixed(share * 100, share === 1 || share === 0 ? 0 : 1)}%`;
}

/** Percentage points, always with a sign: `+2.0`, `-0.1`; empty if it rounds to 0. */
export function pointsText(change: number): string {
  const points = Number((change * 100).toFixed(1));
  return points === 0 ? "" : `${points > 0 ? "+" : ""}${formatFixed(points, 1)}`;
}

/** `+3,560` */
export function changeText(change: number): string {
  return change > 0 ? `+${countText(change)}` : countText(change);
}

import { kinds, type FlowLink, type FlowNode } from "@airlock/flow";
import type { Point } from "../../document/bounds.ts";

const leastReach = 40;
/** A link that leads backwards swings out, but not across the whole diagram. */
const maxBackReach = 200;

export function outPlace(node: FlowNode): Point {
  const { width, height } = kinds[node.type];
  return { x: node.x + width, y: node.y + height / 2 };
}

export function inPlace(node: FlowNode): Point {
  return { x: node.x, y: node.y + kinds[node.type].height / 2 };
}

/** A curve with horizontal ends; `curvyness` is the share of the distance that it takes to turn, in percent. */
export function curve(from: Point, to: Point, curvyness: FlowLink["curvyness"] = 50): string {
  const across = to.x - from.x;
  const wanted = (across >= 0 ? across : Math.min(-across, 2 * maxBackReach)) * (curvyness / 100);
  const reach = curvyness === 0 ? 0 : Math.max(leastReach, wanted);
  return `M${from.x} ${from.y}C${from.x + reach} ${from.y} ${to.x - reach} ${to.y} ${to.x} ${to.y}`;
}

/** The middle of such a curve, where its pill is. */
export function middle(from: Point, to: Point): Point {
  return { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
}

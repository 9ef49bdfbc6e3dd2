import { gridSize, kinds, type FlowLink, type FlowNode } from "@airlock/flow";

/** A column of a tidy diagram: as wide as its widest node. */
export interface Column {
  readonly left: number;
  readonly width: number;
}

/** Between columns without pills; a fan of links needs more, or its curves become steps. */
const narrowGap = 50;
const fanGap = 75;
const fan = 3;
/** Free space on each side of a pill: for the number of a branch, and so that the link is seen to pass under it. */
const besidePill = 14;

/** Columns from left to right. A gap has room for the widest pill of the links that cross only this gap. */
export function columnsOf(
  nodes: readonly FlowNode[],
  links: readonly FlowLink[],
  layerOf: ReadonlyMap<string, number>,
  pillWidth: (link: FlowLink) => number,
): readonly Column[] {
  const count = Math.max(-1, ...layerOf.values()) + 1;
  const widths = Array.from({ length: count }, () => 0);
  for (const node of nodes) {
    const layer = layerOf.get(node.id) ?? 0;
    widths[layer] = Math.max(widths[layer] ?? 0, kinds[node.type].width);
  }
  const gaps = Array.from({ length: count }, () => ({ links: 0, pill: 0 }));
  for (const link of links) {
    const from = layerOf.get(link.source);
    const gap = from === undefined || layerOf.get(link.target) !== from + 1 ? undefined : gaps[from];
    if (gap === undefined) continue;
    gap.links += 1;
    gap.pill = Math.max(gap.pill, pillWidth(link));
  }
  let left = 0;
  return widths.map((width, index) => {
    const column = { left, width };
    const gap = gaps[index] ?? { links: 0, pill: 0 };
    const room = gap.pill === 0 ? 0 : gap.pill + 2 * besidePill;
    left += width + Math.max(gap.links < fan ? narrowGap : fanGap, Math.ceil(room / gridSize) * gridSize);
    return column;
  });
}

export function columnCentre({ left, width }: Column): number {
  return left + width / 2;
}

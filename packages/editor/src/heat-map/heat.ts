import { inlined, type Definition } from "@airlock/flow";
import { countText, shareText, type Overlay, type PartOverlay } from "./overlay.ts";

/** How many executions reached each node and link. */
export interface HeatCounts {
  readonly nodes: readonly Counted[];
  readonly links: readonly Counted[];
}
interface Counted {
  readonly id: string;
  readonly count: number;
  readonly share: number;
}

const thinnest = 1.5;
const widest = 6;

/** `quiet` is the text of parts without executions: "no executions in 7 days". `what` is counted. */
export function heatOverlay(
  definition: Definition,
  heat: HeatCounts,
  quiet: string,
  what: "executions" | "records" = "executions",
): Overlay {
  const overlay = new Map<string, PartOverlay>();
  const shares = new Map(heat.nodes.map(({ id, share }) => [id, share]));
  for (const { id, count, share } of heat.nodes) {
    const badge = countText(count);
    overlay.set(
      id,
      count === 0
        ? { tone: "dead", badge, line: quiet, spoken: quiet }
        : {
            tone: heatTone(share),
            badge,
            above: shareText(share),
            spoken: what === "executions" ? `${badge} executions, ${shareText(share)}` : `${badge} records, ${shareText(share)}`,
          },
    );
  }
  const links = new Map(inlined(definition).links.map((link) => [link.id, link]));
  for (const { id, count, share } of heat.links) {
    const found = links.get(id);
    if (found === undefined) continue;
    const { part: link, path } = found;
    const isPlain = link.conditionFields.length === 0 && !link.otherwise && link.label === "";
    // A link that every execution takes from its node has no share of its own: the node shows it already.
    const says = isPlain ? share !== (shares.get(`${path}${link.source}`) ?? 0) && count > 0 : true;
    const both = count === 0 ? "0" : `${countText(count)}, ${shareText(share)}`;
    overlay.set(id, {
      tone: count === 0 ? "dead" : heatTone(share),
      width: count === 0 ? 2 : linkWidth(share),
      ...(says ? { pill: isPlain ? shareText(share) : both } : {}),
      spoken: count === 0 ? quiet : both,
    });
  }
  return overlay;
}

export function linkWidth(share: number): number {
  return thinnest + (widest - thinnest) * Math.min(1, Math.max(0, share));
}

export function heatTone(share: number): PartOverlay["tone"] {
  if (share >= 0.8) return "heat5";
  if (share >= 0.5) return "heat4";
  if (share >= 0.25) return "heat3";
  return share >= 0.1 ? "heat2" : "heat1";
}

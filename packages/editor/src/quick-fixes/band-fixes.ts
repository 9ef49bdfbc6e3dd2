/** Fixes of how the bands of a Range Score lie to each other. */
import { readFloatText, type RangeScoreItem } from "@airlock/flow";
import { changeRow } from "../commands/rows.ts";
import type { FlowDocument } from "../document/flow-document.ts";
import { daring, safe, type Fixer, type FixContext } from "./quick-fix.ts";

const text = (band: RangeScoreItem): string =>
  `${band.rangeFromIncludeExclude}${band.rangeFrom}, ${band.rangeTo}${band.rangeToIncludeExclude}`;

const from = (band: RangeScoreItem): number => endOf(band.rangeFrom, -Infinity);
const to = (band: RangeScoreItem): number => endOf(band.rangeTo, Infinity);

function endOf(literal: string, open: number): number {
  const read = readFloatText(literal);
  return literal === "" ? open : read.ok ? read.value : Number.NaN;
}

function bandsOf({ document, finding }: FixContext): { readonly nodeId: string; readonly bands: readonly RangeScoreItem[] } | undefined {
  const node = findRangeScore(document, finding.nodeId);
  return node === undefined ? undefined : { nodeId: node.id, bands: node.ranges };
}

function findRangeScore(document: FlowDocument, id = ""): { readonly id: string; readonly ranges: readonly RangeScoreItem[] } | undefined {
  const node = document.nodes.get(id);
  return node?.type === "RangeScore" ? node : undefined;
}

/** The band below the gap reaches up to the band above it. */
export const closeGap: Fixer = (context) => {
  const found = bandsOf(context);
  const next = found?.bands[context.finding.item ?? -1];
  if (found === undefined || next === undefined) return [];
  const below = found.bands
    .map((band, row) => ({ band, row }))
    .filter(({ band }) => band !== next && to(band) <= from(next))
    .toSorted((a, b) => to(b.band) - to(a.band))[0];
  if (below === undefined) return [];
  const changes = { rangeTo: next.rangeFrom, rangeToIncludeExclude: next.rangeFromIncludeExclude === "[" ? ")" : "]" } as const;
  const label = `Extend ${text(below.band)} to ${next.rangeFrom}`;
  // Values in the gap get other points, so this is not offered as a safe fix.
  return [daring(label, changeRow({ node: found.nodeId }, "ranges", below.row, changes))];
};

/** The upper row wins, so the lower one is shortened: decisions stay the same. */
export const endOverlap: Fixer = (context) => {
  const found = bandsOf(context);
  const row = context.finding.item ?? -1;
  const lower = found?.bands[row];
  if (found === undefined || lower === undefined) return [];
  const upper = found.bands.slice(0, row).find((band) => from(band) <= to(lower) && from(lower) <= to(band));
  if (upper === undefined) return [];
  const owner = { node: found.nodeId };
  if (from(lower) < from(upper) && to(lower) <= to(upper)) {
    const changes = { rangeTo: upper.rangeFrom, rangeToIncludeExclude: upper.rangeFromIncludeExclude === "[" ? ")" : "]" } as const;
    return [safe(`End ${text(lower)} at ${upper.rangeFrom}`, changeRow(owner, "ranges", row, changes))];
  }
  if (to(lower) > to(upper) && from(lower) >= from(upper)) {
    const changes = { rangeFrom: upper.rangeTo, rangeFromIncludeExclude: upper.rangeToIncludeExclude === "]" ? "(" : "[" } as const;
    return [safe(`Begin ${text(lower)} at ${upper.rangeTo}`, changeRow(owner, "ranges", row, changes))];
  }
  return [];
};

/** The intended bounds of the band are a guess. */
export const fillBand: Fixer = (context) => {
  const found = bandsOf(context);
  const row = context.finding.item ?? -1;
  const band = found?.bands[row];
  if (found === undefined || band === undefined) return [];
  const owner = { node: found.nodeId };
  if (from(band) > to(band)) {
    const swapped = { ...band, rangeFrom: band.rangeTo, rangeTo: band.rangeFrom };
    return [
      daring(`Swap its ends to ${text(swapped)}`, changeRow(owner, "ranges", row, { rangeFrom: band.rangeTo, rangeTo: band.rangeFrom })),
    ];
  }
  const closed = { ...band, rangeFromIncludeExclude: "[", rangeToIncludeExclude: "]" } as const;
  const changes = { rangeFromIncludeExclude: "[", rangeToIncludeExclude: "]" } as const;
  return [daring(`Include its ends: ${text(closed)}`, changeRow(owner, "ranges", row, changes))];
};

import { compilePoints } from "../compile/points.ts";
import type { Lowering } from "../program/lowering.ts";
import type { Band, Slot } from "../program/program.ts";
import type { RangeScoreItem } from "@airlock/flow";
import type { EngineKind } from "./kind.ts";

export const rangeScore: EngineKind<"RangeScore"> = {
  lower: (node, lowering) => {
    const scored = lowering.numberSlot(node.scoredDatasource, node.scoredField);
    const target = lowering.numberSlot("Runtime", node.resultField);
    if (scored === undefined || target === undefined) return undefined;
    const bands = node.ranges.map((item) => lowerBand(item, target, lowering)).filter((band) => band !== undefined);
    const fallback = node.defaultScore === "" ? undefined : lowering.points(node.defaultScore, target);
    return { kind: "RangeScore", scored, bands, fallback, target };
  },
  compile: ({ scored, bands, fallback, target }) => {
    const place = scored.place;
    const froms = bands.map((band) => band.from ?? -Infinity);
    const tos = bands.map((band) => band.to ?? Infinity);
    const fromsIncluded = bands.map((band) => band.fromIncluded);
    const tosIncluded = bands.map((band) => band.toIncluded);
    const gives = bands.map((band) => compilePoints(target, band.points, band.reasonCode));
    const giveFallback = fallback === undefined ? undefined : compilePoints(target, fallback, "");
    return (state) => {
      const value = state.numbers[place] ?? NaN;
      for (let i = 0; i < gives.length; i += 1) {
        const from = froms[i] ?? NaN;
        const to = tos[i] ?? NaN;
        if ((value > from || (value === from && fromsIncluded[i] === true)) && (value < to || (value === to && tosIncluded[i] === true))) {
          gives[i]?.(state);
          return;
        }
      }
      giveFallback?.(state);
    };
  },
};

function lowerBand(item: RangeScoreItem, target: Slot, lowering: Lowering): Band | undefined {
  const from = item.rangeFrom === "" ? undefined : lowering.number(item.rangeFrom, "Float");
  const to = item.rangeTo === "" ? undefined : lowering.number(item.rangeTo, "Float");
  const points = lowering.points(item.score, target);
  if (points === undefined) return undefined;
  return {
    from,
    fromIncluded: item.rangeFromIncludeExclude === "[",
    to,
    toIncluded: item.rangeToIncludeExclude === "]",
    points,
    reasonCode: item.reasonCode,
  };
}

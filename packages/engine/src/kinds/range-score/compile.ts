import type { RangeScoreItem, RangeScoreNode } from "@airlock/flow";
import { writeReasons } from "../../compile/reasons.ts";
import { op } from "../../compile/bytecode.ts";
import { nextUp } from "../../number.ts";
import type { Lowering } from "../../program/lowering.ts";
import type { Slot } from "../../program/parts.ts";
import { pointsWrite } from "../../program/slots-written.ts";
import { addingFor } from "../../compile/adding.ts";
import type { EngineKind } from "../kind.ts";
import type { Band, RangeScoreOperation } from "./operation.ts";
import { explainBand } from "./explain.ts";

export const rangeScore: EngineKind<RangeScoreNode, RangeScoreOperation> = {
  lower: (node, lowering) => {
    const scored = lowering.numberSlot(node.scoredDatasource, node.scoredField);
    const target = lowering.numberSlot("Runtime", node.resultField);
    if (scored === undefined || target === undefined) return undefined;
    const bands = node.ranges.map((item) => lowerBand(item, target, lowering)).filter((band) => band !== undefined);
    const fallback = node.defaultScore === "" ? undefined : lowering.points(node.defaultScore, target);
    return { kind: "RangeScore", scored, bands, fallback, target };
  },
  reads: ({ scored }) => [scored],
  writes: ({ target, bands, fallback }) => [pointsWrite(target, bands, fallback)],
  compile:
    ({ scored, bands, fallback, target }, { plainSums }) =>
    (writer) => {
      const table = bandTable(bands);
      const first = writer.constants(table);
      const reasons = writeReasons(bands, writer);
      const otherwise = fallback === undefined ? -1 : writer.constants([fallback]);
      writer.write(
        op.rangeScore,
        scored.place,
        target.place,
        addingFor(target, plainSums),
        first,
        first + table.length,
        reasons,
        otherwise,
      );
    },
  explain: (operation, state) => ({ score: explainBand(operation, state) }),
};

/**
 * Upper bound, lower bound and points of every band, adjacent in memory because they are read together. Every interval becomes [from, to):
 * a number above `from` is at least the next double. [SC2] Missing is NaN and in no band.
 */
function bandTable(bands: readonly Band[]): readonly number[] {
  const table: number[] = [];
  for (const { from, fromIncluded, to, toIncluded, points } of bands) {
    table.push(to === undefined ? Infinity : toIncluded ? nextUp(to) : to);
    table.push(from === undefined ? -Infinity : fromIncluded ? from : nextUp(from));
    table.push(points);
  }
  return table;
}

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

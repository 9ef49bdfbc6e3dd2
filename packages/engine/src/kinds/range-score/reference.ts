import type { RangeScoreItem, RangeScoreNode } from "@airlock/flow";
import type { ReferenceKind } from "../../reference/kind.ts";
import type { Value } from "../../types.ts";
import { addPoints } from "../../reference/scores.ts";

export const rangeScore: ReferenceKind<RangeScoreNode> = {
  run: (node, memory, gathered) => {
    const value = memory.get(node.scoredDatasource, node.scoredField);
    const match = node.ranges.find((band) => bandHolds(band, value)); // [SC1]
    return addPoints(node, match, memory, gathered);
  },
};

/** [SC1] [SC2] */
function bandHolds(band: RangeScoreItem, value: Value): boolean {
  if (typeof value !== "number") return false;
  const from = Number(band.rangeFrom);
  const to = Number(band.rangeTo);
  const aboveFrom = band.rangeFrom === "" || (band.rangeFromIncludeExclude === "[" ? value >= from : value > from);
  const belowTo = band.rangeTo === "" || (band.rangeToIncludeExclude === "]" ? value <= to : value < to);
  return aboveFrom && belowTo;
}

import type { ListScoreItem } from "@airlock/flow";
import { compilePoints } from "../compile/points.ts";
import type { Lowering } from "../program/lowering.ts";
import type { ListEntry, Slot } from "../program/program.ts";
import type { Run } from "../run/state.ts";
import type { EngineKind } from "./kind.ts";

export const listScore: EngineKind<"ListScore"> = {
  lower: (node, lowering) => {
    const scored = lowering.slot(node.scoredDatasource, node.scoredField);
    const target = lowering.numberSlot("Runtime", node.resultField);
    if (scored === undefined || target === undefined) return undefined;
    const entries = node.values.map((item) => lowerEntry(item, scored, target, lowering)).filter((entry) => entry !== undefined);
    const fallback = node.defaultScore === "" ? undefined : lowering.points(node.defaultScore, target);
    return { kind: "ListScore", scored, entries, fallback, target };
  },
  compile: ({ scored, entries, fallback, target }) => {
    const place = scored.place;
    const giveFallback = fallback === undefined ? undefined : compilePoints(target, fallback, "");
    const gives = new Map<string | number, Run>();
    for (const { value, points, reasonCode } of entries) {
      if (!gives.has(value)) gives.set(value, compilePoints(target, points, reasonCode));
    }
    // A missing text is undefined and a missing number NaN: neither is ever a key.
    if (scored.type === "String") return (state) => (gives.get(state.texts[place] ?? NaN) ?? giveFallback)?.(state);
    return (state) => (gives.get(state.numbers[place] ?? NaN) ?? giveFallback)?.(state);
  },
};

function lowerEntry(item: ListScoreItem, scored: Slot, target: Slot, lowering: Lowering): ListEntry | undefined {
  const value = scored.type === "String" ? item.value : lowering.number(item.value, scored.type);
  const points = lowering.points(item.score, target);
  if (value === undefined || points === undefined) return undefined;
  return { value, points, reasonCode: item.reasonCode };
}

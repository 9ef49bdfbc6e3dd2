import type { ListScoreItem } from "@airlock/flow";
import { addingFor, addPoints, giveReasonOf, reasonCodesOf, type Adding } from "../compile/points.ts";
import { intern, type Lowering } from "../program/lowering.ts";
import type { ListEntry, Slot } from "../program/program.ts";
import type { State } from "../run/state.ts";
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
  compile: ({ scored, entries, fallback, target }, { plainSums }) => {
    const from = scored.place;
    const table = {
      to: target.place,
      adding: addingFor(target, plainSums),
      points: entries.map((entry) => entry.points),
      reasonCodes: reasonCodesOf(entries),
      fallback,
    };
    const rows = new Map<string | number | undefined, number>();
    for (const [row, { value }] of entries.entries()) if (!rows.has(value)) rows.set(value, row);
    // [SC2] A missing text is undefined and a missing number NaN: neither is ever a key.
    if (scored.type === "String") return [(state) => give(state, table, rows.get(state.texts[from]))];
    return [(state) => give(state, table, rows.get(state.numbers[from]))];
  },
};

interface Table {
  readonly to: number;
  readonly adding: Adding;
  readonly points: readonly number[];
  readonly reasonCodes: readonly string[] | undefined;
  readonly fallback: number | undefined;
}

function give(state: State, { to, adding, points, reasonCodes, fallback }: Table, row: number | undefined): void {
  if (row === undefined) {
    if (fallback !== undefined) addPoints(state, to, adding, fallback);
    return;
  }
  const given = addPoints(state, to, adding, points[row] ?? NaN);
  if (given && reasonCodes !== undefined) giveReasonOf(state, reasonCodes, row);
}

function lowerEntry(item: ListScoreItem, scored: Slot, target: Slot, lowering: Lowering): ListEntry | undefined {
  const value = scored.type === "String" ? intern(item.value) : lowering.number(item.value, scored.type);
  const points = lowering.points(item.score, target);
  if (value === undefined || points === undefined) return undefined;
  return { value, points, reasonCode: item.reasonCode };
}

import type { ListScoreItem, ListScoreNode } from "@airlock/flow";
import { writeReasons } from "../../compile/reasons.ts";
import { op } from "../../compile/bytecode.ts";
import { intern, type Lowering } from "../../program/lowering.ts";
import type { Slot } from "../../program/parts.ts";
import { pointsWrite } from "../../program/slots-written.ts";
import { addingFor } from "../../compile/adding.ts";
import type { EngineKind } from "../kind.ts";
import type { ListEntry, ListScoreOperation } from "./operation.ts";
import { explainEntry } from "./explain.ts";

export const listScore: EngineKind<ListScoreNode, ListScoreOperation> = {
  lower: (node, lowering) => {
    const scored = lowering.slot(node.scoredDatasource, node.scoredField);
    const target = lowering.numberSlot("Runtime", node.resultField);
    if (scored === undefined || target === undefined) return undefined;
    const entries = node.values.map((item) => lowerEntry(item, scored, target, lowering)).filter((entry) => entry !== undefined);
    const fallback = node.defaultScore === "" ? undefined : lowering.points(node.defaultScore, target);
    return { kind: "ListScore", scored, entries, fallback, target };
  },
  reads: ({ scored }) => [scored],
  writes: ({ target, entries, fallback }) => [pointsWrite(target, entries, fallback)],
  compile:
    ({ scored, entries, fallback, target }, { plainSums }) =>
    (writer) => {
      // [SC2] A missing text is undefined and a missing number NaN: neither is ever a key.
      const rows = new Map<string | number | undefined, number>();
      for (const [row, { value }] of entries.entries()) if (!rows.has(value)) rows.set(value, row);
      const first = writer.constants(entries.map(({ points }) => points));
      const reasons = writeReasons(entries, writer);
      const otherwise = fallback === undefined ? -1 : writer.constants([fallback]);
      const operation = scored.type === "String" ? op.listText : op.listNumber;
      const adding = addingFor(target, plainSums);
      writer.write(operation, scored.place, target.place, adding, first, writer.list(rows), reasons, otherwise);
    },
  explain: (operation, state) => ({ score: explainEntry(operation, state) }),
};

function lowerEntry(item: ListScoreItem, scored: Slot, target: Slot, lowering: Lowering): ListEntry | undefined {
  const value = scored.type === "String" ? intern(item.value) : lowering.literal(item.value, scored.type);
  const points = lowering.points(item.score, target);
  if (value === undefined || points === undefined) return undefined;
  return { value, points, reasonCode: item.reasonCode };
}

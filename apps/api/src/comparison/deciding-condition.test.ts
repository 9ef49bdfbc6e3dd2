import type { ExplainedNode } from "@airlock/engine";
import { expect, test } from "vitest";
import { decidingCondition } from "./deciding-condition.ts";

const item = (field: string, value: number, operator: ">=" | "<", needs: number) => ({
  left: { source: "Runtime" as const, field, value },
  operator,
  right: { source: "Literal" as const, field: undefined, value: needs },
  holds: operator === ">=" ? value >= needs : value < needs,
});
type Item = ReturnType<typeof item>;
const link = (linkId: string, taken: boolean, ...items: readonly Item[]) => ({
  linkId,
  targetId: linkId,
  taken,
  otherwise: items.length === 0,
  skipped: false,
  condition: items.length === 0 ? undefined : { holds: items.every(({ holds }) => holds), groups: [items] },
});
const node = (nodeId: string, links: readonly ReturnType<typeof link>[]): ExplainedNode => ({
  nodeId,
  label: nodeId,
  kind: "RangeScore",
  reads: [],
  condition: undefined,
  score: undefined,
  changes: [],
  reasonCodes: [],
  error: undefined,
  callFailure: undefined,
  links,
});
const start = node("start", [link("in", true)]);

test("the condition of the link that the row lost, with its value", () => {
  const at = (total: number, needs: number) => {
    const [debt, approve] = [item("debt", 1, "<", 5), item("total", total, ">=", needs)];
    return [start, node("score", [link("refer", !approve.holds), link("approve", approve.holds, debt, approve)])];
  };
  expect(decidingCondition(at(472, 460), at(472, 480))).toMatchObject({
    left: { field: "total", value: 472 },
    right: { value: 480 },
    holds: false,
  });
  expect(decidingCondition(at(472, 480), at(472, 460))).toMatchObject({ left: { value: 472 }, right: { value: 460 }, holds: true });
  // The threshold is the same, the value differs.
  expect(decidingCondition(at(500, 480), at(472, 480))).toMatchObject({ left: { value: 472 }, right: { value: 480 }, holds: false });
});

test("if an earlier branch takes the row, that one is the reason, not the one that would still hold", () => {
  const at = (limit: number) => {
    const [decline, approve] = [item("debt", 4, ">=", limit), item("total", 500, ">=", 480)];
    return [node("score", [link("approve", !decline.holds, approve), link("decline", decline.holds, decline)])];
  };
  expect(decidingCondition(at(5), at(3))).toMatchObject({ left: { field: "debt", value: 4 }, right: { value: 3 }, holds: true });
});

test("undefined if the path is the same, or no condition explains the difference", () => {
  const same = [start, node("score", [link("refer", true)])];
  expect(decidingCondition(same, same)).toBeUndefined();
  expect(decidingCondition(same, [start, node("score", [link("other", true)])])).toBeUndefined();
});

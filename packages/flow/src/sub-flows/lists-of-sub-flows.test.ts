import { expect, test } from "vitest";
import type { FlowList } from "../definition.ts";
import { draw, subFlow } from "../testing/draw.ts";
import { pinnedBySubFlows, withListsOfSubFlows } from "./lists-of-sub-flows.ts";

const list = (listId: string, name: string, version?: number): FlowList => ({
  listId,
  name,
  keyType: "String",
  columns: [],
  ...(version === undefined ? {} : { version }),
});

test("lists of sub-flows at any depth are added once, with the versions that sub-flows pin", () => {
  const inner = draw({ lists: [list("l2", "Regions", 3)] });
  const middle = draw({ lists: [list("l1", "Also countries", 8), list("l3", "Rates")], subFlows: [subFlow("Inner", inner)] });
  const flow = draw({ lists: [list("l1", "Countries")], subFlows: [subFlow("Middle", middle), subFlow("Inner", inner)] });
  expect(withListsOfSubFlows(flow).lists).toEqual([list("l1", "Countries", 8), list("l3", "Rates"), list("l2", "Regions", 3)]);
  expect([...pinnedBySubFlows(flow)]).toEqual([
    ["l1", 8],
    ["l2", 3],
  ]);
});

test("a list whose name another list has gets a name of its own", () => {
  const inner = (listId: string) => draw({ lists: [list(listId, "Rates")] });
  const flow = draw({ lists: [list("l1", "Rates")], subFlows: [subFlow("A", inner("l2")), subFlow("B", inner("l3"))] });
  expect(withListsOfSubFlows(flow).lists?.map(({ name }) => name)).toEqual(["Rates", "Rates (2)", "Rates (3)"]);
});

test("a flow whose sub-flows have no lists stays as it is", () => {
  const flow = draw({ lists: [list("l1", "Rates")], subFlows: [subFlow("A", draw({}))] });
  expect(withListsOfSubFlows(flow)).toBe(flow);
});

import { describe, expect, test } from "vitest";
import { addNode } from "../commands/add-node.ts";
import { selectionOf, nothing, type Selection } from "../selection/selection.ts";
import { draw, node } from "../testing/draw.ts";
import { largeDocument, run, sampleDocument } from "../testing/sample-flow.ts";
import { findInFlow } from "./find.ts";
import { flowOrder } from "./flow-order.ts";
import { walkAlong, walkInOrder, type WalkDirection } from "./walk.ts";

const document = sampleDocument();
const order = ["start", "zero", "minimum", "afford", "burden", "purposes", "verdict", "decline", "end"];

describe("reading order", () => {
  test("follows the links, the upper branch first, each node after all that lead to it", () => {
    expect(flowOrder(document)).toEqual(order);
  });

  test("has every node once, what is not reached last, also with a loop in it", () => {
    const odd = draw({
      nodes: [node("SetState", "a"), node("SetState", "b"), node("SetState", "c")],
      links: ["start -> end", "a -> b", "b -> a"],
    });
    expect(flowOrder(odd).slice(0, 3)).toEqual(["start", "end", "c"]);
    expect(flowOrder(odd).toSorted()).toEqual(["a", "b", "c", "end", "start"]);
    const heads = draw({
      nodes: [node("SetState", "low", { y: 400 }), node("SetState", "high", { y: 100 })],
      links: ["start -> end", "low -> end", "high -> end"],
    });
    expect(flowOrder(heads)).toEqual(["start", "end", "high", "low"]);
    expect(new Set(flowOrder(largeDocument(2_000))).size).toBe(2_000);
  });
});

describe("walking", () => {
  const tab = (selection: Selection | undefined, by: 1 | -1) => walkInOrder(document, selection ?? nothing, by);

  test("Tab visits every node once and then leaves; Shift+Tab goes back", () => {
    const visited: string[] = [];
    for (let here = tab(nothing, 1); here !== undefined; here = tab(here, 1)) visited.push(...here.nodes);
    expect(visited).toEqual(order);
    expect([...(tab(nothing, -1)?.nodes ?? [])]).toEqual(["end"]);
    expect(tab(selectionOf(["start"]), -1)).toBeUndefined();
    expect([...(tab(selectionOf([], ["l8"]), 1)?.nodes ?? [])]).toEqual(["decline"]);
    expect([...(tab(selectionOf([], ["l8"]), -1)?.nodes ?? [])]).toEqual(["verdict"]);
  });

  test("Alt and arrows go from node to link to node, and through branches", () => {
    const walk = (from: Selection, ...ways: readonly WalkDirection[]) =>
      ways.reduce<Selection | undefined>((here, way) => (here === undefined ? undefined : walkAlong(document, here, way)), from);
    const shown = (selection: Selection | undefined) =>
      selection === undefined ? undefined : [...selection.nodes, ...selection.links].join();
    expect(shown(walk(selectionOf(["afford"]), "forward"))).toBe("l4");
    expect(shown(walk(selectionOf(["afford"]), "forward", "down"))).toBe("l5");
    expect(shown(walk(selectionOf(["afford"]), "forward", "down", "forward"))).toBe("purposes");
    expect(shown(walk(selectionOf(["purposes"]), "up"))).toBe("burden");
    expect(shown(walk(selectionOf(["verdict"]), "back"))).toBe("l6");
    expect(shown(walk(selectionOf(["verdict"]), "back", "back"))).toBe("burden");
    expect(walk(selectionOf(["end"]), "forward")).toBeUndefined();
    expect(shown(walk(nothing, "forward"))).toBe("start");
  });
});

describe("finding", () => {
  const titles = (text: string) => findInFlow(document, text).map((found) => found.title);

  test("the beginning of a name comes before its middle, before kind and logic, before links", () => {
    expect(titles("de").slice(0, 2)).toEqual(["Debt burden", "Decline"]);
    expect(titles("debts")).toEqual(["Affordability"]);
    expect(titles("decision")).toEqual([]);
    expect(titles("burd")).toEqual(["Debt burden"]);
    expect(titles("range score")).toEqual(["Debt burden"]);
    expect(titles("total <")).toEqual(["Verdict to Decline"]);
    expect(titles("AGE")).toEqual(["Minimum age"]);
    expect(titles(" ")).toEqual([]);
  });

  test("accents do not matter, and what is found says how to get there", () => {
    const french = run(document, addNode({ kind: "End", id: "x", x: 0, y: 0 }), (on) => ({
      ok: true,
      name: "",
      document: { ...on, nodes: on.nodes.replace([{ ...(on.nodes.get("x") ?? fail()), label: "Décision" }]) },
    }));
    expect(findInFlow(french, "decision")[0]).toMatchObject({ title: "Décision", typeLabel: "End", selection: { nodes: new Set(["x"]) } });
  });
});

function fail(): never {
  throw new Error("the node was added above");
}

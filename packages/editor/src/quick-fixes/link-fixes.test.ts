import { newNode, validate } from "@airlock/flow";
import { describe, expect, test } from "vitest";
import { definitionOf } from "../document/flow-document.ts";
import { draw, linkOf, node, set, when } from "../testing/draw.ts";
import { counter, run } from "../testing/sample-flow.ts";
import { fixesOf, numbers, validateOne } from "../testing/quick-fixes.ts";
import { planFixAll, quickFixes } from "./quick-fixes.ts";

const setsX = node("SetState", "a", { setFields: [set("x = 1", "Float")] });
const readsX = node("EasyRule", "r", { conditionFields: [when("runtime.x < 5", "Float")], thenFields: [set("k = 1", "Integer")] });
const mayX = node("EasyRule", "may", { conditionFields: [when("n < 5", "Float")], thenFields: [set("x = 1", "Float")] });
const ends = [newNode("Start", "start", 0, 0), newNode("End", "end", 0, 0), setsX];

describe("a missing link", () => {
  const state = (id: string, text = "k = 1") => node("SetState", id, { setFields: [set(text, "Integer")] });
  const secondEnd = newNode("End", "second", 900, 100);

  test("is drawn to an End only where there is one End", () => {
    const links = ["start -> a", "start -> end"];
    const one = draw({ ...numbers, nodes: [setsX], links });
    expect(fixesOf("NODE_DEAD_END", one)).toEqual([["Link a to End"]]);
    const two = draw({ ...numbers, nodes: [setsX, secondEnd], links: [...links, "start -> second"] });
    expect(fixesOf("NODE_DEAD_END", two)).toEqual([[]]);
    expect(planFixAll(two, counter("x")).fixes).toEqual([]);
    expect(fixesOf("END_UNREACHABLE", draw({ ...numbers, nodes: [setsX, secondEnd], links: ["start -> a"] }))).toEqual([[]]);
  });

  test("is drawn to the node that misses what the dead end sets, not past it to the End", () => {
    const document = draw({ ...numbers, nodes: [setsX, readsX], links: ["start -> a", "start -> r", "r -> end"] });
    expect(fixesOf("NODE_DEAD_END", document)).toEqual([["Link a to r"]]);
    // It changes what the solution decides, so it is no part of Fix all.
    expect(planFixAll(document, counter("x")).fixes).toEqual([]);
  });

  test("is never drawn past nodes that nothing leads to", () => {
    const cut = draw({ ...numbers, nodes: [setsX, state("b")], links: ["a -> b", "b -> end"] });
    expect(fixesOf("END_UNREACHABLE", cut)).toEqual([[]]);
    expect(fixesOf("NODE_UNREACHABLE", cut)).toEqual([["Link Start to a"]]);
    expect(planFixAll(cut, counter("x")).fixes).toEqual([]);
    const loose = draw({ ...numbers, nodes: [setsX, state("b")], links: ["start -> b"] });
    expect(fixesOf("NODE_DEAD_END", loose)).toEqual([[]]);
  });

  test("to nodes that nothing leads to starts where the path stops, if it stops in one place", () => {
    const nodes = [setsX, state("b"), state("c"), state("d")];
    const fork = ["start -> b", { ...linkOf("b -> end", 1, [...ends, ...nodes]), conditionFields: [when("n < 5", "Float")] }];
    const one = draw({ ...numbers, nodes, links: [...fork, "a -> c", "c -> d", "d -> end"] });
    expect(fixesOf("NODE_UNREACHABLE", one)).toEqual([["Link b to a (otherwise)"]]);
    const linked = run(one, ...quickFixes(one, validateOne(one, "NODE_UNREACHABLE"), counter("x")).map(({ command }) => command));
    expect(validate(definitionOf(linked))).toEqual([]);
    const two = draw({ ...numbers, nodes, links: ["start -> b", "start -> c", "start -> end", "a -> d", "d -> end"] });
    expect(fixesOf("NODE_UNREACHABLE", two)).toEqual([[]]);
  });

  test("to a field that is not set yet comes from the node that sets it, if there is one", () => {
    const both = draw({
      ...numbers,
      nodes: [setsX, state("b", "x = 1"), readsX],
      links: ["start -> a", "start -> b", "start -> r", "r -> end"],
    });
    expect(fixesOf("FIELD_READ_BEFORE_SET", both)).toEqual([[]]);
    // A link cannot help where the setter is itself not reached, would close a loop, or already comes before.
    const unreached = draw({ ...numbers, nodes: [setsX, readsX], links: ["start -> r", "r -> end"] });
    expect(fixesOf("FIELD_READ_BEFORE_SET", unreached)).toEqual([[]]);
    const after = draw({ ...numbers, nodes: [setsX, readsX], links: ["start -> r", "r -> a", "a -> end"] });
    expect(fixesOf("FIELD_READ_BEFORE_SET", after)).toEqual([[]]);
    const before = draw({ ...numbers, nodes: [mayX, state("b"), readsX], links: ["start -> may", "may -> b", "b -> r", "r -> end"] });
    expect(fixesOf("FIELD_MAY_BE_MISSING", before)).toEqual([[]]);
  });
});

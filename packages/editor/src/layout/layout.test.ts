import { gridSize } from "@airlock/flow";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { alignNodes, arrangeNodes, distributeNodes } from "../commands/arrange.ts";
import { placeNodes } from "../commands/move-nodes.ts";
import { nodeBox } from "../document/bounds.ts";
import type { FlowDocument } from "../document/flow-document.ts";
import { Editor } from "../session/editor.ts";
import { anyThrow, commandFor } from "../testing/any-command.ts";
import { draw, node } from "../testing/draw.ts";
import { counter, largeDocument, reasonOf, run, sampleDefinition, sampleDocument } from "../testing/sample-flow.ts";

const document = sampleDocument();
const at = (on: FlowDocument, id: string) => {
  const { x = 0, y = 0 } = on.nodes.get(id) ?? {};
  return { x, y };
};

/** What a tidy diagram has: all on the grid, nothing on top of another, every link from left to right. */
function untidy(on: FlowDocument): readonly string[] {
  const nodes = on.nodes.toArray();
  const found: string[] = [];
  for (const node of nodes) if (node.x % gridSize !== 0 || node.y % gridSize !== 0) found.push(`${node.id} is beside the grid`);
  const boxes = nodes.map((node) => ({ id: node.id, ...nodeBox(node) })).sort((a, b) => a.left - b.left);
  for (const [index, box] of boxes.entries()) {
    for (const other of boxes.slice(index + 1)) {
      if (other.left >= box.right) break;
      if (other.top < box.bottom && box.top < other.bottom) found.push(`${box.id} lies on ${other.id}`);
    }
  }
  for (const link of on.links.toArray()) if (at(on, link.source).x >= at(on, link.target).x) found.push(`${link.id} runs backwards`);
  return found;
}

describe("tidying", () => {
  test("a drawn flow: in columns along the links, and Start stays", () => {
    const scattered = run(
      document,
      placeNodes(
        "Scatter",
        new Map(document.nodes.toArray().map((node, index) => [node.id, { x: (index * 325) % 900, y: (index * 175) % 500 }])),
      ),
    );
    const tidy = run(scattered, arrangeNodes());
    expect(untidy(scattered)).not.toEqual([]);
    expect(untidy(tidy)).toEqual([]);
    expect(at(tidy, "start")).toEqual(at(scattered, "start"));
    // A chain is straight.
    expect(new Set(["start", "zero", "minimum", "afford"].map((id) => at(tidy, id).y)).size).toBe(1);
  });

  test("links that cross without need do not cross any more", () => {
    const names = ["a", "b", "c", "d"];
    const places = (ids: readonly string[], x: number) => ids.map((id, index) => node("SetState", id, { x, y: index * 100 }));
    const crossed = draw({
      nodes: [...places(names, 250), ...places(["d2", "c2", "b2", "a2"], 500)],
      links: names.flatMap((id) => [`start -> ${id}`, `${id} -> ${id}2`, `${id}2 -> end`]),
    });
    const tidy = run(crossed, arrangeNodes());
    const order = (ids: readonly string[]) => ids.toSorted((one, other) => at(tidy, one).y - at(tidy, other).y).map((id) => id[0]);
    expect(order(names.map((id) => `${id}2`))).toEqual(order(names));
  });

  test("a link over several columns passes no node, because links cannot go round them", () => {
    const names = ["rule", "report", "score", "arrears", "job", "purpose", "ratio", "burden", "total", "decline", "refer", "approve"];
    const long = draw({
      nodes: names.map((id, index) => node("SetState", id, { x: 250 * index, y: 50 * (index % 3) })),
      links:
        "start -> rule|rule -> report|rule -> job|rule -> ratio|rule -> decline|report -> score|report -> arrears|job -> purpose|ratio -> burden|score -> total|arrears -> total|purpose -> total|burden -> total|total -> decline|total -> refer|total -> approve|decline -> end|refer -> end|approve -> end".split(
          "|",
        ),
    });
    const tidy = run(long, arrangeNodes());
    expect(untidy(tidy)).toEqual([]);
    const hit = tidy.links.toArray().flatMap((link) => {
      const from = { x: at(tidy, link.source).x + 150, y: at(tidy, link.source).y + 25 };
      const to = { x: at(tidy, link.target).x, y: at(tidy, link.target).y + 25 };
      return tidy.nodes.toArray().flatMap((one) => {
        const box = nodeBox(one);
        const passes = [box.left, box.right].some((x) => {
          const y = from.y + ((to.y - from.y) * (x - from.x)) / (to.x - from.x);
          return x > from.x && x < to.x && y > box.top && y < box.bottom;
        });
        return passes ? `${link.source} to ${link.target} passes ${one.id}` : [];
      });
    });
    expect(hit).toEqual([]);
  });

  test("gaps are narrow without pills and wide enough for the widest pill with them", () => {
    const flow = draw({
      nodes: ["a", "b", "c"].map((id) => node("SetState", id)),
      links: ["start -> a", "a -> b", "b -> c", "c -> end"],
    });
    const label = "total >= 50 and total < 80";
    const labelled = {
      ...flow,
      links: flow.links.replace(flow.links.toArray().map((link, index) => (index === 1 ? { ...link, label } : link))),
    };
    const tidy = run(labelled, arrangeNodes());
    const gap = (from: string, to: string) => at(tidy, to).x - at(tidy, from).x - 150;
    expect(gap("b", "c")).toBe(50);
    // 26 characters of 13 px are about 170 wide, with padding 190.
    expect(gap("a", "b")).toBeGreaterThan(190);
  });

  test("is the same when done twice", () => {
    const once = run(document, arrangeNodes());
    expect(run(once, arrangeNodes())).toBe(once);
  });

  test("any flow", () => {
    fc.assert(
      fc.property(fc.array(anyThrow, { minLength: 40, maxLength: 120 }), (throws) => {
        const editor = new Editor(sampleDefinition());
        const newId = counter("x");
        for (const by of throws) editor.execute(commandFor(editor.state.document, by, newId));
        editor.execute(arrangeNodes());
        expect(untidy(editor.state.document)).toEqual([]);
      }),
      { numRuns: 40 },
    );
  });

  test("a part of it, in its position", () => {
    const tidy = run(document, arrangeNodes(["burden", "purposes", "verdict"]));
    expect(at(tidy, "zero")).toEqual(at(document, "zero"));
    expect(Math.min(at(tidy, "burden").x, at(tidy, "purposes").x)).toBe(1000);
  });

  test("2,000 nodes are laid out with nothing on top of another", () => {
    expect(untidy(run(largeDocument(2_000), arrangeNodes()))).toEqual([]);
  });
});

describe("lining up", () => {
  const ids = ["burden", "purposes", "end"];
  test.each([
    ["left", [1000, 1000, 1000], [100, 300, 200]],
    ["right", [1650, 1650, 1750], [100, 300, 200]],
    ["centre", [1325, 1325, 1375], [100, 300, 200]],
    ["top", [1000, 1000, 1750], [100, 100, 100]],
    ["bottom", [1000, 1000, 1750], [300, 300, 300]],
    ["middle", [1000, 1000, 1750], [200, 200, 200]],
  ] as const)("%s", (edge, xs, ys) => {
    const aligned = run(document, alignNodes(ids, edge));
    expect(ids.map((id) => at(aligned, id).x)).toEqual(xs);
    expect(ids.map((id) => at(aligned, id).y)).toEqual(ys);
  });

  test("with the same gaps, the outermost where they are", () => {
    const spread = run(document, distributeNodes(["zero", "minimum", "decline"], "horizontally"));
    expect(["zero", "minimum", "decline"].map((id) => at(spread, id).x)).toEqual([250, 875, 1500]);
    const down = run(
      document,
      placeNodes(
        "Place",
        new Map([
          ["zero", { x: 0, y: 0 }],
          ["minimum", { x: 0, y: 25 }],
          ["afford", { x: 0, y: 400 }],
        ]),
      ),
      distributeNodes(["zero", "minimum", "afford"], "vertically"),
    );
    expect(at(down, "minimum").y).toBe(200);
  });

  test("takes enough nodes", () => {
    expect(reasonOf(document, alignNodes(["zero"], "left"))).toBe("Select at least two nodes.");
    expect(reasonOf(document, distributeNodes(["zero", "end"], "vertically"))).toBe("Select at least three nodes.");
  });
});

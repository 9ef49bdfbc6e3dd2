import { describe, expect, test } from "vitest";
import { arrangeNodes } from "../../commands/arrange.ts";
import { boxAround, nodeBox, type Box } from "../../document/bounds.ts";
import { draw, node } from "../../testing/draw.ts";
import { run } from "../../testing/sample-flow.ts";
import { fitted } from "./fitting.ts";

const tools: Box = { left: 12, top: 548, right: 352, bottom: 588 };
const minimap: Box = { left: 660, top: 488, right: 828, bottom: 588 };
const runPill: Box = { left: 300, top: 12, right: 540, bottom: 48 };
const size = { width: 840, height: 600 };

const square = (x: number, y: number): Box => ({ left: x, top: y, right: x + 150, bottom: y + 50 });

function around(boxes: readonly Box[]): Box {
  return {
    left: Math.min(...boxes.map(({ left }) => left)),
    top: Math.min(...boxes.map(({ top }) => top)),
    right: Math.max(...boxes.map(({ right }) => right)),
    bottom: Math.max(...boxes.map(({ bottom }) => bottom)),
  };
}

function covered(boxes: readonly Box[], covers: readonly Box[], { zoom, pan }: ReturnType<typeof fitted>): readonly Box[] {
  const scale = zoom / 100;
  return boxes.filter((box) =>
    covers.some(
      (cover) =>
        box.right * scale + pan.x > cover.left &&
        box.left * scale + pan.x < cover.right &&
        box.bottom * scale + pan.y > cover.top &&
        box.top * scale + pan.y < cover.bottom,
    ),
  );
}

describe("fitting a diagram into the window", () => {
  test("keeps nodes clear of tool bar, minimap and run pill", () => {
    const covers = [tools, minimap, runPill];
    // Corners and the middle of the top: wherever something floats.
    const boxes = [square(0, 0), square(600, 0), square(1200, 0), square(0, 800), square(1200, 800)];
    const clear = fitted(boxes, around(boxes), size, covers, 10);
    expect(covered(boxes, covers, clear)).toEqual([]);
    expect(covered(boxes, covers, fitted(boxes, around(boxes), size, [], 10))).not.toEqual([]);
  });

  test("uses the whole window where nothing is in the way", () => {
    const boxes = [square(0, 0), square(1200, 0)];
    expect(fitted(boxes, around(boxes), size, [tools, minimap], 10)).toEqual(fitted(boxes, around(boxes), size, [], 10));
  });

  test("rather covers a node than making all tiny in a very low window", () => {
    const boxes = [square(0, 0), square(1200, 300)];
    const low = { width: 840, height: 170 };
    const wide: Box = { left: 0, top: 60, right: 840, bottom: 170 };
    expect(fitted(boxes, around(boxes), low, [wide], 10).zoom).toBe(fitted(boxes, around(boxes), low, [], 10).zoom);
  });

  test("a tidy flow of 14 nodes is at 50 % or more beside open panels at 1440", () => {
    const scores = ["bureau", "employment", "income", "burden"];
    const flow = draw({
      nodes: ["hard", "fraud", ...scores, "arrears", "total", "approve", "refer", "low", "decline"].map((id) => node("SetState", id)),
      links: [
        "start -> hard",
        "hard -> fraud",
        "hard -> decline",
        "fraud -> bureau",
        "fraud -> employment",
        "fraud -> income",
        "fraud -> burden",
        "bureau -> arrears",
        ...["arrears", "employment", "income", "burden"].map((id) => `${id} -> total`),
        "total -> approve",
        "total -> refer",
        "total -> low",
        ...["approve", "refer", "low", "decline"].map((id) => `${id} -> end`),
      ],
    });
    const labels: Readonly<Record<string, string>> = {
      link1: "otherwise",
      link2: "result == Decline",
      link12: "total >= 80",
      link13: "total >= 50",
    };
    const labelled = {
      ...flow,
      links: flow.links.replace(flow.links.toArray().map((link) => ({ ...link, label: labels[link.id] ?? "" }))),
    };
    const nodes = run(labelled, arrangeNodes()).nodes.toArray();
    const box = boxAround(nodes);
    expect(nodes).toHaveLength(14);
    expect(box && fitted(nodes.map(nodeBox), box, size, [tools, minimap, runPill], 10).zoom).toBeGreaterThanOrEqual(50);
  });
});

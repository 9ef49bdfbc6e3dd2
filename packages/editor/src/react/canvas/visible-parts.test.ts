import { describe, expect, test } from "vitest";
import { moveNodes } from "../../commands/move-nodes.ts";
import { largeDocument, run, sampleDocument } from "../../testing/sample-flow.ts";
import { nothingVisible, visibleParts, type Chunk } from "./visible-parts.ts";

const all = (chunks: readonly Chunk[]): readonly string[] => chunks.flatMap((chunk) => chunk.ids);
const corner = { left: -100, top: -100, right: 900, bottom: 700 };

describe("what is drawn", () => {
  test("is everything in a flow of usual size, wherever one looks", () => {
    const document = sampleDocument();
    const far = { left: 90_000, top: 0, right: 90_100, bottom: 100 };
    const parts = visibleParts(document, far, new Set(), nothingVisible);
    expect([all(parts.nodes).length, all(parts.links).length]).toEqual([document.nodes.size, document.links.size]);
  });

  test("is the visible part of a large one, and the selection", () => {
    const document = largeDocument(2_000);
    const parts = visibleParts(document, corner, new Set(["n1999"]), nothingVisible);
    const drawn = all(parts.nodes);
    expect(drawn.length).toBeLessThan(300);
    expect(drawn).toContain("n1999");
    const inside = document.nodes
      .toArray()
      .filter(({ x, y }) => x <= corner.right && x + 50 >= corner.left && y <= corner.bottom && y + 50 >= corner.top);
    expect(drawn).toEqual(expect.arrayContaining(inside.map((node) => node.id)));
  });

  test("keeps the very chunks that did not change, and all of it where none did", () => {
    const document = largeDocument(2_000);
    const before = visibleParts(document, corner, new Set(), nothingVisible);
    expect(visibleParts(document, corner, new Set(), before)).toBe(before);
    const [gone] = all(before.nodes);
    const moved = run(document, moveNodes([gone ?? ""], { x: 500_000, y: 0 }));
    const after = visibleParts(moved, corner, new Set(), before);
    expect(all(after.nodes)).not.toContain(gone);
    expect(after.nodes.filter((chunk) => before.nodes.includes(chunk)).length).toBe(before.nodes.length - 1);
  });
});

import { describe, expect, test } from "vitest";
import { selectionOf } from "../../selection/selection.ts";
import { Editor } from "../../session/editor.ts";
import { sampleDefinition } from "../../testing/sample-flow.ts";
import { CanvasView, distanceAt } from "./canvas-view.ts";
import { curve } from "./link-path.ts";

function opened(width = 800, height = 600): CanvasView {
  const view = new CanvasView(new Editor(sampleDefinition()));
  view.size.set({ width, height });
  view.open();
  return view;
}

describe("where one looks", () => {
  test("zooms by ten, between 10 and 300, around the middle or the pointer", () => {
    const view = opened();
    const { zoom } = view.editor.state;
    const { centre } = view;
    view.zoomBy(1);
    expect(view.editor.state.zoom).toBe(zoom + 10);
    expect(view.centre.x).toBeCloseTo(centre.x);
    view.zoomTo(100);
    const pointer = { x: 100, y: 50 };
    const under = view.toDiagram(pointer);
    view.zoomTo(40, pointer);
    expect(view.toDiagram(pointer).x).toBeCloseTo(under.x);
    expect(view.toWindow(under)).toEqual({ x: expect.closeTo(100), y: expect.closeTo(50) });
    view.zoomTo(1);
    expect(view.editor.state.zoom).toBe(10);
    view.zoomTo(1_000);
    expect(view.editor.state.zoom).toBe(300);
  });

  test("fits all of it, never larger than life", () => {
    const view = opened(400, 300);
    view.fit();
    const { seen } = view;
    for (const node of view.editor.state.document.nodes.toArray()) {
      expect(node.x).toBeGreaterThanOrEqual(seen.left);
      expect(node.y + 50).toBeLessThanOrEqual(seen.bottom);
    }
    view.size.set({ width: 90_000, height: 90_000 });
    view.fit();
    expect(view.editor.state.zoom).toBe(100);
  });

  test("reveals what is selected and moves no further than needed", () => {
    const view = opened(300, 200);
    view.zoomTo(100);
    const last = view.editor.state.document.nodes.toArray().at(-1);
    view.editor.select(selectionOf([last?.id ?? ""]));
    view.revealSelection();
    const { seen } = view;
    expect(last && last.x >= seen.left && last.x + 50 <= seen.right && last.y >= seen.top && last.y + 50 <= seen.bottom).toBe(true);
    const pan = view.pan.get();
    view.revealSelection();
    expect(view.pan.get()).toBe(pan);
  });

  test("brings what was found to the middle, at a readable size", () => {
    const view = opened(300, 200);
    view.zoomTo(10);
    const last = view.editor.state.document.nodes.toArray().at(-1);
    view.editor.select(selectionOf([last?.id ?? ""]));
    view.focusSelection();
    expect(view.editor.state.zoom).toBe(80);
    expect(view.centre).toEqual({ x: expect.closeTo((last?.x ?? 0) + 25, 0), y: expect.closeTo((last?.y ?? 0) + 25, 0) });
    view.zoomTo(120);
    view.focusSelection();
    expect(view.editor.state.zoom).toBe(120);
  });

  test("shows everything from 50 %, the name from 30 %, then a glyph, then a dot", () => {
    expect([100, 50, 49, 30, 29, 25, 24].map(distanceAt)).toEqual(["near", "near", "name", "name", "far", "far", "dot"]);
  });
});

test("a link turns within half its way, at least 40, and swings back within bounds", () => {
  expect(curve({ x: 0, y: 0 }, { x: 200, y: 100 })).toBe("M0 0C100 0 100 100 200 100");
  expect(curve({ x: 0, y: 0 }, { x: 50, y: 0 })).toBe("M0 0C40 0 10 0 50 0");
  expect(curve({ x: 0, y: 0 }, { x: -1_000, y: 0 })).toBe("M0 0C200 0 -1200 0 -1000 0");
  expect(curve({ x: 0, y: 0 }, { x: 200, y: 0 }, 0)).toBe("M0 0C0 0 200 0 200 0");
});

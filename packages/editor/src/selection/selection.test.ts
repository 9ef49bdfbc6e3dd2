import { describe, expect, test } from "vitest";
import { sampleDocument } from "../testing/sample-flow.ts";
import { selectInBox } from "./select-in-box.ts";
import { deleteQuestion, selectionTitle } from "./selection-title.ts";
import { added, everything, existing, isSameSelection, nothing, selectionOf, selectionSize, toggled, without } from "./selection.ts";

const document = sampleDocument();
const two = selectionOf(["zero", "burden"], ["l1"]);

describe("selections", () => {
  test("selecting adds, deselecting removes, toggling does either", () => {
    expect(added(two, selectionOf(["end"]))).toEqual(selectionOf(["zero", "burden", "end"], ["l1"]));
    expect(without(two, selectionOf(["zero"], ["l1"]))).toEqual(selectionOf(["burden"]));
    expect(toggled(two, selectionOf(["zero", "end"]))).toEqual(selectionOf(["burden", "end"], ["l1"]));
    expect(isSameSelection(two, selectionOf(["burden", "zero"], ["l1"]))).toBe(true);
    expect(isSameSelection(two, selectionOf(["burden", "end"], ["l1"]))).toBe(false);
  });

  test("what no longer exists is let go of", () => {
    expect(existing(two, document)).toBe(two);
    expect(existing(selectionOf(["zero", "gone"], ["gone"]), document)).toEqual(selectionOf(["zero"]));
    expect(selectionSize(everything(document))).toBe(19);
  });

  test("a box takes the nodes it touches and the links between them, drawn in any direction", () => {
    const box = selectInBox(document, { x: 1150, y: 350 }, { x: 760, y: 90 });
    expect([...box.nodes]).toEqual(["afford", "burden", "purposes"]);
    expect([...box.links].toSorted()).toEqual(["l4", "l5"]);
    expect(selectInBox(document, { x: -10, y: -10 }, { x: -5, y: -5 })).toEqual(nothing);
  });
});

describe("words", () => {
  test("of the Properties panel", () => {
    expect(selectionTitle(document, nothing)).toBe("Nothing selected");
    expect(selectionTitle(document, two)).toBe("3 items selected");
    expect(selectionTitle(document, selectionOf(["burden"]))).toBe("Range Score");
    expect(selectionTitle(document, selectionOf([], ["l1"]))).toBe("Link");
  });

  test("of the question before deleting", () => {
    expect(deleteQuestion(document, selectionOf(["burden"]))).toEqual({
      title: "Delete node?",
      text: "Are you sure you want to delete Range Score (Debt burden)?",
    });
    expect(deleteQuestion(document, selectionOf([], ["l1"])).text).toBe("Are you sure you want to delete Link (Start to Begin)?");
    expect(deleteQuestion(document, selectionOf(["start", "burden"])).title).toBe("Delete node?");
    expect(deleteQuestion(document, two)).toEqual({ title: "Delete 3 items?", text: "Are you sure you want to delete 3 items?" });
  });
});

import { emptyDefinition } from "@airlock/flow";
import { describe, expect, test } from "vitest";
import { addNode } from "../commands/add-node.ts";
import { renameNode } from "../commands/change-node.ts";
import { deleteSelection } from "../commands/delete-selection.ts";
import { moveLink } from "../commands/links.ts";
import { moveNodes, nudgeNodes } from "../commands/move-nodes.ts";
import { addRow, changeRow } from "../commands/rows.ts";
import { nothing, selectionOf } from "../selection/selection.ts";
import { sampleDefinition } from "../testing/sample-flow.ts";
import { Editor } from "./editor.ts";

const opened = (): Editor => new Editor(sampleDefinition());
const steps = (editor: Editor): readonly string[] => editor.state.history.done.map((step) => step.name);
const x = (editor: Editor, id: string): number | undefined => editor.state.document.nodes.get(id)?.x;

describe("history", () => {
  test("keeps 50 steps", () => {
    const editor = new Editor(emptyDefinition());
    for (let index = 0; index < 60; index += 1) editor.execute(addNode({ kind: "End", id: `e${index}`, x: 0, y: 0 }));
    expect(steps(editor)).toHaveLength(50);
    for (let index = 0; index < 60; index += 1) editor.undo();
    expect(editor.state.document.nodes.size).toBe(11);
  });

  test("one drag is one step, whatever path it took", () => {
    const editor = opened();
    editor.begin();
    for (const by of [30, 200, 110]) editor.update(moveNodes(["burden", "purposes"], { x: by, y: 0 }));
    expect(x(editor, "burden")).toBe(1100);
    editor.commit();
    expect(steps(editor)).toEqual(["Move 2 nodes"]);
    editor.undo();
    expect(x(editor, "burden")).toBe(1000);
    editor.redo();
    expect([x(editor, "burden"), x(editor, "purposes")]).toEqual([1100, 1100]);
  });

  test("a drag that ends where it began, or is let go of, is no step", () => {
    const editor = opened();
    editor.begin();
    editor.update(moveNodes(["burden"], { x: 100, y: 0 }));
    editor.update(moveNodes(["burden"], { x: 4, y: 4 }));
    editor.commit();
    editor.begin();
    editor.update(moveNodes(["burden"], { x: 100, y: 0 }));
    editor.cancel();
    editor.begin();
    editor.update(moveNodes(["burden"], { x: 100, y: 0 }));
    editor.undo();
    expect(steps(editor)).toEqual([]);
    expect(x(editor, "burden")).toBe(1000);
    expect(editor.state.transaction).toBeUndefined();
  });

  test("an edit in the middle of a drag finishes the drag first; update without begin is a mistake", () => {
    const editor = opened();
    editor.begin();
    editor.update(moveNodes(["burden"], { x: 100, y: 0 }));
    editor.execute(renameNode("burden", "Debts"));
    expect(steps(editor)).toEqual(["Move Debt burden", "Rename Debt burden to Debts"]);
    expect(() => editor.update(moveNodes(["burden"], { x: 1, y: 1 }))).toThrow(/update without begin/);
  });

  test("a new edit clears what could be redone", () => {
    const editor = opened();
    editor.execute(renameNode("burden", "A"));
    editor.undo();
    expect(editor.redoName).toBe("Rename Debt burden to A");
    editor.execute(renameNode("zero", "B"));
    expect(editor.redoName).toBeUndefined();
    editor.redo();
    expect(editor.state.document.nodes.get("burden")?.label).toBe("Debt burden");
  });

  test("what is refused or changes nothing is no step and keeps what could be redone", () => {
    const editor = opened();
    editor.execute(renameNode("burden", "A"));
    editor.undo();
    const { document } = editor.state;
    expect(editor.execute(deleteSelection(selectionOf(["start"])))).toMatchObject({ ok: false, refusal: { code: "START_STAYS" } });
    expect(editor.execute(renameNode("burden", "Debt burden"))).toMatchObject({ ok: true });
    expect(editor.state.document).toBe(document);
    expect(editor.redoName).toBe("Rename Debt burden to A");
  });
});

describe("typing", () => {
  const type = (editor: Editor, id: string, text: string): void => {
    for (let length = 1; length <= text.length; length += 1) editor.execute(renameNode(id, text.slice(0, length)));
  };

  test("in one property is one step", () => {
    const editor = opened();
    type(editor, "burden", "Burden of debt");
    expect(steps(editor)).toHaveLength(1);
    editor.undo();
    expect(editor.state.document.nodes.get("burden")?.label).toBe("Debt burden");
  });

  test("is another step in another property, after the field was left, after a selection, and after undo", () => {
    const editor = opened();
    editor.execute(changeRow({ node: "minimum" }, "conditionFields", 0, { rightHandFieldname: "2" }));
    editor.execute(changeRow({ node: "minimum" }, "conditionFields", 0, { rightHandFieldname: "21" }));
    expect(steps(editor)).toEqual(["Change condition 1 of Minimum age"]);
    type(editor, "burden", "AB");
    editor.settle();
    type(editor, "burden", "CD");
    editor.select(selectionOf(["burden"]));
    type(editor, "burden", "EF");
    expect(steps(editor)).toHaveLength(4);
    editor.undo();
    type(editor, "burden", "GH");
    expect(steps(editor)).toHaveLength(4);
    expect(editor.undoName).toBe("Rename CD to GH");
  });

  test("that is taken back letter by letter leaves no step and nothing to save", () => {
    const editor = opened();
    type(editor, "burden", "Debt burden!");
    editor.execute(renameNode("burden", "Debt burden"));
    expect(steps(editor)).toEqual([]);
    expect(editor.isDirty).toBe(false);
  });

  test("presses of an arrow in a row are one step", () => {
    const editor = opened();
    for (let press = 0; press < 3; press += 1) editor.execute(nudgeNodes(["burden"], "right"));
    expect([steps(editor), x(editor, "burden")]).toEqual([["Move Debt burden"], 1075]);
  });
});

describe("what is not in the history", () => {
  test("zoom is no step, survives undo, is saved and does not make the solution unsaved", () => {
    const editor = opened();
    editor.execute(renameNode("burden", "A"));
    editor.zoomTo(80);
    editor.undo();
    expect(editor.state.zoom).toBe(80);
    expect(editor.definition.solutionDefinition.zoom).toBe(80);
    expect(editor.isDirty).toBe(false);
    editor.zoomTo(-5);
    expect(editor.state.zoom).toBe(1);
  });

  test("a selection is no step, and undo selects what was selected then", () => {
    const editor = opened();
    editor.select(selectionOf(["burden"]));
    editor.execute(deleteSelection(editor.state.selection));
    expect(editor.state.selection.nodes.size).toBe(0);
    editor.undo();
    expect([...editor.state.selection.nodes]).toEqual(["burden"]);
    editor.redo();
    expect([...editor.state.selection.nodes]).toEqual([]);
    editor.select(selectionOf(["nobody", "zero"]));
    expect([...editor.state.selection.nodes]).toEqual(["zero"]);
  });
});

describe("saving", () => {
  test("dirty is what differs from what was saved, by content", () => {
    const editor = opened();
    expect(editor.isDirty).toBe(false);
    editor.execute(renameNode("burden", "A"));
    const sent = editor.definition;
    expect(editor.isDirty).toBe(true);
    editor.execute(addRow({ node: "zero" }, "setFields", ""));
    editor.markSaved(sent);
    expect(editor.isDirty).toBe(true);
    editor.undo();
    expect(editor.isDirty).toBe(false);
    editor.undo();
    expect(editor.isDirty).toBe(true);
    editor.markSaved(JSON.parse(JSON.stringify(editor.definition)));
    expect(editor.isDirty).toBe(false);
  });

  test("the definition is made once for a document", () => {
    const editor = opened();
    expect(editor.definition).toBe(editor.definition);
    editor.execute(renameNode("burden", "A"));
    editor.markSaved(editor.definition);
    expect(editor.state.saved).toBe(editor.state.document);
  });
});

describe("watching", () => {
  test("those who watch a part hear of that part, and no longer once they stop", () => {
    const editor = opened();
    const notified: string[] = [];
    const stops = (["node burden", "node zero", "link l1", "fields", "selection", "zoom", "history"] as const).map((part) =>
      editor.watchPart(part, () => notified.push(part)),
    );
    editor.execute(renameNode("burden", "A"));
    expect(notified).toEqual(["node burden", "history"]);
    editor.select(selectionOf(["zero"]));
    editor.zoomTo(50);
    editor.select(nothing);
    expect(notified.slice(2)).toEqual(["node zero", "selection", "history", "zoom", "node zero", "selection"]);
    for (const stop of stops) stop();
    editor.undo();
    expect(notified).toHaveLength(8);
  });

  test("those who watch the links also hear of another order", () => {
    const editor = opened();
    let count = 0;
    editor.watchPart("links", () => {
      count += 1;
    });
    editor.execute(renameNode("burden", "A"));
    expect(count).toBe(0);
    editor.execute(moveLink("l5", 0));
    expect(count).toBe(1);
  });

  test("one listener on two parts is ended on one alone", () => {
    const editor = opened();
    let count = 0;
    const listener = (): void => {
      count += 1;
    };
    const stop = editor.watch(listener);
    editor.watch(listener);
    stop();
    stop();
    editor.zoomTo(50);
    expect(count).toBe(1);
  });
});

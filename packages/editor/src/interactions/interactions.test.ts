import type { NodeKind } from "@airlock/flow";
import { describe, expect, test } from "vitest";
import { actionsFor } from "../actions/actions.ts";
import { placeNodes } from "../commands/move-nodes.ts";
import { formatKeys } from "../keys/key-map.ts";
import { selectionOf } from "../selection/selection.ts";
import { Editor } from "../session/editor.ts";
import { counter, sampleDefinition } from "../testing/sample-flow.ts";
import * as interactions from "./index.ts";

const opened = (): Editor => new Editor(sampleDefinition());

describe("moving", () => {
  test("takes what is selected, or the node alone; one step; Escape puts it back", () => {
    const editor = opened();
    editor.select(selectionOf(["burden", "purposes"]));
    const moving = interactions.startMoving(editor, "purposes");
    interactions.moveBy(editor, moving, { x: 60, y: 0 });
    interactions.endMoving(editor);
    expect(editor.undoName).toBe("Move 2 nodes");
    const other = interactions.startMoving(editor, "zero");
    expect([...editor.state.selection.nodes]).toEqual(["zero"]);
    interactions.moveBy(editor, other, { x: 500, y: 0 });
    expect(interactions.release(editor, other)).toEqual({ kind: "idle" });
    expect(editor.state.document.nodes.get("zero")?.x).toBe(250);
    expect(editor.state.history.done).toHaveLength(1);
  });
});

test("of nodes that move together, the one under the pointer keeps to the grid", () => {
  const editor = opened();
  editor.execute(placeNodes("Place", new Map([["burden", { x: 1010, y: 100 }]])));
  editor.select(selectionOf(["burden", "purposes"]));
  interactions.moveBy(editor, interactions.startMoving(editor, "purposes"), { x: 30, y: 0 });
  expect([editor.state.document.nodes.get("purposes")?.x, editor.state.document.nodes.get("burden")?.x]).toEqual([1025, 1035]);
});

describe("linking", () => {
  test("by keys goes through the nodes that it may lead to, and draws the link", () => {
    const editor = opened();
    let linking = interactions.startLinking(editor, "minimum");
    expect(linking.targets).toEqual(["burden", "purposes", "verdict", "decline", "end"]);
    linking = interactions.chooseTarget(interactions.chooseTarget(linking, 1), 1);
    expect(linking.targetId).toBe("purposes");
    expect(interactions.chooseTarget(interactions.chooseTarget(linking, -1), -1).targetId).toBe("end");
    expect(interactions.endLinking(editor, linking, counter("x"))).toMatchObject({ ok: true, name: "Link Minimum age to Loan purpose" });
    expect(interactions.endLinking(editor, interactions.startLinking(editor, "minimum"), counter())).toBeUndefined();
    expect(interactions.startLinking(editor, "end").targets).toEqual([]);
  });

  test("by mouse says over a node why not", () => {
    const editor = opened();
    const linking = interactions.startLinking(editor, "verdict");
    expect(interactions.hoverTarget(editor, linking, "zero").why?.code).toBe("LINK_LOOP");
    expect(interactions.hoverTarget(editor, linking, "end").why?.code).toBe("LINK_TWICE");
    expect(interactions.hoverTarget(editor, interactions.startLinking(editor, "start"), "end").linking.targetId).toBe("end");
  });

  test("an existing link may lead elsewhere, also to where it leads", () => {
    const editor = opened();
    const linking = interactions.startLinking(editor, "verdict", "l9");
    expect(linking.targets).toEqual(["end"]);
    expect(interactions.endLinking(editor, { ...linking, targetId: "end" }, counter())).toMatchObject({ ok: true });
    expect(editor.undoName).toBeUndefined();
  });

  test("dropped on an empty spot it offers to add a node there", () => {
    const editor = opened();
    const adding = interactions.dropLink(interactions.startLinking(editor, "minimum"), { x: 700, y: 500 });
    expect(interactions.endAdding(editor, adding, "SetState", counter("x"))).toMatchObject({
      ok: true,
      name: "Add Set State after Minimum age",
    });
    expect(editor.state.document.nodes.get("x1")).toMatchObject({ x: 650, y: 450 });
    expect(editor.state.document.links.get("x2")).toMatchObject({ source: "minimum", target: "x1" });
  });
});

describe("adding", () => {
  test("after the selected node, into the selected link, or at a place", () => {
    const editor = opened();
    editor.select(selectionOf(["verdict"]));
    interactions.endAdding(editor, interactions.startAdding(editor), "EasyRule", counter("a"));
    expect(editor.undoName).toBe("Add Easy Rule after Verdict");
    editor.select(selectionOf([], ["l1"]));
    interactions.endAdding(editor, interactions.startAdding(editor), "SetState", counter("b"));
    expect(editor.undoName).toBe("Add Set State into Start to Begin");
    editor.select(selectionOf([]));
    interactions.endAdding(editor, { ...interactions.startAdding(editor), at: { x: 100, y: 100 } }, "End", counter("c"));
    expect(editor.state.document.nodes.get("c1")).toMatchObject({ x: 50, y: 50 });
  });

  test("after a node with one plain link, into that link; beside it on request, and where nothing can follow", () => {
    const editor = opened();
    const added = (kind: NodeKind, isBeside = false) => {
      editor.select(selectionOf(["decline"]));
      interactions.endAdding(editor, interactions.startAdding(editor, isBeside), kind, counter(`${kind} `));
      const name = editor.undoName;
      editor.undo();
      return name;
    };
    expect(added("EasyRule")).toBe("Add Easy Rule into Decline to End");
    expect(added("EasyRule", true)).toBe("Add Easy Rule after Decline");
    expect(added("End")).toBe("Add End after Decline");
  });

  test("the palette says what cannot be added here, and is searched", () => {
    const editor = opened();
    const why = (adding?: interactions.Adding) =>
      interactions.paletteItems(editor, adding).flatMap((item) => (item.why === undefined ? [] : `${item.label}: ${item.why.code}`));
    expect(why()).toEqual(["Start: START_TWICE"]);
    editor.select(selectionOf([], ["l1"]));
    expect(why(interactions.startAdding(editor))).toEqual(["Start: START_TWICE", "End: LINK_OUT_OF_END"]);
    expect(interactions.paletteItems(editor, undefined, "score").map((item) => item.label)).toEqual([
      "Range Score",
      "List Score",
      "Prediction",
    ]);
    expect(interactions.paletteItems(editor, undefined, "service").map((item) => item.label)).toEqual(["Web call"]);
  });
});

describe("drawing a box", () => {
  test("selects while it is drawn, adds with Shift, and Escape restores the selection", () => {
    const editor = opened();
    editor.select(selectionOf(["end"]));
    let box = interactions.startBox(editor, { x: 0, y: 0 }, true);
    box = interactions.drawBox(editor, box, { x: 400, y: 400 });
    expect([...editor.state.selection.nodes]).toEqual(["end", "start", "zero"]);
    interactions.release(editor, box);
    expect([...editor.state.selection.nodes]).toEqual(["end"]);
    interactions.drawBox(editor, interactions.startBox(editor, { x: 0, y: 0 }, false), { x: 400, y: 400 });
    expect([...editor.state.selection.nodes]).toEqual(["start", "zero"]);
    interactions.release(editor, interactions.idle);
    expect(editor.state.selection.nodes.size).toBe(0);
  });
});

test("a node that a link is dropped for is level with its source, if it is dropped about there", () => {
  const dropped = (y: number) => {
    const editor = opened();
    const burden = editor.state.document.nodes.get("burden");
    const adding = { kind: "adding", at: { x: 3_000, y: (burden?.y ?? 0) + y }, after: "burden", into: undefined } as const;
    interactions.endAdding(editor, adding, "End", counter("new"));
    const [id] = editor.state.selection.nodes;
    return (editor.state.document.nodes.get(id ?? "")?.y ?? 0) - (burden?.y ?? 0);
  };
  // The pointer at the height of the port: 25 px under the upper edge.
  expect(dropped(25)).toBe(0);
  expect(dropped(75)).toBe(0);
  expect(dropped(150)).toBe(100);
});

describe("actions", () => {
  const find = (editor: Editor, intent: string, mayEdit = true) =>
    actionsFor(editor.state, { mayEdit })
      .flat()
      .find((action) => action.intent === intent);

  test("say what they do, by which keys, and why not", () => {
    const editor = opened();
    editor.select(selectionOf(["burden"]));
    const { keys, ...action } = find(editor, "delete") ?? {};
    expect({ ...action, keys: formatKeys(keys ?? "", false) }).toEqual({ intent: "delete", label: "Delete", keys: "Del", why: undefined });
    editor.select(selectionOf(["start"]));
    expect(find(editor, "delete")?.why).toMatch(/^Start cannot be deleted/);
    expect(find(editor, "copy")?.why).toMatch(/^Start cannot be copied/);
    expect(find(editor, "addNext")?.why).toBeUndefined();
    editor.select(selectionOf(["start", "end"]));
    expect(find(editor, "delete")?.why).toBeUndefined();
    editor.select(selectionOf(["end"]));
    expect(find(editor, "startLink")?.why).toMatch(/^No link can leave End/);
    expect(find(editor, "undo")).toMatchObject({ label: "Undo", why: "Nothing to undo." });
    interactions.moveBy(editor, interactions.startMoving(editor, "burden"), { x: 100, y: 0 });
    interactions.endMoving(editor);
    expect(find(editor, "undo")).toMatchObject({ label: "Undo move Debt burden", why: undefined });
  });

  test("without the permission to change, only looking is left", () => {
    const editor = opened();
    editor.select(selectionOf(["burden"]));
    const possible = actionsFor(editor.state, { mayEdit: false })
      .flat()
      .filter((action) => action.why === undefined)
      .map((action) => action.intent);
    expect(possible).toEqual(["copy"]);
  });

  test("fit what is selected: the diagram, a link, one node or several", () => {
    const editor = opened();
    const intents = () => actionsFor(editor.state, { mayEdit: true }).flatMap((group) => group.map((action) => action.intent));
    expect(intents()).toEqual(["addNext", "paste", "selectAll", "undo", "redo", "tidy"]);
    editor.select(selectionOf([], ["l4"]));
    expect(intents()).toEqual(["addNext", "startLink", "undo", "redo", "delete", "deleteNow"]);
    editor.select(selectionOf(["burden"]));
    expect(intents()).not.toContain("tidy");
    editor.select(selectionOf(["burden", "purposes"]));
    expect(intents()).toContain("tidy");
  });
});

import { describe, expect, test } from "vitest";
import { moveNodes } from "../commands/move-nodes.ts";
import { renameNode } from "../commands/change-node.ts";
import { addRow, changeRow } from "../commands/rows.ts";
import { Editor } from "../session/editor.ts";
import { largeDocument, run } from "../testing/sample-flow.ts";
import { definitionOf } from "./flow-document.ts";
import { changesBetween } from "./document-changes.ts";

describe("2,000 nodes", () => {
  const document = largeDocument(2_000);

  test.each([
    ["moving", moveNodes(["n1000"], { x: 50, y: 0 })],
    ["renaming", renameNode("n1000", "Another")],
    ["adding a row to", addRow({ node: "n1000" }, "setFields", "")],
  ])("%s one of them leaves the other 1,999, all links and all fields the very same", (_, command) => {
    const after = run(document, command);
    expect(after.nodes.toArray().filter((node) => document.nodes.get(node.id) === node)).toHaveLength(1_999);
    expect(after.links).toBe(document.links);
    expect(after.applicationFields).toBe(document.applicationFields);
    expect(changesBetween(document, after).nodes).toEqual({ added: [], removed: [], changed: ["n1000"] });
  });

  test("dragging one node notifies only its watchers", () => {
    const editor = new Editor(definitionOf(document));
    const woken = new Map<string, number>();
    for (const { id } of document.nodes.toArray()) editor.watchPart(`node ${id}`, () => woken.set(id, (woken.get(id) ?? 0) + 1));
    for (const { id } of document.links.toArray()) editor.watchPart(`link ${id}`, () => woken.set(id, (woken.get(id) ?? 0) + 1));
    editor.begin();
    for (let step = 1; step <= 60; step += 1) editor.update(moveNodes(["n1000"], { x: step * 25, y: 0 }));
    editor.commit();
    expect([...woken]).toEqual([["n1000", 60]]);
    expect(editor.state.history.done.map((step) => step.name)).toEqual(["Move Set State"]);
  });

  test("a drag move costs about the same as among 100: it looks at what it moves", () => {
    const draggingAmong = (size: number): (() => number) => {
      const editor = new Editor(definitionOf(largeDocument(size)));
      for (const { id } of editor.state.document.nodes.toArray()) editor.watchPart(`node ${id}`, () => undefined);
      const moves = (count: number): number => {
        const started = performance.now();
        editor.begin();
        for (let step = 1; step <= count; step += 1) editor.update(moveNodes(["n50"], { x: (step % 9) * 25, y: 0 }));
        editor.commit();
        return performance.now() - started;
      };
      moves(2_000);
      return () => moves(200);
    };
    const [among2000, among100] = [draggingAmong(2_000), draggingAmong(100)];
    // Alternating short runs, and the best of each: other load on the machine affects both, and not every run.
    const rounds = Array.from({ length: 40 }, () => [among2000(), among100()] as const);
    const ratio = Math.min(...rounds.map(([large]) => large)) / Math.min(...rounds.map(([, small]) => small));
    // Copying all nodes on each move would make this 20; the remaining factor is the length of the lists of chunks, 63 to 4.
    expect(ratio).toBeLessThan(4);
  });

  test("typing in one row keeps the index of links and everything else", () => {
    const begun = run(document, addRow({ node: "n1000" }, "setFields", ""));
    const after = run(begun, changeRow({ node: "n1000" }, "setFields", 0, { rightHandFieldname: "a" }));
    expect(changesBetween(begun, after).nodes.changed).toEqual(["n1000"]);
  });
});

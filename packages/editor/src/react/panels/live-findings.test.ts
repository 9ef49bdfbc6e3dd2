import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { changeRow } from "../../commands/rows.ts";
import { moveNodes } from "../../commands/move-nodes.ts";
import { Editor } from "../../session/editor.ts";
import { sampleDefinition } from "../../testing/sample-flow.ts";
import { LiveFindings, restMillis } from "./live-findings.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const emptied = changeRow({ node: "minimum" }, "conditionFields", 0, { rightHandFieldname: "" });
const filled = changeRow({ node: "minimum" }, "conditionFields", 0, { rightHandFieldname: "18" });

function watched(): { readonly editor: Editor; readonly live: LiveFindings; readonly codes: () => readonly string[]; calls: number } {
  const editor = new Editor(sampleDefinition());
  const live = new LiveFindings(editor);
  const result = { editor, live, calls: 0, codes: () => live.findings.map(({ code }) => code) };
  live.watch(() => {
    result.calls += 1;
  });
  vi.advanceTimersByTime(0);
  result.calls = 0;
  return result;
}

test("are looked for when the hands rest, not at every letter", () => {
  const result = watched();
  result.editor.execute(emptied);
  vi.advanceTimersByTime(restMillis - 1);
  result.editor.execute(changeRow({ node: "minimum" }, "conditionFields", 0, { operator: "<=" }));
  vi.advanceTimersByTime(restMillis - 1);
  expect([result.codes(), result.calls]).toEqual([[], 0]);
  vi.advanceTimersByTime(1);
  expect([result.codes(), result.calls]).toEqual([["LITERAL_MISSING"], 1]);
});

test("that did not change are not reported again, and the list stays the same object", () => {
  const result = watched();
  result.editor.execute(emptied);
  vi.advanceTimersByTime(restMillis);
  const { findings } = result.live;
  result.editor.execute(moveNodes(["minimum"], { x: 25, y: 0 }));
  vi.advanceTimersByTime(restMillis);
  expect([result.live.findings === findings, result.calls]).toEqual([true, 1]);
  result.editor.execute(filled);
  vi.advanceTimersByTime(restMillis);
  expect([result.codes(), result.calls]).toEqual([[], 2]);
});

test("wait for the end of a drag", () => {
  const result = watched();
  result.editor.begin();
  result.editor.update(emptied);
  vi.advanceTimersByTime(restMillis * 10);
  expect(result.calls).toBe(0);
  result.editor.commit();
  vi.advanceTimersByTime(restMillis * 2);
  expect(result.codes()).toEqual(["LITERAL_MISSING"]);
});

test("are computed only while there are watchers", () => {
  const editor = new Editor(sampleDefinition());
  const live = new LiveFindings(editor);
  const stop = live.watch(() => {});
  vi.advanceTimersByTime(0);
  stop();
  editor.execute(emptied);
  vi.advanceTimersByTime(restMillis * 10);
  expect(live.findings).toEqual([]);
  live.watch(() => {});
  vi.advanceTimersByTime(0);
  expect(live.findings.map(({ code }) => code)).toEqual(["LITERAL_MISSING"]);
});

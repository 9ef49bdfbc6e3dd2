import { limits } from "@airlock/flow";
import { describe, expect, test } from "vitest";
import { documentOf } from "../document/flow-document.ts";
import { selectionOf } from "../selection/selection.ts";
import { Editor } from "../session/editor.ts";
import { sampleDefinition } from "../testing/sample-flow.ts";
import { workbench } from "../testing/workbench.ts";
import { addComment, deleteComment, moveComment, writeComment } from "./comments.ts";
import { deleteSelection } from "./delete-selection.ts";
import { renameField } from "./fields.ts";
import { setMockResponse, setMockScore } from "./mocks.ts";
import { changeTestCase, replaceTestCases } from "./test-cases.ts";

const note = { id: "c1", x: 100, y: 50, text: "Ask risk", author: "Ann", createdDate: "2026-11-15T06:00:00Z" };
const one = { id: "t1", name: "Young", input: { age: 17 }, expect: { runtimeData: { result: "Decline" } } };

describe("comments", () => {
  test("are added, written, moved and deleted; each is undone, and each is to be saved", () => {
    const editor = new Editor(sampleDefinition());
    const notified: string[] = [];
    editor.watchPart("comments", () => notified.push("comments"));
    editor.execute(addComment(note));
    editor.execute(writeComment("c1", "Ask"));
    editor.execute(writeComment("c1", "Ask Bo"));
    editor.execute(moveComment("c1", { x: 0, y: 0 }));
    expect(editor.definition.solutionDefinition.comments).toEqual([{ ...note, text: "Ask Bo", x: 0, y: 0 }]);
    expect(editor.state.history.done.map(({ name }) => name)).toEqual(["Add comment", "Change comment", "Move comment"]);
    expect(notified).toHaveLength(4);
    editor.execute(deleteComment("c1"));
    expect(editor.definition).toEqual(sampleDefinition());
    editor.undo();
    editor.undo();
    editor.undo();
    expect(editor.definition.solutionDefinition.comments).toEqual([note]);
    expect(editor.isDirty).toBe(true);
    expect(editor.execute(deleteComment("nobody"))).toMatchObject({ ok: false, refusal: { code: "COMMENT_GONE" } });
  });
});

describe("test cases", () => {
  test("are kept with the definition and follow a renamed field", () => {
    const editor = new Editor(sampleDefinition());
    editor.execute(replaceTestCases([one], "Save test case"));
    editor.execute(changeTestCase({ ...one, input: { age: 1 } }, "age"));
    editor.execute(changeTestCase({ ...one, input: { age: 16 } }, "age"));
    expect(editor.state.history.done).toHaveLength(2);
    const key = editor.state.document.applicationFields.find(({ name }) => name === "age")?.key ?? "";
    editor.execute(renameField("Application", key, "years"));
    expect(editor.definition.testCases).toEqual([{ ...one, input: { years: 16 } }]);
    expect(editor.execute(changeTestCase({ ...one, id: "nobody" }))).toMatchObject({ ok: false, refusal: { code: "TEST_CASE_GONE" } });
  });
});

test("cases that could not be saved are refused, where they are added and where they are changed", () => {
  const editor = new Editor(sampleDefinition());
  const long = { ...one, input: { purpose: "x".repeat(limits.textLength + 1) } };
  const reason = "input.purpose: This text has 10001 characters; at most 10000 are allowed.";
  expect(editor.execute(replaceTestCases([one, long], "Import"))).toMatchObject({ ok: false, refusal: { reason } });
  editor.execute(replaceTestCases([one], "Save test case"));
  expect(editor.execute(changeTestCase(long))).toMatchObject({ ok: false, refusal: { reason } });
  const halved = { ...one, expect: { runtimeData: { result: "\ud800" } } };
  expect(editor.execute(changeTestCase(halved))).toMatchObject({ ok: false, refusal: { code: "TEST_CASE_UNSTORABLE" } });
  expect(editor.definition.testCases).toEqual([one]);
});

describe("mock responses", () => {
  const node = "call";
  const opened = () => new Editor(workbench());

  test("are saved with the definition, one step for what is typed, and are removed with their node", () => {
    const editor = opened();
    editor.execute(setMockResponse(node, { status: 200, body: "{" }));
    editor.execute(setMockResponse(node, { status: 200, body: "{}" }));
    editor.execute(setMockScore("prediction", 0.5));
    expect(editor.state.history.done).toHaveLength(2);
    const mocks = { webCalls: { call: { status: 200, body: "{}" } }, predictions: { prediction: { score: 0.5, reasonCodes: [] } } };
    expect(editor.definition.mocks).toEqual(mocks);
    expect(documentOf(editor.definition).mocks).toEqual(mocks);
    expect(editor.isDirty).toBe(true);
    editor.execute(deleteSelection(selectionOf([node])));
    expect(editor.definition.mocks).toEqual({ predictions: mocks.predictions });
    editor.undo();
    expect(editor.definition.mocks).toEqual(mocks);
  });

  test("that the parser would refuse are refused, and none is no part of the definition", () => {
    const editor = opened();
    expect(editor.execute(setMockResponse(node, { status: 20, body: "" }))).toMatchObject({ ok: false, refusal: { code: "NUMBER_RANGE" } });
    expect(editor.execute(setMockResponse("gone", undefined))).toMatchObject({ ok: false, refusal: { code: "NODE_GONE" } });
    editor.execute(setMockResponse(node, { status: 200, body: "1", live: true }));
    editor.execute(setMockResponse(node, undefined));
    expect(editor.definition).toEqual(workbench());
    expect(editor.isDirty).toBe(false);
  });
});

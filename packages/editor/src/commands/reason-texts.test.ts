import { limits } from "@airlock/flow";
import { expect, test } from "vitest";
import { Editor } from "../session/editor.ts";
import { workbench } from "../testing/workbench.ts";
import { setReasonText } from "./reason-texts.ts";

test("a text of a reason code is saved with the definition, is one step while it is typed, and is removed when empty", () => {
  const editor = new Editor(workbench());
  let calls = 0;
  editor.watchPart("reasonTexts", () => (calls += 1));
  editor.execute(setReasonText("R01", "Low"));
  editor.execute(setReasonText("R01", "Low income"));
  expect(editor.definition.reasonTexts).toEqual({ R01: "Low income" });
  expect([editor.state.history.done.length, calls, editor.isDirty]).toEqual([1, 2, true]);
  editor.execute(setReasonText("R01", ""));
  expect(editor.definition).toEqual(workbench());
  expect(editor.isDirty).toBe(false);
});

test("a text that the parser would refuse is refused", () => {
  const editor = new Editor(workbench());
  const long = setReasonText("R01", "x".repeat(limits.reasonTextLength + 1));
  expect(editor.execute(long)).toMatchObject({ ok: false, refusal: { code: "TEXT_TOO_LONG" } });
  const texts = Object.fromEntries(Array.from({ length: limits.reasonTexts }, (_, at) => [`R${at}`, "x"]));
  const full = new Editor({ ...workbench(), reasonTexts: texts });
  expect(full.execute(setReasonText("new", "x"))).toMatchObject({ ok: false, refusal: { code: "REASON_TEXTS_FULL" } });
  expect(full.execute(setReasonText("R1", "y"))).toMatchObject({ ok: true });
});

import { expect, it } from "vitest";
import { hintText } from "./account-hint.ts";

const form = {
  values: { useAirlock: false, file: undefined },
  changed: { storage: true, ids: false },
  idsFault: undefined,
  complete: false,
};

it("says what the buttons wait for, and a change only after there is one", () => {
  expect(hintText(form)).toBe("Choose a key file first");
  expect(hintText({ ...form, idsFault: "wrong" })).toBe("Correct the project ID first");
  expect(hintText({ ...form, complete: true, values: { useAirlock: false, file: {} } })).toBe("Key file changed");
  expect(hintText({ ...form, complete: true, values: { useAirlock: true, file: undefined } })).toBe("Service account changed");
  expect(hintText({ ...form, complete: true, changed: { storage: false, ids: true } })).toBe("Project ID changed");
  expect(hintText({ ...form, complete: true, changed: { storage: false, ids: false } })).toBe("");
});

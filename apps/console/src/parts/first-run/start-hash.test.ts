import { expect, it } from "vitest";
import { addHash, ownFile, scorecardTemplate, startIn } from "./start-hash.ts";

it("a hash opens the dialog, with a choice or without", () => {
  for (const start of ["", scorecardTemplate, ownFile]) expect(startIn(addHash(start))).toBe(start);
  expect(addHash()).toBe("add");
  expect(startIn("")).toBeUndefined();
  expect(startIn("address")).toBeUndefined();
});

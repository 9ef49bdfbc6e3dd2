import { expect, it } from "vitest";
import { whyNotNote } from "./invitation-note.ts";

it("a note is a few words without links", () => {
  expect(["", "Welcome, you draw the loan checks. Ask Mara.", "a".repeat(500)].map(whyNotNote)).toEqual(Array.from({ length: 3 }));
  expect(["See https://a.test", "Write to mara@bank.test", "Go to evil.com"].map(whyNotNote)).toEqual(
    Array.from({ length: 3 }, () => "Links and addresses are not allowed in a note"),
  );
  expect(whyNotNote("a".repeat(501))).toBe("At most 500 characters");
});

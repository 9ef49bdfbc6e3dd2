import { expect, test } from "vitest";
import type { Solution } from "../parts/versions/resources.ts";
import { canUndo } from "./delete-solutions.tsx";

function solution(webSafeString: string): Solution {
  const links = { self: { href: `/solutions/${webSafeString}`, allow: ["GET", "DELETE"] } };
  // Only what the function reads.
  return { _embedded: { webSafeString, name: webSafeString, revision: 1 }, _links: links } as unknown as Solution;
}

test("a solution is deleted with undo only if it is known never to have been deployed", () => {
  const solutions = [solution("a"), solution("b")];
  const none = new Map();
  expect(canUndo(solutions, { bySolution: none, isComplete: true })).toBe(true);
  expect(canUndo(solutions, { bySolution: none, isComplete: false })).toBe(false);
  expect(canUndo(solutions, { bySolution: new Map([["b", []]]), isComplete: true })).toBe(false);
  expect(canUndo(solutions, undefined)).toBe(false);
});

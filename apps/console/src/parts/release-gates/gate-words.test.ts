import { expect, test } from "vitest";
import { blockedText, gatesText } from "./gate-words.ts";

const of = (...statuses: readonly ("passed" | "failed" | "notEvaluated" | "notApplicable")[]) => statuses.map((status) => ({ status }));

test("a gate that was not evaluated blocks as a failed one does", () => {
  expect(gatesText(of("passed", "failed", "notEvaluated"))).toBe("2 of 3 block");
  expect(blockedText(of("passed", "failed", "notEvaluated"))).toBe("Blocked by 2 gates");
  expect(gatesText(of("passed", "failed"))).toBe("1 of 2 blocks");
});

test("a gate that does not apply neither passes nor blocks", () => {
  expect(gatesText(of("passed", "passed", "notApplicable"))).toBe("2 of 2 pass");
  expect(gatesText(of("notApplicable"))).toBe("None applies");
  expect(blockedText(of("passed", "notApplicable"))).toBeUndefined();
});

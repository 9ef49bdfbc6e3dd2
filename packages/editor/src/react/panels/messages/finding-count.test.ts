import { limits, type Finding } from "@airlock/flow";
import { expect, test } from "vitest";
import { findingCount, summaryText } from "./finding-count.ts";

const some = (count: number, level: Finding["level"]): readonly Finding[] =>
  Array.from({ length: count }, () => ({ code: "LOOP", level, message: "A loop." }));

test("findings are counted by level", () => {
  expect(summaryText([...some(1, "error"), ...some(2, "warning")])).toBe("1 error, 2 warnings");
  expect(summaryText(some(2, "error"))).toBe("2 errors");
  expect(summaryText([...some(1, "warning"), ...some(3, "info")])).toBe("1 warning, 3 suggestions");
  expect(findingCount(some(12, "warning"))).toBe("12");
});

test("the limit of the validator is not shown as a count", () => {
  expect(summaryText(some(limits.findings, "error"))).toBe("First 1,000 messages");
  expect(findingCount(some(limits.findings, "error"))).toBe("1,000+");
  expect(findingCount(some(limits.findings - 1, "error"))).toBe("999");
});

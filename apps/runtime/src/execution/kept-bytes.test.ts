import { expect, test } from "vitest";
import { KeptBytes } from "./kept-bytes.ts";

const hour = 3_600_000;

test("the stored bytes of one organisation are limited independently of others, and expire after a day", () => {
  const kept = new KeptBytes(10_000);
  kept.addAnswer("one", "x".repeat(5_000), 0);
  expect(kept.wait("one", 0)).toBe(0);
  kept.addAnswer("one", "x".repeat(5_000), 2 * hour);
  expect(kept.wait("one", 2 * hour)).toBe(23 * 3_600);
  expect(kept.wait("other", 2 * hour)).toBe(0);
  expect(kept.wait("one", 25 * hour - 1)).toBe(1);
  expect(kept.wait("one", 25 * hour)).toBe(0);
});

import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { findSleeps } from "./find-sleeps.ts";

function sleepsIn(file: string, ...lines: readonly string[]): readonly number[] {
  const root = mkdtempSync(join(tmpdir(), "sleeps-"));
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), lines.join("\n"));
  return findSleeps(root).map(({ line }) => line);
}
const inTest = (...lines: readonly string[]) => sleepsIn("apps/api/src/a.test.ts", ...lines);

describe("fixed sleeps in tests", () => {
  it("are found by name and as a promise around a timer, also over two lines", () => {
    expect(inTest("const x = 1;", "await sleep(2);")).toEqual([2]);
    expect(inTest("await new Promise((resolve) => setTimeout(resolve, 300));")).toEqual([1]);
    expect(inTest("await new Promise<void>((resolve) => {", "  setTimeout(() => resolve(), 300);", "});")).toEqual([1]);
    expect(inTest("await page.waitForTimeout(50);")).toEqual([1]);
  });
  it("are found under the imported name of the timer", () => {
    expect(inTest(`import { setTimeout as rest } from "node:timers/promises";`, "await rest(10);")).toEqual([2]);
    expect(inTest(`import { setTimeout } from "node:timers/promises";`, "await setTimeout(10);")).toEqual([2]);
    expect(inTest(`import { rest } from "./processes.ts";`, `await rest("api");`)).toEqual([]);
  });
  it("are found in tests, journeys, benchmarks, the demo and their helpers only", () => {
    const found = (file: string) => sleepsIn(file, "await sleep(1);").length;
    expect(["apps/api/src/testing/a.ts", "tests/journeys/a.journey.ts", "tests/faults/a.ts", "services/a.test.ts"].map(found)).toEqual([
      1, 1, 1, 1,
    ]);
    expect(["demo/days.ts", "bench/scale/a.ts"].map(found)).toEqual([1, 1]);
    expect(["apps/api/src/a.ts", "services/until.ts"].map(found)).toEqual([0, 0]);
  });
  it("are allowed with a reason, on the same line or the line above", () => {
    expect(inTest("await sleep(2); // Fixed wait: nothing may arrive for a while.")).toEqual([]);
    expect(inTest("// Fixed wait: the outage lasts this long.", "await sleep(2);", "await sleep(3);")).toEqual([3]);
    expect(inTest("// Fixed wait:", "await sleep(2);")).toEqual([2]);
  });
  it("are not timers that something else ends, nor timers without a promise", () => {
    expect(inTest("setTimeout(() => response.end(), 100);")).toEqual([]);
    expect(inTest("const timer = setInterval(renew, 100);")).toEqual([]);
  });
});

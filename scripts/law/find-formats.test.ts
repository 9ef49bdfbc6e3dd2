import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { findFormats } from "./find-formats.ts";

function formatsIn(file: string, ...lines: readonly string[]): readonly number[] {
  const root = mkdtempSync(join(tmpdir(), "formats-"));
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), lines.join("\n"));
  return findFormats(root).map(({ line }) => line);
}

it("finds formats with a fixed locale in the console, the editor and flow", () => {
  const lines = ["const a = 1;", `count.toLocaleString("en-GB")`, `date.toLocaleTimeString()`, `new Intl.NumberFormat("de")`];
  const files = ["apps/console/src/a.tsx", "packages/editor/src/a.ts", "packages/flow/src/a/b.ts"];
  expect(files.map((file) => formatsIn(file, ...lines))).toEqual([
    [2, 3, 4],
    [2, 3, 4],
    [2, 3, 4],
  ]);
});

it("allows them in tests, in the module of the locale and on servers, and reading the time zone", () => {
  const line = `count.toLocaleString("en-GB")`;
  const files = ["apps/console/src/a.test.ts", "packages/flow/src/locale.ts", "apps/worker/src/a.ts"];
  expect(files.flatMap((file) => formatsIn(file, line))).toEqual([]);
  expect(formatsIn("apps/console/src/a.ts", "Intl.DateTimeFormat().resolvedOptions().timeZone")).toEqual([]);
});

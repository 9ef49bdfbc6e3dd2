import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { findCycles } from "./find-cycles.ts";

function cyclesIn(files: Readonly<Record<string, string>>): readonly (readonly string[])[] {
  const root = mkdtempSync(join(tmpdir(), "cycles-"));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return findCycles(root, ["src", "other"]);
}

test("files that import each other are found, also through a third and by types alone", () => {
  expect(
    cyclesIn({
      "src/a.ts": `import { b } from "./in/b.ts";`,
      "src/in/b.ts": `import type {\n  C,\n} from "../c.ts";`,
      "src/c.ts": `export { a } from "./a.ts";`,
      "other/d.ts": `import type { E } from "./e.ts";`,
      "other/e.ts": `const d = await import("./d.ts");`,
    }),
  ).toEqual([
    ["src/a.ts", "src/c.ts", "src/in/b.ts"],
    ["other/d.ts", "other/e.ts"],
  ]);
});

test("repeated imports and imports of packages are not cycles", () => {
  expect(
    cyclesIn({
      "src/a.ts": `import "./b.ts";\nimport "./c.ts";`,
      "src/b.ts": `import "./c.ts";\nimport fs from "node:fs";`,
      "src/c.ts": "",
    }),
  ).toEqual([]);
});

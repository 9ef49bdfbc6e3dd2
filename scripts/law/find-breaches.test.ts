import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { findBreaches } from "./find-breaches.ts";
import { rooms } from "./law.ts";

function tree(files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(tmpdir(), "law-"));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}
const breachesIn = (files: Readonly<Record<string, string>>) => findBreaches(tree(files), rooms).map((breach) => breach.why);

describe("the import law", () => {
  it("lets imports run downwards", () => {
    expect(breachesIn({ "apps/api/src/a.ts": `import { compile } from "@airlock/engine";\nimport x from "fastify";` })).toEqual([]);
  });
  it("refuses an upward import, also one of a type and one spread over lines", () => {
    expect(breachesIn({ "packages/flow/src/a.ts": `import { compile } from "@airlock/engine";` })).toEqual(["flow may not import engine"]);
    expect(breachesIn({ "packages/flow/src/a.ts": `import type {\n  Plan,\n} from "@airlock/engine";` })).toEqual([
      "flow may not import engine",
    ]);
    expect(breachesIn({ "packages/engine/src/a.ts": `export * from "@airlock/platform";` })).toEqual(["engine may not import platform"]);
  });
  it("refuses an app that imports an app, by name or by path", () => {
    expect(breachesIn({ "apps/api/src/a.ts": `import "@airlock/runtime";` })).toEqual(["api may not import runtime"]);
    expect(breachesIn({ "apps/api/src/a.ts": `import { x } from "../../runtime/src/x.ts";` })).toEqual(["api may not import runtime"]);
  });
  it("refuses a path into a package's inside", () => {
    expect(breachesIn({ "apps/api/src/a.ts": `import { x } from "../../../packages/flow/src/x.ts";` })).toEqual([
      "reaches into flow by a path; import @airlock/flow",
    ]);
  });
  it("keeps Postgres off the answering path", () => {
    expect(breachesIn({ "apps/runtime/src/a.ts": `import { openPostgres } from "@airlock/platform/postgres";` })).toEqual([
      "runtime may never load @airlock/platform/postgres",
    ]);
  });
  it("keeps I/O and foreign packages out of pure rooms, but lets their tests use the test tools", () => {
    expect(breachesIn({ "packages/engine/src/a.ts": `import fs from "node:fs";` })).toEqual(["engine is pure and may not use node:fs"]);
    expect(breachesIn({ "packages/engine/src/a.ts": `const x = await import("lodash");` })).toEqual(["engine may not depend on lodash"]);
    expect(breachesIn({ "packages/engine/src/a.test.ts": `import { it } from "vitest";` })).toEqual([]);
    expect(breachesIn({ "packages/engine/src/testing/a.ts": `import fc from "fast-check";` })).toEqual([]);
  });
});

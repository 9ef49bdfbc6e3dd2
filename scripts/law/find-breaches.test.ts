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

describe("the import rules", () => {
  it("allow downward imports", () => {
    expect(breachesIn({ "apps/api/src/a.ts": `import { compile } from "@airlock/engine";\nimport x from "fastify";` })).toEqual([]);
  });
  it("refuse an upward import, also of a type and over several lines", () => {
    expect(breachesIn({ "packages/flow/src/a.ts": `import { compile } from "@airlock/engine";` })).toEqual(["flow may not import engine"]);
    expect(breachesIn({ "packages/flow/src/a.ts": `import type {\n  Plan,\n} from "@airlock/engine";` })).toEqual([
      "flow may not import engine",
    ]);
    expect(breachesIn({ "packages/engine/src/a.ts": `export * from "@airlock/platform";` })).toEqual(["engine may not import platform"]);
  });
  it("refuse an app that imports an app, by name or by path", () => {
    expect(breachesIn({ "apps/api/src/a.ts": `import "@airlock/runtime";` })).toEqual(["api may not import runtime"]);
    expect(breachesIn({ "apps/api/src/a.ts": `import { x } from "../../runtime/src/x.ts";` })).toEqual(["api may not import runtime"]);
  });
  it("refuse a path into the inside of a package", () => {
    expect(breachesIn({ "apps/api/src/a.ts": `import { x } from "../../../packages/flow/src/x.ts";` })).toEqual([
      "reaches into flow by a path; import @airlock/flow",
    ]);
  });
  it("keep Postgres off the execute path", () => {
    expect(breachesIn({ "apps/runtime/src/a.ts": `import { openPostgres } from "@airlock/platform/postgres";` })).toEqual([
      "runtime may never load @airlock/platform/postgres",
    ]);
  });
  it("keep I/O and external packages out of pure rooms, but allow test tools in their tests", () => {
    expect(breachesIn({ "packages/engine/src/a.ts": `import fs from "node:fs";` })).toEqual(["engine is pure and may not use node:fs"]);
    expect(breachesIn({ "packages/engine/src/a.ts": `const x = await import("lodash");` })).toEqual(["engine may not depend on lodash"]);
    expect(breachesIn({ "packages/engine/src/a.test.ts": `import { it } from "vitest";` })).toEqual([]);
    expect(breachesIn({ "packages/engine/src/testing/a.ts": `import fc from "fast-check";` })).toEqual([]);
  });
  it("keep the reference interpreter and the SQL back end independent of the compiler", () => {
    const why = "the reference interpreter shares no code with the compiler";
    expect(breachesIn({ "packages/engine/src/kinds/toy/reference.ts": `import { toy } from "./compile.ts";` })).toEqual([why]);
    expect(breachesIn({ "packages/engine/src/reference/a.ts": `import type { Slot } from "../program/parts.ts";` })).toEqual([why]);
    expect(breachesIn({ "packages/engine/src/kinds/toy/reference.ts": `import { store } from "../../reference/numbers.ts";` })).toEqual([]);
    const sql = `import type { ToyOperation } from "./compile.ts";\nimport { runState } from "../../run/state.ts";`;
    expect(breachesIn({ "packages/engine/src/kinds/toy/sql.ts": sql })).toEqual(["the SQL back end runs nothing of the compiler"]);
  });
  it("allow downward imports between the console's layers, and any import in its entry", () => {
    expect(
      breachesIn({
        "apps/console/src/main.tsx": `import { App } from "./app/app.tsx";\nimport "./ui/theme/base.css";`,
        "apps/console/src/app/router.tsx": `const page = () => import("../users/users-page.tsx");`,
        "apps/console/src/users/users-page.tsx": `import { Table } from "../parts/list-page/table.tsx";\nimport { Keys } from "./keys/keys.tsx";`,
        "apps/console/src/parts/trace/trace.tsx": `import { Icon } from "../../ui/icon.tsx";\nimport { Kind } from "../diagram/kind.tsx";`,
        "apps/console/src/api/client.ts": `import type { Messages } from "../ui/messages/messages.ts";`,
        "apps/console/vite.config.ts": `import { version } from "./src/version.ts";`,
      }),
    ).toEqual([]);
  });
  it("refuse upward imports between the console's layers, also of a style, a type and in a test", () => {
    expect(breachesIn({ "apps/console/src/ui/a.ts": `import { linkFor } from "../api/session/permissions.ts";` })).toEqual([
      "ui/ is below api/ and may not import it",
    ]);
    expect(breachesIn({ "apps/console/src/parts/trace/a.tsx": `import "../../executions/executions-page.css";` })).toEqual([
      "parts/ is below executions/ and may not import it",
    ]);
    expect(breachesIn({ "apps/console/src/users/a.test.ts": `import type { Shell } from "../app/shell/shell.tsx";` })).toEqual([
      "users/ is below app/ and may not import it",
    ]);
    expect(breachesIn({ "apps/console/src/app/a.ts": `import "../main.tsx";` })).toEqual(["nothing imports the files above the layers"]);
  });
  it("refuse a feature of the console that imports a feature, and a folder without a layer", () => {
    expect(breachesIn({ "apps/console/src/users/keys/a.ts": `const b = await import("../../roles/b.ts");` })).toEqual([
      "users/ and roles/ are in one layer and may not import each other",
    ]);
    expect(breachesIn({ "apps/console/src/helpers/a.ts": `import { b } from "../ui/b.ts";` })).toEqual([
      "helpers/ has no layer in scripts/law/law.ts",
    ]);
  });
});

import { describe, expect, it } from "vitest";
import { findFaults } from "./find-faults.ts";
import { readPage } from "./markdown.ts";

const paths = [
  "docs",
  "docs/a.md",
  "docs/b.md",
  "apps",
  "apps/api",
  "apps/api/src",
  "apps/api/src/heat",
  "apps/api/src/heat/store.ts",
  "apps/api/docs/c.ts",
  "README.md",
];

function faultsOf(text: string, file = "docs/a.md", exceptions = {}): readonly string[] {
  const pages = new Map([
    [file, readPage(text)],
    ["docs/b.md", readPage("# Backup and restore")],
  ]);
  const constants = new Set(["AIRLOCK_HOST", "BODY_TOO_LARGE"]);
  return findFaults({ paths: new Set(paths), scripts: new Set(["check", "docs:check"]), constants, pages }, exceptions).map(
    ({ line, text: name, why }) => `${line}: ${name} ${why}`,
  );
}

describe("names in Markdown that do not exist", () => {
  it("are files and folders, from the root, beside the page, or shortened", () => {
    expect(
      faultsOf("`apps/api/src/heat/store.ts` `b.md` `heat/store.ts` `store.ts` `heat/` `apps/api/src/*/store.ts` `apps/<app>/src`"),
    ).toEqual([]);
    expect(faultsOf("`apps/api/src/heat/stores.ts`\n`heats/store.ts` `stores.ts` `heats/`\n`apps/api/{src,dist}`")).toEqual([
      "1: apps/api/src/heat/stores.ts does not exist",
      "2: heats/store.ts does not exist",
      "2: stores.ts does not exist",
      "2: heats/ does not exist",
      "3: apps/api/dist does not exist",
    ]);
  });
  it("are not addresses, media types, packages, code or patterns of endings", () => {
    expect(faultsOf("`/versions/{id}` `application/json` `@airlock/flow` `a.b(c)` `*.test.ts` `.env` `24/7`")).toEqual([]);
  });
  it("are a path that begins at the root and is right only elsewhere", () => {
    expect(faultsOf("`docs/c.ts`")).toEqual(["1: docs/c.ts does not exist"]);
  });
  it("are npm scripts, in spans and in shell blocks, but not those of a workspace", () => {
    expect(faultsOf("`npm run check -- --x` `npm run -s docs:check` `npm run dist -w @airlock/console`")).toEqual([]);
    expect(faultsOf("`npm run chek`\n```sh\nnpm run --silent docs:chek\nnode apps/api/main.ts\n```")).toEqual([
      "1: chek is no script of package.json",
      "3: docs:chek is no script of package.json",
      "4: apps/api/main.ts does not exist",
    ]);
  });
  it("are settings and error codes", () => {
    expect(faultsOf("`AIRLOCK_HOST=x` `BODY_TOO_LARGE` `OTEL_EXPORTER_OTLP_ENDPOINT` `AIRLOCK` `PUT`")).toEqual([]);
    expect(faultsOf("`AIRLOCK_HOSTS` `BODY_TOO_BIG`")).toEqual([
      "1: AIRLOCK_HOSTS is no setting, error code or constant of the sources",
      "1: BODY_TOO_BIG is no setting, error code or constant of the sources",
    ]);
  });
  it("are targets and anchors of links", () => {
    expect(
      faultsOf("# Top\n[1](b.md) [2](b.md#backup-and-restore) [3](#top) [4](../apps/api/) [5](https://example.com) [6](../README.md)"),
    ).toEqual([]);
    expect(faultsOf("[1](c.md) [2](b.md#backup) [3](#bottom)")).toEqual([
      "1: c.md does not exist",
      "1: b.md#backup has no such heading",
      "1: #bottom has no such heading",
    ]);
  });
  it("are allowed by an exception, on its page only", () => {
    expect(faultsOf("`gone.ts`", "docs/a.md", { "docs/a.md": ["gone.ts"] })).toEqual([]);
    expect(faultsOf("`gone.ts`", "docs/a.md", { "docs/b.md": ["gone.ts"] })).toHaveLength(1);
  });
  it("are decision records that the index leaves out", () => {
    const pages = new Map([
      ["docs/decisions/README.md", readPage("[1](a.md)")],
      ["docs/decisions/a.md", readPage("")],
      ["docs/decisions/b.md", readPage("")],
    ]);
    const project = { paths: new Set(pages.keys()), scripts: new Set<string>(), constants: new Set<string>(), pages };
    expect(findFaults(project).map(({ text, why }) => `${text} ${why}`)).toEqual(["docs/decisions/b.md is not in this index"]);
  });
});

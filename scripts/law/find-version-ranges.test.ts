import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { findVersionRanges } from "./find-version-ranges.ts";

it("finds dependencies without an exact version, in the root, in apps and in packages", () => {
  const root = mkdtempSync(join(tmpdir(), "versions-"));
  const write = (file: string, manifest: object): void => {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), JSON.stringify(manifest));
  };
  write("package.json", { devDependencies: { zod: "4.6.7", vite: "^8.0.0" }, engines: { node: ">=24" } });
  write("apps/console/package.json", { dependencies: { react: "*" }, devDependencies: { knip: "1.0.0-beta.2" } });
  write("packages/flow/package.json", { peerDependencies: { pg: "8" }, optionalDependencies: { jose: "latest" } });
  write("node_modules/other/package.json", { dependencies: { any: "*" } });
  expect(findVersionRanges(root).map(({ file, name, version }) => `${file} ${name} ${version}`)).toEqual([
    "apps/console/package.json react *",
    "package.json vite ^8.0.0",
    "packages/flow/package.json jose latest",
    "packages/flow/package.json pg 8",
  ]);
});

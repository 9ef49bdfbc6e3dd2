import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, test } from "vitest";
import { components } from "./components.ts";
import { productionPackages, type ThirdParty } from "./packages.ts";
import { renderNotice } from "./render.ts";

const root = join(import.meta.dirname, "../..");
const read = (path: string): string => readFileSync(join(root, path), "utf8");

test("NOTICE is up to date with the lock file and the installed packages (npm run notice)", () => {
  expect(read("NOTICE")).toBe(renderNotice(productionPackages(root), components));
});

test("the versions of components are the installed ones", () => {
  const [lightgbm] = components;
  expect(read("deploy/Dockerfile")).toContain(`lightgbm==${lightgbm?.version}`);
  expect(read("services/install/lightgbm.ts")).toContain(`const version = "${lightgbm?.version}"`);
});

describe("production packages", () => {
  it("are those of the lock file that are neither for development nor for one platform", () => {
    const folder = mkdtempSync(join(tmpdir(), "notice-"));
    const lock = {
      packages: {
        "": {},
        "packages/flow": { version: "1.0.0" },
        "node_modules/@airlock/flow": { link: true },
        "node_modules/b": { version: "2.0.0", license: "ISC" },
        "node_modules/b/node_modules/@s/a": { version: "1.0.0", license: "MIT" },
        "node_modules/tool": { version: "1.0.0", dev: true },
        "node_modules/peer": { version: "1.0.0", devOptional: true },
        "node_modules/native": { version: "1.0.0", cpu: ["x64"] },
      },
    };
    mkdirSync(join(folder, "node_modules/b"), { recursive: true });
    writeFileSync(join(folder, "node_modules/b/LICENSE.md"), "Terms\r\nof b\n");
    writeFileSync(join(folder, "node_modules/b/license.js"), "code");
    writeFileSync(join(folder, "package-lock.json"), JSON.stringify(lock));
    expect(productionPackages(folder)).toEqual([
      { name: "@s/a", version: "1.0.0", license: "MIT" },
      { name: "b", version: "2.0.0", license: "ISC", text: "Terms\nof b" },
    ]);
  });
});

describe("the notice", () => {
  const of = (name: string, text: string): ThirdParty => ({ name, version: "1.0.0", license: "MIT", text });

  it("has a text once if only copyright lines and spacing differ, and keeps every copyright line", () => {
    const notice = renderNotice(
      [of("a", "MIT License\n\nCopyright (c) 2020 Ann\n\nPermission is granted."), of("b", "(c) Bob\n\nPermission  is\ngranted.")],
      [],
    );
    expect(notice.match(/Permission/g)).toHaveLength(1);
    expect(notice).toContain("a 1.0.0 (MIT)\nCopyright (c) 2020 Ann\n\nb 1.0.0 (MIT)\n(c) Bob");
  });
  it("keeps different texts separate", () => {
    expect(renderNotice([of("a", "Permission is granted."), of("b", "Permission is denied.")], []).match(/Permission/g)).toHaveLength(2);
  });
  it("includes the NOTICE files of packages", () => {
    expect(renderNotice([{ ...of("a", "Terms"), notice: "Made by Ann" }], [])).toContain("NOTICE of a 1.0.0\n\nMade by Ann");
  });
});

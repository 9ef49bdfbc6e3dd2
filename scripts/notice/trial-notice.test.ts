import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { goModules, licenceOf } from "./go-modules.ts";

const read = (path: string): string => readFileSync(join(import.meta.dirname, "../..", path), "utf8");

describe("the notice of the trial image", () => {
  const notice = read("deploy/trial-notice.txt");
  const pinned = (path: string): string => /[vV]ersion = "(v[\d.]+)"/.exec(read(path))?.[1] ?? "not pinned";

  it("names the servers of the image with their versions", () => {
    const project = JSON.parse(read("package.json")) as { readonly devDependencies: Readonly<Record<string, string>> };
    expect(notice).toContain(`github.com/nats-io/nats-server/v2 ${pinned("services/parts/nats.ts")} (Apache-2.0)`);
    expect(notice).toContain(`github.com/versity/versitygw ${pinned("services/parts/s3.ts")} (Apache-2.0)`);
    expect(notice).toContain(`chDB ${project.devDependencies["chdb"]} (Apache-2.0)`);
  });

  it("has the text of every module's licence", () => {
    const [, list = ""] = /Go modules:\n\n([\s\S]*?)\n\n/.exec(notice) ?? [];
    const modules = list.split("\n");
    expect(modules.length).toBeGreaterThan(50);
    expect(modules.filter((line) => !/ v\S+ \((?:Apache-2\.0|MIT|BSD-[23]-Clause|ISC|MPL-2\.0)\)$/.test(line))).toEqual([]);
    const texts = notice.slice(notice.indexOf("-".repeat(80)));
    expect(modules.filter((line) => !texts.includes(`\n${line}\n`))).toEqual([]);
  });

  it("is in the image, and so are the notices of packages of npm and Debian", () => {
    const [, trial = ""] = read("deploy/Dockerfile").split(/^FROM \S+ AS trial$/m);
    expect(trial).toContain("COPY deploy/trial-notice.txt /usr/local/share/doc/airlock/\n");
    // With LICENSE, NOTICE and node_modules.
    expect(trial).toContain("COPY --from=trial-modules /airlock /airlock\n");
    expect(trial).toContain("dist-info/licenses /usr/local/share/doc/lightgbm\n");
    expect(trial).not.toMatch(/rm .*\/usr\/share\/doc/);
  });
});

describe("Go modules", () => {
  it("are those in the build information of a program, with the texts of the module cache", () => {
    const cache = mkdtempSync(join(tmpdir(), "modules-"));
    const add = (folder: string, text: string) => {
      mkdirSync(join(cache, folder), { recursive: true });
      writeFileSync(join(cache, folder, "LICENSE"), text);
    };
    add("example.com/server@v1.0.0", "Apache License\nVersion 2.0");
    add("github.com/!azure/sdk@v0.2.0", "Permission is hereby granted, free of charge");
    add("example.com/fork@v3.0.0", "Mozilla Public License Version 2.0");
    const information = [
      "/bin/server: go1.26.8",
      "\tpath\texample.com/server/cmd",
      "\tmod\texample.com/server\tv1.0.0\th1:x=",
      "\tdep\tgithub.com/Azure/sdk\tv0.2.0\th1:y=",
      "\tdep\texample.com/original\tv2.0.0",
      "\t=>\texample.com/fork\tv3.0.0\th1:z=",
      "\tbuild\t-trimpath=true",
    ].join("\n");
    expect(goModules(information, cache)).toEqual([
      { name: "example.com/fork", version: "v3.0.0", license: "MPL-2.0", text: "Mozilla Public License Version 2.0" },
      { name: "example.com/server", version: "v1.0.0", license: "Apache-2.0", text: "Apache License\nVersion 2.0" },
      { name: "github.com/Azure/sdk", version: "v0.2.0", license: "MIT", text: "Permission is hereby granted, free of charge" },
    ]);
  });

  it("without a licence text are an error", () => {
    expect(() => goModules("\tmod\texample.com/a\tv1.0.0\th1:x=", tmpdir())).toThrow("example.com/a v1.0.0 has no licence file");
  });

  it.each([
    ["Redistribution and use in source and binary forms\nNeither the name of Google", "BSD-3-Clause"],
    ["Redistribution and use in source and binary forms", "BSD-2-Clause"],
    ["Permission to use, copy, modify, and/or distribute this software", "ISC"],
  ])("licenceOf(%j) is %s", (text, name) => {
    expect(licenceOf(text)).toBe(name);
  });
});

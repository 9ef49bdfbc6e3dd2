import { globSync } from "node:fs";
import { expect, it } from "vitest";
import { allPages, groups } from "./pages.ts";
import { readSource, repository } from "./repository.ts";

it("has each page at one address, and each file on one page", () => {
  const pages = allPages();
  const addresses = pages.map(({ at }) => at);
  expect(new Set(addresses).size).toBe(addresses.length);
  const files = pages.flatMap(({ from }) => from ?? []);
  expect(new Set(files).size).toBe(files.length);
  const sections = groups.flatMap(({ also = [] }) => also.map(({ at }) => at.split("#")[0] ?? ""));
  expect(sections.filter((at) => !addresses.includes(at))).toEqual([]);
});

it("has every guide and tutorial of docs/ in the menu", () => {
  const inMenu = new Set(groups.flatMap(({ pages }) => pages.flatMap(({ from }) => from ?? [])));
  // Internal quality documents, for contributors.
  const internal = ["docs/bundle.md", "docs/index.md", "docs/spec-checks.md", "docs/stories.md", "docs/usability.md"];
  const missing = globSync(["docs/*.md", "docs/tutorials/*.md"], { cwd: repository }).filter((file) => !inMenu.has(file));
  expect(missing.toSorted()).toEqual(internal);
});

it("is built in the image from every file that is a page", () => {
  const dockerfile = readSource("deploy/Dockerfile");
  const stage = (name: string) => new RegExp(`AS ${name}$([\\s\\S]*?)^(?:FROM|RUN)`, "m").exec(dockerfile)?.[1] ?? "";
  const copied = [...`${stage("sources")}${stage("documentation")}`.matchAll(/^COPY (.+) \S+$/gm)].flatMap(([, from = ""]) =>
    from.split(" "),
  );
  const isCopied = (file: string) =>
    copied.some((source) => file === source || file.startsWith(`${source}/`) || (source === "*.md" && !file.includes("/")));
  const sources = allPages().flatMap(({ from }) => from ?? []);
  expect([...sources, "docs/pictures", "README.md"].filter((file) => !isCopied(file))).toEqual([]);
  const ignored = readSource(".dockerignore").split("\n");
  expect(ignored.filter((pattern) => ["docs", "deploy", "*.md", "services"].includes(pattern))).toEqual([]);
});

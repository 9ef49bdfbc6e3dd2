import { readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { readPage, type Page } from "./markdown.ts";

/** What exists in the project and can therefore be named. */
export interface Project {
  /** Every file and folder; folders without a slash at the end. */
  readonly paths: ReadonlySet<string>;
  readonly scripts: ReadonlySet<string>;
  /** Words in capitals with an underscore in the sources: settings, error codes, constants. */
  readonly constants: ReadonlySet<string>;
  readonly pages: ReadonlyMap<string, Page>;
}

const sources = /\.(ts|tsx|sql|sh|ya?ml|conf|template|xml|json)$|^deploy\/Dockerfile$|^\.ci\//;
/** The tests of these checks use names that must not exist. */
const tests = /^scripts\/.*\.test\.ts$/;

/** Folders of installed, built or generated files. Walked instead of using git, which is not installed in every image. */
const untracked = new Set(["node_modules", ".git", ".build", "dist", ".services", ".screens", ".stories", ".pages", "coverage"]);

export function readProject(root: string): Project {
  const files = filesBelow(root, "");
  const paths = new Set(files);
  for (const file of files) for (let folder = posix.dirname(file); folder !== "."; folder = posix.dirname(folder)) paths.add(folder);

  const read = (file: string): string => readFileSync(join(root, file), "utf8");
  const constants = new Set<string>();
  for (const file of files.filter((each) => sources.test(each) && !tests.test(each) && each !== "package-lock.json"))
    for (const [word] of read(file).matchAll(/\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/g)) constants.add(word);

  const manifest = JSON.parse(read("package.json")) as { scripts: Readonly<Record<string, string>> }; // our own file
  const pages = new Map(files.filter((file) => file.endsWith(".md")).map((file) => [file, readPage(read(file))]));
  return { paths, scripts: new Set(Object.keys(manifest.scripts)), constants, pages };
}

function filesBelow(root: string, folder: string): readonly string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = posix.join(folder, entry.name);
    if (!entry.isDirectory()) return [path];
    return untracked.has(entry.name) ? [] : filesBelow(root, path);
  });
}

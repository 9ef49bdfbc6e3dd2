import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { findWords, type Find, type Prose } from "./count-words.ts";
import { exceptions } from "./exceptions.ts";
import { commentProse, identifierProse, markdownProse, screenProse, usesOf } from "./extract.ts";
import { identifierWords, replacedNames, type Word } from "./words.ts";

export interface Area {
  readonly name: string;
  readonly files: string | readonly string[];
  readonly extract: (text: string, file: string) => readonly Prose[];
  /** Files that match but are not read. */
  readonly without?: RegExp;
  /** The list of words, if not that for prose. */
  readonly words?: readonly Word[];
}

const code = "**/*.{ts,tsx,css,sql}";
const tests = /\.test\.tsx?$|\/testing\//;

/** Where prose is counted. Each area has a ceiling in `ceilings.json`. */
export const areas: readonly Area[] = [
  {
    name: "Markdown",
    files: ["**/*.md", ".github/**/*.md"],
    extract: markdownProse,
    without: /^CHANGELOG\.md$|^docs\/spec-checks\.md$|^docs\/errors\.md$/,
  },
  { name: "Markdown: changelog", files: "CHANGELOG.md", extract: markdownProse },
  { name: "Markdown: statements quoted from the specification", files: "docs/spec-checks.md", extract: markdownProse },
  // Written where the code is: the catalogue of problems and the console.
  { name: "Markdown: shown in the product", files: ["docs/errors.md"], extract: markdownProse },
  ...["api", "console", "runtime", "worker"].map((app) => ({
    name: `comments: apps/${app}`,
    files: `apps/${app}/${code}`,
    extract: commentProse,
  })),
  ...["backend", "contract", "editor", "engine", "flow", "interchange", "model", "platform"].map((name) => ({
    name: `comments: packages/${name}`,
    files: `packages/${name}/${code}`,
    extract: commentProse,
  })),
  ...["bench", "database", "demo", "scripts", "services", "tests"].map((folder) => ({
    name: `comments: ${folder}`,
    files: `${folder}/${code}`,
    extract: commentProse,
    without: /^scripts\/law\/prose\//,
  })),
  {
    name: "texts: console and editor",
    files: ["apps/console/src/**/*.{ts,tsx}", "packages/editor/src/**/*.{ts,tsx}"],
    extract: screenProse,
    without: tests,
  },
  {
    name: "texts: messages of api, engine and flow",
    files: "{apps/{api,runtime,worker},packages/{backend,contract,engine,flow,interchange,model,platform}}/src/**/*.ts",
    extract: screenProse,
    without: tests,
  },
  { name: "identifiers", files: "{apps,packages}/*/src/**/*.{ts,tsx}", extract: identifierProse, words: identifierWords },
  ...replacedNames.map(({ name, instead }) => ({
    name: `identifiers: ${name}`,
    files: "**/*.{ts,tsx}",
    extract: usesOf(name),
    words: [{ pattern: /\w+/g, instead }],
  })),
];

export interface Found extends Find {
  readonly file: string;
}

export function readArea(root: string, { files, extract, without, words }: Area): readonly Found[] {
  const found = globSync(files, {
    cwd: root,
    exclude: (path) => /(^|\/)(node_modules|dist|\.build|\.services|\.screens|\.stories)$/.test(path),
  });
  return found
    .filter((file) => without?.test(file) !== true)
    .toSorted()
    .flatMap((file) =>
      findWords(extract(readFileSync(join(root, file), "utf8"), file), exceptions[file], words).map((find) => ({ file, ...find })),
    );
}

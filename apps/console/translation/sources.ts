import { globSync, readFileSync } from "node:fs";
import { relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { identifiersIn } from "./identifiers.ts";
import type { Vocabulary } from "./texts-in.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const folders = "{apps/console,packages/{editor,flow,contract,interchange}}/src";
const isTest = /\.test\.tsx?$|\.d\.ts$|(?:^|\/)testing\//;

/** Texts in these are sent to the server, stored in a definition or parsed, or come from the server, so they stay as they are. */
const untranslated = [
  /^packages\/flow\/src\/(?:new-[\w-]+|empty-definition|operators|literal|number-text|date-text)\.ts$/,
  /^packages\/flow\/src\/(?:(?:parse|formula|sub-flows)\/|diff\/(?!diff\.ts$))/,
  /^packages\/contract\/src\/(?:(?:problems|openapi|actions)\/|(?:permissions|starter-roles|errors-page)\.ts$)/,
  /^packages\/interchange\//,
];

/** Paths in the repository of the files whose texts are translated. */
export function translatedFiles(): readonly string[] {
  return globSync(`${folders}/**/*.{ts,tsx}`, { cwd: root }).filter(isTranslated).toSorted();
}

function isTranslated(path: string): boolean {
  return !isTest.test(path) && !untranslated.some((pattern) => pattern.test(path));
}

export function readSource(path: string): string {
  return readFileSync(resolve(root, path), "utf8");
}

/** The path in the repository of a module that is translated; undefined for every other. */
export function translatedPath(id: string): string | undefined {
  const path = relative(root, id);
  return /^(?:apps\/console|packages\/(?:editor|flow|contract|interchange))\/src\/[^?]+\.tsx?$/.test(path) && isTranslated(path)
    ? path
    : undefined;
}

export function readVocabulary(): Vocabulary {
  const sources = globSync([`${folders}/**/*.{ts,tsx}`, "packages/engine/src/**/*.ts"], { cwd: root }).filter((path) => !isTest.test(path));
  const styles = globSync(`${folders}/**/*.css`, { cwd: root }).map(readSource);
  return {
    identifiers: new Set(sources.flatMap((path) => identifiersIn(path, readSource(path)))),
    classNames: new Set(styles.flatMap((style) => [...style.matchAll(/\.([a-zA-Z][\w-]*)/g)].map(([, name = ""]) => name))),
  };
}

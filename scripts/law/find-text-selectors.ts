import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

export interface TextSelector {
  readonly file: string;
  readonly line: number;
}

const sheets = ["apps/console/src/**/*.css", "packages/editor/src/**/*.css"];

/** Attributes whose values are texts, which a console in another language has in that language. */
const textAttribute = /\[(?:aria-label|alt|data-label|data-title|placeholder|title)[~|^$*]?=/;

/** Finds style rules that select elements by a text. */
export function findTextSelectors(root: string): readonly TextSelector[] {
  return globSync(sheets, { cwd: root }).flatMap((file) => {
    const lines = readFileSync(join(root, file), "utf8").split("\n");
    return lines.flatMap((text, index) => (textAttribute.test(text) ? [{ file, line: index + 1 }] : []));
  });
}

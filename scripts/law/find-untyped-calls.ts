import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

interface UntypedCall {
  readonly file: string;
  readonly line: number;
  readonly why: string;
}

const sources = "apps/console/src/**/*.{ts,tsx}";
/** `api/` implements the typed calls with untyped ones, and tests may use any URL. */
const isChecked = (file: string): boolean => !file.startsWith("apps/console/src/api/") && !/\.test\.tsx?$/.test(file);

const rules: readonly { readonly found: RegExp; readonly why: string }[] = [
  { found: /\bclient\s*\.request\s*[<(]/g, why: "call an action by its name: client.get, useResource, useAction" },
  { found: /["'`][^"'`\n]*\/dme\/manage\//g, why: "take the address from a link, or from addressOf" },
  {
    found: /`\$\{[^}`]*(?:href|link|address|self)[^}`]*\}[/?]/gi,
    why: "do not build addresses: pass `query`, or use itemAddress, fillAddress or addressOf",
  },
  { found: /\.replace(?:All)?\(\s*["'`]\{\w+\}/g, why: "fill a templated link with fillAddress" },
  // One row is the newest; a search, a page of a choice and the pages of a loop continue elsewhere. A limit with a name is a part of the design.
  {
    found: /\blimit=\d{2}|(?<!\bpage(?::| =) *)\{(?![^{}]*\b(?:search|after)\b)[^{}]*\blimit: *(?:[2-9]|\d[\d_])[^{}]*\}/g,
    why: "a list may be longer: read all pages with client.all or useAllPages, or show that there is more (useOlderRows)",
  },
];

/** Finds calls of the console whose URL or response type the action table does not check. */
export function findUntypedCalls(root: string): readonly UntypedCall[] {
  const files = globSync(sources, { cwd: root }).filter(isChecked);
  return files.flatMap((file) => {
    const text = readFileSync(join(root, file), "utf8");
    return rules.flatMap(({ found, why }) =>
      [...text.matchAll(found)].map(({ index }) => ({ file, line: text.slice(0, index).split("\n").length, why })),
    );
  });
}

import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

export interface FixedFormat {
  readonly file: string;
  readonly line: number;
}

const sources = ["apps/console/src/**/*.{ts,tsx}", "packages/{editor,flow}/src/**/*.{ts,tsx}"];
const isExempt = (file: string): boolean => /\.test\.tsx?$|(^|\/)testing\//.test(file) || file === "packages/flow/src/locale.ts";

/** `toLocaleString(`, and a format with a locale. `Intl.DateTimeFormat()` without one is how the time zone is read. */
const format = /\.toLocale(?:Date|Time)?String\(|Intl\.(?:NumberFormat|DateTimeFormat)\([^)]/;

/** Finds numbers and dates that the console formats other than by the user's locale (`packages/flow/src/locale.ts`). */
export function findFormats(root: string): readonly FixedFormat[] {
  return globSync(sources, { cwd: root })
    .filter((file) => !isExempt(file))
    .flatMap((file) => {
      const lines = readFileSync(join(root, file), "utf8").split("\n");
      return lines.flatMap((text, index) => (format.test(text) ? [{ file, line: index + 1 }] : []));
    });
}

import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

export interface RawSpacing {
  readonly file: string;
  readonly line: number;
  readonly value: string;
}

const sheets = ["apps/console/src/**/*.css", "packages/editor/src/**/*.css"];

const spacing = /^\s*(?:padding|margin|gap|row-gap|column-gap)(?:-[a-z-]+)?:([^;]*);/;

/** A line of 1 px is a hairline, and more than 24 px usually aligns with something else, such as the column of icons above. */
const inScale = { min: 2, max: 24 } as const;

/** Finds paddings, margins and gaps in pixels, where the spacing scale of `apps/console/src/ui/theme/tokens.css` has a step. */
export function findRawSpacing(root: string): readonly RawSpacing[] {
  return globSync(sheets, { cwd: root }).flatMap((file) => {
    const lines = readFileSync(join(root, file), "utf8").split("\n");
    return lines.flatMap((text, index) => {
      const [, declared = ""] = spacing.exec(text) ?? [];
      const raw = Array.from(declared.matchAll(/(?<![\d.])(\d+)px/g)).find(([, pixels]) => isInScale(Number(pixels)));
      return raw === undefined ? [] : [{ file, line: index + 1, value: raw[0] }];
    });
  });
}

const isInScale = (pixels: number): boolean => pixels >= inScale.min && pixels <= inScale.max;

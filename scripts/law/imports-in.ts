export interface Import {
  /** As written: a path or the name of a package. */
  readonly imported: string;
  readonly isType: boolean;
  readonly line: number;
}

const importPattern =
  /(?:^|[\s;])(?:import|export)\s[^;'"]*?from\s*["']([^"']+)["']|(?:^|[\s;])import\s*["']([^"']+)["']|\bimport\(\s*["']([^"']+)["']\s*\)/g;

/** The imports and re-exports of a file, static and dynamic. */
export function importsIn(text: string): readonly Import[] {
  return [...text.matchAll(importPattern)].map((match) => ({
    imported: match[1] ?? match[2] ?? match[3] ?? "",
    isType: /^\s*(import|export)\s+type\s/.test(match[0]),
    line: text.slice(0, match.index).split("\n").length,
  }));
}

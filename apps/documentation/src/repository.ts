import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The repository, whose Markdown files are the pages. */
export const repository = join(import.meta.dirname, "../../..");

export function readSource(path: string): string {
  return readFileSync(join(repository, path), "utf8");
}

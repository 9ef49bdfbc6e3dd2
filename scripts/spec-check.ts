import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * Checks `docs/spec-checks.md`: every statement of the specification has a row, and every row names a test that exists or a decision. A row is
 * `| number | statement | references |`; a reference is a path in backticks, for tests followed by words of the test in double quotes.
 */
const statements = 407;
const root = fileURLToPath(new URL("..", import.meta.url));

export function faultsOf(table: string, read: (path: string) => string | undefined): readonly string[] {
  const faults: string[] = [];
  const seen = new Set<number>();
  for (const line of table.split("\n")) {
    const [, number, references = ""] = /^\| (\d+) \| (?:.*?) \| (.*) \|$/.exec(line) ?? [];
    if (number === undefined) continue;
    seen.add(Number(number));
    const found = [...references.matchAll(/`([^`]+)`(?: "([^"]+)")?/g)];
    if (found.length === 0) faults.push(`${number}: names neither a test nor a decision`);
    for (const [, path = "", words] of found) {
      const text = read(path);
      if (text === undefined) faults.push(`${number}: ${path} does not exist`);
      else if (words !== undefined && !text.includes(words)) faults.push(`${number}: ${path} has no "${words}"`);
      else if (words === undefined && !path.startsWith("docs/decisions/")) faults.push(`${number}: ${path} needs the name of a test`);
    }
  }
  for (let number = 1; number <= statements; number += 1) if (!seen.has(number)) faults.push(`${number}: has no row`);
  return faults;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const texts = new Map<string, string | undefined>();
  const read = (path: string): string | undefined => {
    if (!texts.has(path)) texts.set(path, existsSync(join(root, path)) ? readFileSync(join(root, path), "utf8") : undefined);
    return texts.get(path);
  };
  const faults = faultsOf(read("docs/spec-checks.md") ?? "", read);
  for (const fault of faults) process.stderr.write(`${fault}\n`);
  process.stdout.write(`${statements} statements of the specification, ${faults.length} faults\n`);
  process.exitCode = faults.length === 0 ? 0 : 1;
}

import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

export interface Sleep {
  readonly file: string;
  readonly line: number;
}

const sources = "{packages,apps,services,scripts,tests,database,demo,bench}/**/*.{ts,tsx}";
/** Benchmarks and the demo wait for what they measure or create, as tests do. Except the samples in this check's own test. */
const isTest = (file: string): boolean =>
  file !== "scripts/law/find-sleeps.test.ts" && /\.(test|journey)\.tsx?$|(^|\/)testing\/|^(tests|demo|bench)\//.test(file);

/** The comment that allows a sleep, with its reason, on the same line or the line above. */
const allowed = /\/\/ Fixed wait: \S/;

const timersImport = /import\s*\{([^}]*)\}\s*from\s*["'](?:node:)?timers\/promises["']/g;
const promisedTimer = /new Promise(?:<[^>]*>)?\(\s*\(?\s*\w*\s*\)?\s*=>\s*\{?\s*(?:void\s+)?setTimeout\(/g;

/** Finds fixed waits in tests: they are too long on a fast machine and too short on a slow one. */
export function findSleeps(root: string): readonly Sleep[] {
  const files = globSync(sources, { cwd: root, exclude: (path) => /(^|\/)(node_modules|dist|\.services)$/.test(path) });
  return files.filter(isTest).flatMap((file) => sleepsIn(readFileSync(join(root, file), "utf8")).map((line) => ({ file, line })));
}

function sleepsIn(text: string): readonly number[] {
  const lines = text.split("\n");
  const calls = [
    promisedTimer,
    /\.waitForTimeout\(/g,
    /\bawait sleep\(/g,
    ...timerNames(text).map((name) => new RegExp(`\\bawait ${name}\\(`, "g")),
  ];
  const found = calls.flatMap((call) => [...text.matchAll(call)].map(({ index }) => text.slice(0, index).split("\n").length));
  return [...new Set(found)]
    .filter((line) => !allowed.test(lines[line - 1] ?? "") && !allowed.test(lines[line - 2] ?? ""))
    .toSorted((one, other) => one - other);
}

/** The names under which a file imports the promise version of `setTimeout`. */
function timerNames(text: string): readonly string[] {
  const bindings = [...text.matchAll(timersImport)].flatMap((match) => (match[1] ?? "").split(","));
  return bindings.flatMap((binding) => {
    const match = /^\s*setTimeout(?:\s+as\s+(\w+))?\s*$/.exec(binding);
    return match === null ? [] : [match[1] ?? "setTimeout"];
  });
}

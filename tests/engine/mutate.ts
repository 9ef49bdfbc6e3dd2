/**
 * `npm run mutate -- [--every 1] [--file compile]`: breaks the engine in one place at a time and counts what the tests notice. Each
 * mutant is the engine's own source with one operator, literal or branch changed, loaded beside the real one and put through a check
 * that throws when anything differs: the rules' tests speak of the same things, but starting the test runner for each of more than
 * a thousand mutants would take hours. Mutants that hang are ended and count as noticed.
 */
import { fork } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { findMutants, type Mutant } from "./find-mutants.ts";

const { values } = parseArgs({
  options: {
    every: { type: "string", default: "1" },
    file: { type: "string", default: "" },
    goal: { type: "string", default: "85" },
    list: { type: "boolean", default: false },
  },
});
const source = new URL("../../packages/engine/src/", import.meta.url).pathname;
const files = globSync("**/*.ts", { cwd: source })
  .filter((file) => !/\.test\.ts$|\.d\.ts$|^sql\/|^reference\/|^types\.ts$|^index\.ts$/.test(file) && file.includes(values.file))
  .sort();
const all = files.flatMap((file) => findMutants(file, readFileSync(`${source}${file}`, "utf8")));
const mutants = all.filter((_, index) => index % Number(values.every) === 0);
console.log(`${mutants.length} of ${all.length} mutants in ${files.length} files.`);

/** Long enough for a check on a busy machine, short enough for one that never ends. */
const patienceMillis = 20_000;

async function judge(mutant: Mutant): Promise<"noticed" | "survived"> {
  const child = fork(new URL("./mutant.ts", import.meta.url), [JSON.stringify(mutant)], { stdio: "ignore", execArgv: [] });
  const timer = setTimeout(() => child.kill("SIGKILL"), patienceMillis);
  const code = await new Promise<number | null>((resolve) => {
    child.on("exit", resolve);
  });
  clearTimeout(timer);
  return code === 0 ? "survived" : "noticed";
}

const survivors: Mutant[] = [];
const waiting = [...mutants];
await Promise.all(
  Array.from({ length: 2 }, async () => {
    for (let mutant = waiting.shift(); mutant !== undefined; mutant = waiting.shift()) {
      if ((await judge(mutant)) === "survived") survivors.push(mutant);
    }
  }),
);
const killed = mutants.length - survivors.length;
const share = (killed / mutants.length) * 100;
for (const { file, line, from, to, text } of survivors) console.log(`survived: ${file}:${line}  ${from} -> ${to}   ${text}`);
console.log(`${killed} of ${mutants.length} mutants noticed: ${share.toFixed(1)} %.`);
if (share < Number(values.goal)) process.exitCode = 1;

/**
 * `npm run mutate -- [--every 1] [--files compile,run] [--workers 2]`: mutation testing of the engine. Each mutant is the engine's own source with
 * one operator, literal or branch changed; the tests of the rules and some generated flows (`mutant-check.ts`) run in a process that checks one
 * mutant after the other: starting the test runner for each of more than a thousand would take hours. Mutants that hang are killed and count as
 * detected.
 */
import { fork, type ChildProcess } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { findMutants, type Mutant } from "./find-mutants.ts";

const { values } = parseArgs({
  options: {
    every: { type: "string", default: "1" },
    files: { type: "string", default: "" },
    goal: { type: "string", default: "85" },
    workers: { type: "string", default: "2" },
  },
});
const source = new URL("../../packages/engine/src/", import.meta.url).pathname;
const files = globSync("**/*.ts", { cwd: source })
  .filter((file) => !/\.test\.ts$|\.d\.ts$|^sql\/|^reference\/|^kinds\/[^/]+\/(sql|reference)\.ts$|^types\.ts$|^index\.ts$/.test(file))
  .filter((file) => values.files.split(",").some((part) => file.startsWith(part)))
  .sort();
const all = files.flatMap((file) => findMutants(file, readFileSync(`${source}${file}`, "utf8")));
const mutants = all.filter((_, index) => index % Number(values.every) === 0);
console.log(`${mutants.length} of ${all.length} mutants in ${files.length} files.`);

/** A process keeps all module graphs in memory, so it is replaced regularly. */
const mutantsPerProcess = 60;

class Judge {
  #child: ChildProcess | undefined;
  #judged = 0;

  async survives(mutant: Mutant): Promise<boolean> {
    if (this.#judged >= mutantsPerProcess) this.close();
    this.#child ??= fork(new URL("./mutant.ts", import.meta.url), {
      stdio: ["ignore", "ignore", "inherit", "ipc"],
      execArgv: ["--disable-warning=ExperimentalWarning"],
    });
    this.#judged += 1;
    const child = this.#child;
    const survived = await new Promise<boolean | undefined>((resolve) => {
      child.once("message", (answer) => resolve(answer === true));
      child.once("exit", () => resolve(undefined));
      child.send(mutant);
    });
    child.removeAllListeners();
    if (survived === undefined) this.close();
    return survived === true;
  }

  close(): void {
    this.#child?.kill("SIGKILL");
    this.#child = undefined;
    this.#judged = 0;
  }
}

const survivors: Mutant[] = [];
/** Every twentieth first, then their neighbours: an interrupted run has covered some of every file. */
const rounds = 20;
const waiting = Array.from({ length: rounds }, (_, round) => mutants.filter((_mutant, index) => index % rounds === round)).flat();
async function work(): Promise<void> {
  const judge = new Judge();
  const unchanged = { file: "", line: 0, offset: 0, from: "", to: "", text: "" };
  if (!(await judge.survives(unchanged))) throw new Error("The check fails for the engine as it is");
  for (let mutant = waiting.shift(); mutant !== undefined; mutant = waiting.shift()) {
    if (await judge.survives(mutant)) {
      survivors.push(mutant);
      console.log(`survived: ${mutant.file}:${mutant.line}  ${mutant.from} -> ${mutant.to}   ${mutant.text}`);
    }
    const judged = mutants.length - waiting.length;
    if (judged % 50 === 0) console.log(`${judged} judged, ${survivors.length} survived.`);
  }
  judge.close();
}
await Promise.all(Array.from({ length: Number(values.workers) }, work));
const killed = mutants.length - survivors.length;
const share = (killed / mutants.length) * 100;
console.log(`${killed} of ${mutants.length} mutants noticed: ${share.toFixed(1)} %.`);
if (share < Number(values.goal)) process.exitCode = 1;

/**
 * Runs the phases of `stages.ts`, reports the duration of each stage, and ends with the count of all tests. `--from NAME` starts with the
 * phase of that stage, to resume a run. The whole output of each stage is in `.build/ci/`.
 */
import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { phases, stagesAtOnce, type Stage } from "./stages.ts";

interface Verdict {
  readonly stage: Stage;
  readonly ok: boolean;
  readonly seconds: number;
  readonly passed: number;
  readonly failed: number;
  /** The lines of a failed stage that explain the failure. */
  readonly telling: readonly string[];
}

const countLine = /^(\d+) passed, (\d+) failed$/gm;

/** Matches lines in which a tool reports a failure, without colours. */
const tellingLine =
  /^\s*(FAIL|×|✗|❌|WRONG|MISSED|Never called|[A-Za-z]*Error\b|AssertionError|error\b|[+] +")|error TS\d+|: (FAILED|missed)\b/;
const colours = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, "g");
const tellingLines = 30;
const logs = ".build/ci";
mkdirSync(logs, { recursive: true });

function tellingOf(output: string): readonly string[] {
  const lines = output.replaceAll(colours, "").split("\n");
  const telling = lines.filter((line) => tellingLine.test(line));
  return (telling.length > 0 ? telling : lines).slice(-tellingLines).map((line) => line.slice(0, 300));
}

function run(stage: Stage): Promise<Verdict> {
  const started = performance.now();
  const [program = "", ...rest] = stage.command;
  return new Promise((resolve) => {
    const child = spawn(program, rest, { stdio: ["ignore", "pipe", "pipe"], detached: true });
    let output = "";
    const take = (chunk: Buffer): void => {
      output += chunk.toString();
    };
    child.stdout.on("data", take);
    child.stderr.on("data", take);
    const end = setTimeout(() => {
      output += `\nended after ${stage.limit} minutes\n`;
      if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
    }, stage.limit * 60_000);
    child.on("close", (code) => {
      clearTimeout(end);
      const seconds = (performance.now() - started) / 1000;
      writeFileSync(`${logs}/${stage.name.replaceAll(/\W/g, "-")}.log`, output.replaceAll(colours, ""));
      let passed = 0;
      let failed = 0;
      for (const match of output.matchAll(countLine)) {
        passed += Number(match[1]);
        failed += Number(match[2]);
      }
      const ok = code === 0 && failed === 0;
      if (!ok && failed === 0) failed = 1;
      console.log(`\n=== ${stage.name}: ${ok ? "ok" : "FAILED"} after ${seconds.toFixed(0)} s`);
      console.log(ok ? output.split("\n").slice(-25).join("\n").trimEnd() : output.trimEnd());
      resolve({ stage, ok, seconds, passed, failed, telling: ok ? [] : tellingOf(output) });
    });
  });
}

/** Runs the stages in their order, each as soon as there is a place. */
async function runPhase(phase: readonly Stage[]): Promise<readonly Verdict[]> {
  const waiting = phase.values();
  const verdicts: Verdict[] = [];
  const takeTurns = async (): Promise<void> => {
    for (const stage of waiting) verdicts.push(await run(stage));
  };
  await Promise.all(Array.from({ length: stagesAtOnce }, takeTurns));
  return verdicts;
}

const { values } = parseArgs({ options: { from: { type: "string" } } });
const first = values.from === undefined ? 0 : phases.findIndex((phase) => phase.some(({ name }) => name === values.from));
if (first === -1) throw new Error(`There is no stage "${values.from}".`);

const started = performance.now();
const verdicts: Verdict[] = [];
for (const phase of phases.slice(first)) {
  verdicts.push(...(await runPhase(phase)));
  // Later phases depend on earlier ones, so a failure would only be followed by noise. Benchmarks are independent.
  if (verdicts.some(({ ok, stage }) => !ok && !stage.name.startsWith("bench:"))) break;
}

// Repeated at the end, because some systems keep only the end of a log.
for (const { stage, telling } of verdicts.filter(({ ok }) => !ok)) console.log(`\n${stage.name} failed:\n${telling.join("\n")}`);

console.log("\nstage        seconds  passed  failed");
for (const { stage, seconds, passed, failed } of verdicts) {
  console.log(`${stage.name.padEnd(12)} ${seconds.toFixed(0).padStart(7)}  ${String(passed).padStart(6)}  ${String(failed).padStart(6)}`);
}
console.log(`${((performance.now() - started) / 60_000).toFixed(1)} minutes`);
const sum = (pick: (verdict: Verdict) => number): number => verdicts.reduce((total, verdict) => total + pick(verdict), 0);
console.log(`${sum((verdict) => verdict.passed)} passed, ${sum((verdict) => verdict.failed)} failed`);
process.exitCode = verdicts.every((verdict) => verdict.ok) ? 0 : 1;

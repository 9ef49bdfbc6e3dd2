import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  end,
  findProcess,
  isAlive,
  launch,
  logFile,
  logTail,
  send,
  waitUntilGone,
  waitUntilStopped,
  type RunningProcess,
} from "./processes.ts";
import { until } from "./until.ts";

let folder: string;
let running: RunningProcess;

const patient = `process.on("SIGTERM", () => process.exit(0)); console.log("ready"); setInterval(() => {}, 1000)`;
const stubborn = `process.on("SIGTERM", () => {}); console.log("ready"); setInterval(() => {}, 1000)`;
/** Four busy threads that only share the log. */
const busy = `
  const { Worker } = require("node:worker_threads");
  const work = 'const { writeSync } = require("node:fs"); for (;;) writeSync(1, ".")';
  console.log("ready");
  for (let thread = 0; thread < 4; thread += 1) new Worker(work, { eval: true });
`;

async function start(script: string): Promise<void> {
  running = await launch(folder, "part", { file: process.execPath, args: ["-e", script] });
  await until(async () => (await logTail(folder, "part")).includes("ready"), { seconds: 10 });
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "airlock-process-"));
});

afterEach(async () => {
  send(running, "SIGKILL");
  await waitUntilGone(running, 5);
  await rm(folder, { recursive: true, force: true });
});

describe("a process that outlives the one that started it", () => {
  it("is found by its pid file, and not after its end", async () => {
    await start(patient);
    expect(await findProcess(folder, "part")).toEqual(running);
    expect(await end(folder, "part")).toBe(true);
    expect(await isAlive(running)).toBe(false);
    expect(await findProcess(folder, "part")).toBeUndefined();
    expect(await end(folder, "part")).toBe(false);
  });

  it("is killed if it ignores the signal", async () => {
    await start(stubborn);
    expect(await end(folder, "part", "SIGTERM", 0.2)).toBe(true);
    expect(await isAlive(running)).toBe(false);
  });

  it("prints nothing after it was stopped, and continues where it was", async () => {
    await start(busy);
    const said = async () => (await stat(logFile(folder, "part"))).size;
    const first = await said();
    expect(await until(async () => (await said()) > first, { seconds: 10 })).toBe(true);
    expect(await waitUntilStopped(running, 0)).toBe(false);

    send(running, "SIGSTOP");
    expect(await waitUntilStopped(running, 10)).toBe(true);
    const stopped = await said();
    await pause(50); // Fixed wait: a stopped process writes nothing for a while.
    expect(await said()).toBe(stopped);

    send(running, "SIGCONT");
    expect(await until(async () => (await said()) > stopped, { seconds: 10 })).toBe(true);
  });

  it("is not signalled if its pid belongs to another process by now", async () => {
    await start(patient);
    const file = join(folder, "pids/part.pid");
    await writeFile(file, (await readFile(file, "utf8")).replace(/ \d+/, " 1"));
    expect(await findProcess(folder, "part")).toBeUndefined();
    expect(await end(folder, "part")).toBe(false);
    expect(await isAlive(running)).toBe(true);
  });
});

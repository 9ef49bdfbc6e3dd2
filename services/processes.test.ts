import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { end, findProcess, isAlive, launch, logTail, send, waitUntilGone, type RunningProcess } from "./processes.ts";
import { until } from "./until.ts";

let folder: string;
let running: RunningProcess;

const patient = `process.on("SIGTERM", () => process.exit(0)); console.log("ready"); setInterval(() => {}, 1000)`;
const stubborn = `process.on("SIGTERM", () => {}); console.log("ready"); setInterval(() => {}, 1000)`;

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
  it("is found by its pid file, and gone after its end", async () => {
    await start(patient);
    expect(await findProcess(folder, "part")).toEqual(running);
    expect(await end(folder, "part")).toBe(true);
    expect(await isAlive(running)).toBe(false);
    expect(await findProcess(folder, "part")).toBeUndefined();
    expect(await end(folder, "part")).toBe(false);
  });

  it("is killed when it does not listen", async () => {
    await start(stubborn);
    expect(await end(folder, "part", "SIGTERM", 0.2)).toBe(true);
    expect(await isAlive(running)).toBe(false);
  });

  it("is left alone when its number belongs to someone else by now", async () => {
    await start(patient);
    const file = join(folder, "pids/part.pid");
    await writeFile(file, (await readFile(file, "utf8")).replace(/ \d+/, " 1"));
    expect(await findProcess(folder, "part")).toBeUndefined();
    expect(await end(folder, "part")).toBe(false);
    expect(await isAlive(running)).toBe(true);
  });
});

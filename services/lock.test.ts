import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { withLock } from "./lock.ts";

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "airlock-lock-"));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

describe("the lock between processes", () => {
  it("allows one holder at a time", async () => {
    let inside = 0;
    let max = 0;
    const work = async () => {
      inside += 1;
      max = Math.max(max, inside);
      await new Promise((turn) => setImmediate(turn));
      inside -= 1;
    };
    await Promise.all(Array.from({ length: 5 }, () => withLock(join(folder, "one"), work)));
    expect(max).toBe(1);
  });

  it("is released when the process that held it is killed", async () => {
    const path = join(folder, "two");
    const holder = `const { withLock } = await import(${JSON.stringify(join(import.meta.dirname, "lock.ts"))});
      await withLock(${JSON.stringify(path)}, () => { process.stdout.write("held"); return new Promise((never) => setInterval(never, 1e6)); });`;
    const child = spawn(process.execPath, ["--input-type=module", "-e", holder], { stdio: ["ignore", "pipe", "ignore"] });
    await once(child.stdout, "data");
    await expect(withLock(path, () => Promise.resolve("mine"), 0.3)).rejects.toThrow("Another process has held");
    child.kill("SIGKILL");
    await once(child, "exit");
    await expect(withLock(path, () => Promise.resolve("mine"), 5)).resolves.toBe("mine");
  });

  it("passes on the error of the work and is released", async () => {
    const path = join(folder, "three");
    await expect(withLock(path, () => Promise.reject(new Error("no luck")))).rejects.toThrow("no luck");
    await expect(withLock(path, () => Promise.resolve("next"), 1)).resolves.toBe("next");
  });
});

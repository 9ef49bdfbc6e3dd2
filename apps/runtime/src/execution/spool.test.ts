import { appendFile, mkdtemp, readdir, readFile, rm, truncate } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DurableMessage } from "@airlock/platform";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openSpool, SpoolFull, type Spool } from "./spool.ts";

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "spool-"));
});
const opened: Spool[] = [];
afterEach(async () => {
  for (const spool of opened.splice(0)) await spool.close();
  await rm(folder, { recursive: true });
});

const message = (name: string): DurableMessage => ({
  messageId: name,
  subject: "executions.1",
  payload: `payload of ${name}\nü`,
  traceparents: ["t"],
});
async function open(maxBytes = 1_000_000): Promise<Spool> {
  const spool = await openSpool({ folder, maxBytes });
  opened.push(spool);
  return spool;
}

async function drained(spool: Spool): Promise<DurableMessage[]> {
  const sent: DurableMessage[] = [];
  await spool.drain((one) => {
    sent.push(one);
    return Promise.resolve();
  });
  return sent;
}

test("what was written is sent in order after a restart, whole", async () => {
  const first = await open();
  await first.write(message("a"));
  await first.write(message("b"));
  // No close: the process was killed.
  const second = await open();
  expect(second.empty()).toBe(false);
  expect(second.bytes()).toBeGreaterThan(0);
  expect(await drained(second)).toEqual([message("a"), message("b")]);
  expect(second.empty()).toBe(true);
  expect(second.bytes()).toBe(0);
  expect(await readdir(folder)).toEqual([]);
});

test("messages that are not taken stay, and are sent again with the same ids", async () => {
  const spool = await open();
  for (const name of ["a", "b", "c"]) await spool.write(message(name));
  await expect(spool.drain((one) => (one.messageId === "b" ? Promise.reject(new Error("away")) : Promise.resolve()))).rejects.toThrow(
    "away",
  );
  expect(spool.empty()).toBe(false);
  expect((await drained(spool)).map((one) => one.messageId)).toEqual(["a", "b", "c"]);
});

test("writing goes on while draining", async () => {
  const spool = await open();
  await spool.write(message("a"));
  const during: Promise<void>[] = [];
  await spool.drain(() => {
    during.push(spool.write(message("b")));
    return Promise.resolve();
  });
  await Promise.all(during);
  expect((await drained(spool)).map((one) => one.messageId)).toEqual(["b"]);
});

test("a frame cut short by a crash is left out, and zeros after it too", async () => {
  const first = await open();
  await first.write(message("a"));
  await first.write(message("b"));
  const [file] = await readdir(folder);
  const path = join(folder, file ?? "");
  await truncate(path, (await readFile(path)).length - 4);
  const second = await open();
  expect((await drained(second)).map((one) => one.messageId)).toEqual(["a"]);

  const third = await open();
  await third.write(message("c"));
  const [other] = await readdir(folder);
  await appendFile(join(folder, other ?? ""), Buffer.alloc(64));
  expect((await drained(await open())).map((one) => one.messageId)).toEqual(["c"]);
});

test("it is bounded: past the limit it refuses and keeps what it has", async () => {
  const spool = await open(150);
  await spool.write(message("a"));
  await expect(spool.write(message("b".repeat(100)))).rejects.toThrow(SpoolFull);
  expect((await drained(spool)).map((one) => one.messageId)).toEqual(["a"]);
  await spool.write(message("c"));
  expect((await drained(spool)).map((one) => one.messageId)).toEqual(["c"]);
});

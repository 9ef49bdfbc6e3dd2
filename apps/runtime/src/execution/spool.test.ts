import { appendFile, mkdtemp, readdir, readFile, rename, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { createLog, MessageRefused, type DurableMessage } from "@airlock/platform";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openSpool, SpoolFull, type Spool } from "./spool.ts";

const log = createLog({ name: "test", level: "silent" });

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
  const spool = await openSpool({ folder, maxBytes, log });
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

const isSegment = (name: string) => name.includes(".spool");
const segments = async () => (await readdir(folder)).filter(isSegment);
const idsIn = (messages: readonly DurableMessage[]) => messages.map(({ messageId }) => messageId);

/** The path of the only segment. */
async function segmentPath(): Promise<string> {
  const [name = "none"] = await segments();
  return join(folder, name);
}

/** The spool of a killed process, with these messages in one segment. */
async function leftBehind(...names: readonly string[]): Promise<string> {
  const spool = await openSpool({ folder, maxBytes: 1_000_000, log });
  for (const name of names) await spool.write(message(name));
  await spool.close();
  return segmentPath();
}

test("messages are sent completely and in order after a restart", async () => {
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
  expect(await segments()).toEqual([]);
});

test("messages that are not acknowledged stay, and are sent again with the same ids", async () => {
  const spool = await open();
  for (const name of ["a", "b", "c"]) await spool.write(message(name));
  await expect(spool.drain((one) => (one.messageId === "b" ? Promise.reject(new Error("away")) : Promise.resolve()))).rejects.toThrow(
    "away",
  );
  expect(spool.empty()).toBe(false);
  // Messages acknowledged in the meantime are not sent again by this process.
  expect(idsIn(await drained(spool))).toEqual(["b"]);
  expect(spool.empty()).toBe(true);
});

test("a message that is never acknowledged does not block other segments", async () => {
  await leftBehind("stuck");
  const spool = await open();
  await spool.write(message("next"));
  const sent: (string | undefined)[] = [];
  const send = ({ messageId }: DurableMessage) =>
    messageId === "stuck" ? Promise.reject(new Error("no")) : Promise.resolve(void sent.push(messageId));
  await expect(spool.drain(send)).rejects.toThrow("no");
  await expect(spool.drain(send)).rejects.toThrow("no");
  expect(sent).toEqual(["next"]);
  expect(idsIn(await drained(spool))).toEqual(["stuck"]);
});

test("a message that the server refuses permanently is quarantined with the reason, and those after it are sent", async () => {
  let counted = 0;
  const spool = await openSpool({ folder, maxBytes: 1_000_000, log, onQuarantined: () => (counted += 1) });
  opened.push(spool);
  for (const name of ["a", "b", "c"]) await spool.write(message(name));
  const sent: (string | undefined)[] = [];
  await spool.drain(({ messageId }) =>
    messageId === "b"
      ? Promise.reject(new MessageRefused("message size exceeds maximum allowed"))
      : Promise.resolve(void sent.push(messageId)),
  );
  expect(sent).toEqual(["a", "c"]);
  expect(spool.empty()).toBe(true);
  expect(counted).toBe(1);
  expect(spool.kept()).toEqual({ quarantined: 1, damaged: 0 });
  expect((await readdir(join(folder, "quarantine"))).toSorted()).toEqual(["b.reason", "b.spool2"]);
  expect(await readFile(join(folder, "quarantine/b.reason"), "utf8")).toBe("message size exceeds maximum allowed\n");
  expect((await open()).kept()).toEqual({ quarantined: 1, damaged: 0 });

  // When the server's limit is raised, an operator moves the file back and the next process sends it.
  await rename(join(folder, "quarantine/b.spool2"), join(folder, "b.spool2"));
  expect(await drained(await open())).toEqual([message("b")]);
});

test("one flipped bit anywhere in a frame loses only that frame, and the file is kept", async () => {
  const whole = await readFile(await leftBehind("a", "b", "c", "d"));
  const frame = whole.length / 4;
  const path = await segmentPath();
  for (let at = frame; at < 2 * frame; at += 1) {
    const damaged = Buffer.from(whole);
    damaged[at] = (damaged[at] ?? 0) ^ (1 << (at % 8));
    await writeFile(path, damaged);
    let frames = 0;
    const spool = await openSpool({ folder, maxBytes: 1_000_000, log, onDamaged: (count) => (frames += count) });
    expect(idsIn(await drained(spool)), `byte ${at}`).toEqual(["a", "c", "d"]);
    expect([frames, spool.empty()]).toEqual([1, true]);
    await spool.close();
  }
  // None of them replaced another, although all had the same number.
  expect((await open()).kept()).toEqual({ quarantined: 0, damaged: frame });
  const [kept = ""] = await readdir(join(folder, "damaged"));
  expect((await readFile(join(folder, "damaged", kept))).length).toBe(whole.length);
});

test("several damaged frames, including the first and the last, lose only themselves", async () => {
  const path = await leftBehind("a", "b", "c", "d", "e");
  const bytes = await readFile(path);
  const frame = bytes.length / 5;
  // The marker of the first, the length of the third, the body of the last.
  for (const at of [0, 2 * frame + 4, 5 * frame - 3]) bytes[at] = (bytes[at] ?? 0) ^ 0x10;
  await writeFile(path, bytes);
  let frames = 0;
  const spool = await openSpool({ folder, maxBytes: 1_000_000, log, onDamaged: (count) => (frames += count) });
  opened.push(spool);
  expect(idsIn(await drained(spool))).toEqual(["b", "d"]);
  expect(frames).toBe(3);
});

test("a text that looks like a frame is not read as one, even after a damaged frame", async () => {
  const path = await leftBehind("a", "b");
  const forged = (await readFile(path)).toString("latin1");
  const spool = await open();
  await spool.write({ ...message("c"), payload: forged });
  await spool.write(message("d"));
  await spool.close();
  const second = join(folder, (await segments())[1] ?? "");
  const bytes = await readFile(second);
  bytes[20] = (bytes[20] ?? 0) ^ 1;
  await writeFile(second, bytes);
  expect(idsIn(await drained(await open()))).toEqual(["a", "b", "d"]);
});

/** A frame as release 0.5.0 wrote it. */
function oldFrame({ messageId, subject, traceparents, payload }: DurableMessage): Buffer {
  const body = Buffer.from(`${JSON.stringify([messageId, subject, traceparents])}\n${String(payload)}`);
  const header = Buffer.alloc(8);
  header.writeUInt32LE(body.length, 0);
  header.writeUInt32LE(crc32(body), 4);
  return Buffer.concat([header, body]);
}

test("segments of release 0.5.0 are sent, and damage in them loses only the damaged frame", async () => {
  const path = join(folder, "000000000001.spool");
  await writeFile(path, Buffer.concat(["a", "b", "c"].map((name) => oldFrame(message(name)))));
  expect(await drained(await open())).toEqual(["a", "b", "c"].map(message));

  for (const [count, at] of [1, 5, 12].entries()) {
    const damaged = oldFrame(message("b"));
    damaged[at] = (damaged[at] ?? 0) ^ 1;
    await writeFile(path, Buffer.concat([oldFrame(message("a")), damaged, oldFrame(message("c"))]));
    const spool = await open();
    expect(idsIn(await drained(spool)), `byte ${at}`).toEqual(["a", "c"]);
    expect(spool.kept().damaged).toBe(count + 1);
  }
});

test("new segments do not have the name that release 0.5.0 reads and deletes", async () => {
  expect(await leftBehind("a")).toMatch(/\.spool2$/);
});

test("messages can be written while draining", async () => {
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

test("a frame cut short by a crash is skipped, including zeros after it", async () => {
  const first = await open();
  await first.write(message("a"));
  await first.write(message("b"));
  const path = await segmentPath();
  await truncate(path, (await readFile(path)).length - 4);
  const second = await open();
  expect((await drained(second)).map((one) => one.messageId)).toEqual(["a"]);
  // It was never acknowledged, so nothing is lost and no damage is reported.
  expect(second.kept().damaged).toBe(0);

  const third = await open();
  await third.write(message("c"));
  await appendFile(await segmentPath(), Buffer.alloc(64));
  const fourth = await open();
  expect(idsIn(await drained(fourth))).toEqual(["c"]);
  expect(fourth.kept().damaged).toBe(0);
});

test("beyond its limit it refuses messages and keeps those it has", async () => {
  const spool = await open(150);
  await spool.write(message("a"));
  await expect(spool.write(message("b".repeat(100)))).rejects.toThrow(SpoolFull);
  expect((await drained(spool)).map((one) => one.messageId)).toEqual(["a"]);
  await spool.write(message("c"));
  expect((await drained(spool)).map((one) => one.messageId)).toEqual(["c"]);
});

test("it reports why a write would fail, and a probe shows when writes succeed again", async () => {
  const spool = await open(5_000);
  expect(await spool.obstacle()).toBeUndefined();
  await spool.probe(4_900);
  expect(await segments()).toEqual([]);
  await spool.write(message("a".repeat(1_000)));
  expect(await spool.obstacle()).toBe("the spool is full");
  await expect(spool.probe(4_900)).rejects.toThrow(SpoolFull);
  await drained(spool);
  await spool.probe(4_900);
  expect(await spool.obstacle()).toBeUndefined();
});

test("folders that could not be created when the spool was opened are created by the first write", async () => {
  const missing = join(folder, "deep", "spool");
  const spool = await openSpool({ folder: missing, maxBytes: 1_000_000, log });
  // As after a start on a full disk.
  await rm(join(folder, "deep"), { recursive: true });
  expect(await spool.obstacle()).toBeUndefined();
  await rm(join(folder, "deep"), { recursive: true });
  await spool.write(message("a"));
  expect(idsIn(await drained(spool))).toEqual(["a"]);
  await spool.close();
});

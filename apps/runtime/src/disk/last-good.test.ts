import { appendFile, mkdtemp, readFile, rm, symlink, truncate } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createLog } from "@airlock/platform";
import { afterEach, beforeEach, expect, test } from "vitest";
import { checkDisk } from "./disk-check.ts";
import { openLastGood } from "./last-good.ts";

const log = createLog({ name: "test", level: "silent" });
let folder = "";
const path = () => join(folder, "deep", "entries.lines");
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "last-good-"));
});
afterEach(() => rm(folder, { recursive: true }));

test("entries that were put survive a restart, removed entries do not", async () => {
  const first = await openLastGood(path(), log);
  first.put("a", { revision: 1, text: '{"line":"one\\ntwo"}' });
  first.put("b", { revision: 2, text: "b" });
  first.put("a", { revision: 3, text: "later" });
  first.remove("b", 4);
  await first.close();
  const second = await openLastGood(path(), log);
  expect([...second.entries]).toEqual([["a", { revision: 3, text: "later" }]]);
  await second.close();
});

test("a line cut short by a crash is skipped and does not corrupt the next one", async () => {
  const first = await openLastGood(path(), log);
  first.put("a", { revision: 1, text: "a" });
  first.put("b", { revision: 2, text: "b" });
  await first.close();
  const whole = await readFile(path());
  await truncate(path(), whole.length - 3);
  const second = await openLastGood(path(), log);
  expect([...second.entries.keys()]).toEqual(["a"]);
  second.put("c", { revision: 3, text: "c" });
  await second.close();
  const third = await openLastGood(path(), log);
  expect([...third.entries.keys()]).toEqual(["a", "c"]);
  await third.close();
});

test("a damaged line in the middle loses only that entry", async () => {
  const first = await openLastGood(path(), log);
  first.put("a", { revision: 1, text: "a" });
  await first.close();
  await appendFile(path(), 'ffffffff ["b",2,"b"]\nnonsense\n');
  const second = await openLastGood(path(), log);
  second.put("c", { revision: 3, text: "c" });
  await second.close();
  const third = await openLastGood(path(), log);
  expect([...third.entries.keys()]).toEqual(["a", "c"]);
  await third.close();
});

test("the file stays small however often an entry changes", async () => {
  const store = await openLastGood(path(), log);
  for (let revision = 1; revision <= 200; revision += 1) {
    store.put("a", { revision, text: "x".repeat(100) });
    await store.flush();
  }
  await store.close();
  expect((await readFile(path(), "utf8")).split("\n").length).toBeLessThan(80);
});

test("overlapping flushes each wait for their own entries", async () => {
  const store = await openLastGood(path(), log);
  const flushes = Array.from({ length: 50 }, (_, index) => {
    store.put(`k${index}`, { revision: index, text: "v" });
    return store.flush();
  });
  await flushes[49];
  expect(await readFile(path(), "utf8")).toContain('"k49"');
  await Promise.all(flushes);
  await store.close();
});

test("without room for a new file the old one is kept and read, and the next change replaces it once there is room", async () => {
  const first = await openLastGood(path(), log);
  first.put("a", { revision: 1, text: "a" });
  first.put("b", { revision: 2, text: "b" });
  await first.close();
  await truncate(path(), (await readFile(path())).length - 3);
  const torn = await readFile(path(), "utf8");
  // Writing to this device fails as on a full disk.
  await symlink("/dev/full", `${path()}.new`);
  const second = await openLastGood(path(), log);
  expect([...second.entries.keys()]).toEqual(["a"]);
  // Nothing changed, so all of it is durable.
  await second.flush();
  second.put("c", { revision: 3, text: "c" });
  for (let turn = 0; turn < 2; turn += 1) await expect(second.flush()).rejects.toThrow("ENOSPC");
  expect(await readFile(path(), "utf8")).toBe(torn);
  await rm(`${path()}.new`);
  await second.flush();
  second.put("d", { revision: 4, text: "d" });
  await second.close();
  const third = await openLastGood(path(), log);
  expect([...third.entries.keys()]).toEqual(["a", "c", "d"]);
  await third.close();
});

test("a process that starts without room says so, also in the log, and writes the file as soon as there is room", async () => {
  const lines: string[] = [];
  const recorded = createLog({ name: "test", level: "info", destination: { write: (line: string) => void lines.push(line) } });
  const before = await openLastGood(path(), log);
  before.put("a", { revision: 1, text: "a" });
  await before.close();
  await symlink("/dev/full", `${path()}.new`);
  const store = await openLastGood(path(), recorded);
  await store.flush();
  expect(checkDisk([store])).toEqual({ ok: false, detail: expect.stringContaining("ENOSPC") as string });
  expect(lines.filter((line) => line.includes("ENOSPC"))).toHaveLength(1);
  await rm(`${path()}.new`);
  await store.flush();
  expect(checkDisk([store])).toEqual({ ok: true });
  await store.close();
});

test("a disk that becomes full later is reported, and does not make a runtime unready", async () => {
  const store = await openLastGood(path(), log);
  // More lines than are kept for one entry, so that the file is written again.
  for (let revision = 1; revision <= 100; revision += 1) store.put("a", { revision, text: "a" });
  await symlink("/dev/full", `${path()}.new`);
  await expect(store.flush()).rejects.toThrow("ENOSPC");
  expect(checkDisk([store])).toEqual({ ok: true, detail: expect.stringContaining("ENOSPC") as string });
  await rm(`${path()}.new`);
  await store.flush();
  expect(checkDisk([store])).toEqual({ ok: true });
  await store.close();
});

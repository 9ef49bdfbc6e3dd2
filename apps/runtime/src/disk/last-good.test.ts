import { appendFile, mkdtemp, readFile, rm, truncate } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openLastGood } from "./last-good.ts";

let folder = "";
const path = () => join(folder, "deep", "entries.lines");
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "last-good-"));
});
afterEach(() => rm(folder, { recursive: true }));

test("entries that were put survive a restart, removed entries do not", async () => {
  const first = await openLastGood(path());
  first.put("a", { revision: 1, text: '{"line":"one\\ntwo"}' });
  first.put("b", { revision: 2, text: "b" });
  first.put("a", { revision: 3, text: "later" });
  first.remove("b", 4);
  await first.close();
  const second = await openLastGood(path());
  expect([...second.entries]).toEqual([["a", { revision: 3, text: "later" }]]);
  await second.close();
});

test("a line cut short by a crash is skipped and does not corrupt the next one", async () => {
  const first = await openLastGood(path());
  first.put("a", { revision: 1, text: "a" });
  first.put("b", { revision: 2, text: "b" });
  await first.close();
  const whole = await readFile(path());
  await truncate(path(), whole.length - 3);
  const second = await openLastGood(path());
  expect([...second.entries.keys()]).toEqual(["a"]);
  second.put("c", { revision: 3, text: "c" });
  await second.close();
  const third = await openLastGood(path());
  expect([...third.entries.keys()]).toEqual(["a", "c"]);
  await third.close();
});

test("a damaged line in the middle loses only that entry", async () => {
  const first = await openLastGood(path());
  first.put("a", { revision: 1, text: "a" });
  await first.close();
  await appendFile(path(), 'ffffffff ["b",2,"b"]\nnonsense\n');
  const second = await openLastGood(path());
  second.put("c", { revision: 3, text: "c" });
  await second.close();
  const third = await openLastGood(path());
  expect([...third.entries.keys()]).toEqual(["a", "c"]);
  await third.close();
});

test("the file stays small however often an entry changes", async () => {
  const store = await openLastGood(path());
  for (let revision = 1; revision <= 200; revision += 1) {
    store.put("a", { revision, text: "x".repeat(100) });
    await store.flush();
  }
  await store.close();
  expect((await readFile(path(), "utf8")).split("\n").length).toBeLessThan(80);
});

test("overlapping flushes each wait for their own entries", async () => {
  const store = await openLastGood(path());
  const flushes = Array.from({ length: 50 }, (_, index) => {
    store.put(`k${index}`, { revision: index, text: "v" });
    return store.flush();
  });
  await flushes[49];
  expect(await readFile(path(), "utf8")).toContain('"k49"');
  await Promise.all(flushes);
  await store.close();
});

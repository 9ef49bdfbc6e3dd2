import type { Definition } from "@airlock/flow";
import { beforeEach, expect, test, vi } from "vitest";
import type { IndexedDbStore } from "../../api/session/indexed-db.ts";
import { type Draft, openDrafts } from "./draft-store.ts";

const definition: Definition = {
  solutionDefinition: { nodes: [], links: [], zoom: 100 },
  applicationDatasetFields: [],
  runtimeDatasetFields: [],
  applicationTestData: [],
};
const drawn: Draft = { definition, base: definition, revision: 1, at: "2026-01-01T00:00:00Z" };
const otherWindow = "person/solution/other";

/** A device with drafts, by their windows. */
function device(drafts: Readonly<Record<string, Draft>> = { [otherWindow]: drawn }): IndexedDbStore {
  const stored = new Map<string, unknown>(Object.entries(drafts));
  return {
    get: (key) => Promise.resolve(stored.get(key)),
    put: (key, value) => Promise.resolve(void stored.set(key, value)),
    putIfAbsent: () => expect.unreachable(),
    remove: (key) => Promise.resolve(void stored.delete(key)),
    keys: () => Promise.resolve([...stored.keys()]),
  };
}

/** The other window is open, until it is closed. */
async function openOtherWindow(): Promise<() => void> {
  const closed = Promise.withResolvers<void>();
  const opened = Promise.withResolvers<void>();
  void navigator.locks.request(`airlock-draft ${otherWindow}`, () => {
    opened.resolve();
    return closed.promise;
  });
  await opened.promise;
  return closed.resolve;
}

const find = async () => (await openDrafts("person", "solution", device())).find(() => false);

/** A window of the name, as after a reload. */
function nameWindow(name: string): void {
  vi.stubGlobal("sessionStorage", { getItem: () => name });
}

beforeEach(() => void vi.stubGlobal("sessionStorage", { getItem: () => null, setItem: () => {} }));

test("the draft of a window that is gone is found", async () => {
  expect((await find())?.draft).toEqual(drawn);
});

test("the draft of a window that is open is not offered", async () => {
  const close = await openOtherWindow();
  expect(await find()).toBeUndefined();
  close();
});

test("the draft of a window that is being closed is found", async () => {
  const close = await openOtherWindow();
  const found = find();
  // Fixed wait: the window is closed after the search began.
  setTimeout(close, 100);
  expect((await found)?.draft).toEqual(drawn);
});

test("drafts of two windows are offered one after the other, the newest first", async () => {
  const newer = { ...drawn, at: "2026-01-02T00:00:00Z" };
  const database = device({ [otherWindow]: drawn, "person/solution/newer": newer });
  const open = async () => (await openDrafts("person", "solution", database)).find(() => false);
  const first = await open();
  expect(first?.draft).toEqual(newer);
  await first?.forget();
  const second = await open();
  expect(second?.draft).toEqual(drawn);
  await second?.forget();
  expect(await open()).toBeUndefined();
});

test("the draft that a window left when it was reloaded is kept when it edits again, until it is offered and settled", async () => {
  nameWindow("reloaded");
  const newer = { ...drawn, at: "2026-01-02T00:00:00Z" };
  const latest = { ...drawn, at: "2026-01-03T00:00:00Z" };
  const database = device({ "person/solution/reloaded": drawn, "person/solution/newer": newer });
  const drafts = await openDrafts("person", "solution", database);
  const found = await drafts.find(() => false);
  expect(found?.draft).toEqual(newer);
  await drafts.keep(latest);
  await found?.forget();
  await drafts.forget();
  expect((await drafts.find(() => false))?.draft).toEqual(drawn);
});

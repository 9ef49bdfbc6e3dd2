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

/** A device with a draft of another window. */
function device(): IndexedDbStore {
  const stored = new Map<string, unknown>([[otherWindow, drawn]]);
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

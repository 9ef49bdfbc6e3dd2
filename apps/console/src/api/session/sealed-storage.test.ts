import { describe, expect, it } from "vitest";
import type { IndexedDbStore } from "./indexed-db.ts";
import { sealedStorage } from "./sealed-storage.ts";

function inMemory() {
  const kept = new Map<string, unknown>();
  const database: IndexedDbStore = {
    get: (key) => Promise.resolve(kept.get(key)),
    put: (key, value) => Promise.resolve(void kept.set(key, value)),
    putIfAbsent(key, value) {
      if (!kept.has(key)) kept.set(key, value);
      return Promise.resolve(kept.get(key));
    },
    remove: (key) => Promise.resolve(void kept.delete(key)),
    keys: () => Promise.resolve([...kept.keys()]),
  };
  return { kept, database };
}

describe("sealed storage", () => {
  it("gives back what was put, also to another window", async () => {
    const { database } = inMemory();
    await sealedStorage(database).setItem("user", "secret token");
    expect(await sealedStorage(database).getItem("user")).toBe("secret token");
  });

  it("agrees on one key when two windows start at once", async () => {
    const { database } = inMemory();
    const [one, other] = [sealedStorage(database), sealedStorage(database)];
    await Promise.all([one.setItem("a", "1"), other.setItem("b", "2")]);
    expect([await other.getItem("a"), await one.getItem("b")]).toEqual(["1", "2"]);
  });

  it("keeps neither the text nor a key that can be taken out", async () => {
    const { database, kept } = inMemory();
    await sealedStorage(database).setItem("user", "secret token");
    const bytes = [...kept.values()].map((value) => {
      if (value instanceof CryptoKey) return "";
      const data: unknown = typeof value === "object" && value !== null && "data" in value ? value.data : undefined;
      return data instanceof ArrayBuffer ? new TextDecoder().decode(data) : JSON.stringify(value);
    });
    expect(bytes.join()).not.toContain("secret");
    const key = kept.get("sealing-key");
    expect(key instanceof CryptoKey && !key.extractable).toBe(true);
  });

  it("takes what it cannot open as absent", async () => {
    const { database, kept } = inMemory();
    await sealedStorage(database).setItem("user", "secret token");
    kept.delete("sealing-key");
    expect(await sealedStorage(database).getItem("user")).toBeNull();
  });

  it("lists and removes by its own names", async () => {
    const storage = sealedStorage(inMemory().database);
    await storage.setItem("one", "1");
    await storage.setItem("two", "2");
    await storage.removeItem("one");
    expect([await storage.length, await storage.key(0), await storage.key(1)]).toEqual([1, "two", null]);
    await storage.clear();
    expect(await storage.length).toBe(0);
  });
});

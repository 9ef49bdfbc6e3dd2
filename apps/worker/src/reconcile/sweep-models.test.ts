import { expect, test } from "vitest";
import { sweepModels } from "./sweep-models.ts";

test("all pieces of deleted predictions are removed, and no others", async () => {
  const left = new Set(["a.1.0", "a.1.1", "b.1.0", "a.2.0", "ab.1.0"]);
  const models = {
    keys: () => Promise.resolve([...left]),
    remove: (key: string) => Promise.resolve(left.delete(key) ? 1 : 0),
  };
  const gone = (ids: readonly string[]) => Promise.resolve(ids.filter((id) => id === "a"));
  expect(await sweepModels({ models, gone })).toBe(3);
  expect([...left]).toEqual(["b.1.0", "ab.1.0"]);
  expect(await sweepModels({ models, gone })).toBe(0);
});

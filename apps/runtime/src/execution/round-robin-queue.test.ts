import { queryObjects } from "node:v8";
import { expect, test } from "vitest";
import { RoundRobinQueue } from "./round-robin-queue.ts";

function queueOf(...entries: readonly string[]): RoundRobinQueue<string> {
  const queue = new RoundRobinQueue<string>((entry) => entry.slice(0, 1));
  for (const entry of entries) queue.push(entry);
  return queue;
}

/** Takes up to `count` entries. */
function take(queue: RoundRobinQueue<string>, count: number): readonly string[] {
  let left = count;
  return queue.take(() => left-- > 0);
}

test("owners take turns, and each keeps its order", () => {
  const queue = queueOf("a1", "a2", "a3", "a4", "b1", "b2", "c1");
  expect(queue.size).toBe(7);
  expect(take(queue, 7)).toEqual(["a1", "b1", "c1", "a2", "b2", "a3", "a4"]);
  expect(queue.size).toBe(0);
});

test("the next take continues the rotation", () => {
  const queue = queueOf("a1", "a2", "a3", "b1", "b2");
  expect(take(queue, 1)).toEqual(["a1"]);
  queue.push("c1");
  expect(take(queue, 3)).toEqual(["b1", "a2", "c1"]);
  expect(take(queue, 9)).toEqual(["b2", "a3"]);
  expect(take(queue, 9)).toEqual([]);
});

test("an entry that does not fit remains the next one", () => {
  const queue = queueOf("a1", "b1");
  expect(queue.take((entry) => entry !== "b1")).toEqual(["a1"]);
  queue.push("a2");
  expect(take(queue, 1)).toEqual(["b1"]);
});

test("entries that were taken are not kept in memory, although their owner always has others waiting", () => {
  class Entry {
    readonly line = "a";
  }
  const queue = new RoundRobinQueue<Entry>(() => "owner");
  queue.push(new Entry());
  for (let round = 0; round < 1_000; round += 1) {
    queue.push(new Entry());
    let left = 1;
    queue.take(() => left-- > 0);
  }
  expect(queue.size).toBe(1);
  // Collects garbage first.
  expect(queryObjects(Entry, { format: "count" })).toBe(1);
});

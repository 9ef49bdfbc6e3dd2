import { describe, expect, test } from "vitest";
import { Busy, createSlotQueue } from "./slot-queue.ts";

const limits = { each: 1, all: 2, waitingEach: 2, waitMillis: 60_000 };

/** Records the order in which work starts, and holds each until it is released. */
function recorder(queue: ReturnType<typeof createSlotQueue>) {
  const started: string[] = [];
  const leaves = new Map<string, () => void>();
  return {
    started,
    enter: async (owner: string, name: string, signal?: AbortSignal) => {
      const leave = await queue.enter(owner, signal);
      started.push(name);
      leaves.set(name, leave);
    },
    leave: async (name: string) => {
      leaves.get(name)?.();
      await new Promise(setImmediate);
    },
  };
}

describe("a slot queue", () => {
  test("admits another owner while one has its share, and serves owners in turn", async () => {
    const { started, enter, leave } = recorder(createSlotQueue({ ...limits, each: 2, waitingEach: 9 }));
    for (const name of ["a1", "a2", "a3", "a4"]) void enter("a", name);
    void enter("b", "b1");
    void enter("c", "c1");
    await leave("");
    expect(started).toEqual(["a1", "a2"]);
    for (const name of ["a1", "a2", "a3", "b1"]) await leave(name);
    expect(started).toEqual(["a1", "a2", "a3", "b1", "c1", "a4"]);
  });

  test("an owner at its limit does not block those behind it", async () => {
    const { started, enter, leave } = recorder(createSlotQueue(limits));
    for (const name of ["a1", "a2"]) void enter("a", name);
    void enter("b", "b1");
    await leave("");
    expect(started).toEqual(["a1", "b1"]);
  });

  test("refuses entries beyond an owner's waiting limit, and a second release has no effect", async () => {
    const queue = createSlotQueue(limits);
    const { started, enter, leave } = recorder(queue);
    for (const name of ["a1", "a2", "a3"]) void enter("a", name);
    await expect(queue.enter("a")).rejects.toMatchObject({ isOwn: true, retryAfterSeconds: 15 });
    await leave("a1");
    await leave("a1");
    expect(started).toEqual(["a1", "a2"]);
    expect(queue.running()).toBe(1);
  });

  test("an entry that waits too long is refused and leaves the queue", async () => {
    const queue = createSlotQueue({ ...limits, waitMillis: 1 });
    const leave = await queue.enter("a");
    await expect(queue.enter("a")).rejects.toBeInstanceOf(Busy);
    leave();
    expect(queue.running()).toBe(0);
  });

  test("an entry whose caller aborts leaves the queue", async () => {
    const queue = createSlotQueue(limits);
    const { started, enter, leave } = recorder(queue);
    await enter("a", "a1");
    const caller = new AbortController();
    const gone = enter("a", "a2", caller.signal);
    void enter("a", "a3");
    caller.abort(new Error("left"));
    await expect(gone).rejects.toThrow("left");
    await leave("a1");
    expect(started).toEqual(["a1", "a3"]);
  });

  test("runs the share of an owner, does not delay another one, and gives back the slot of work that failed", async () => {
    const queue = createSlotQueue({ all: 3, each: 2, waitingEach: 1, waitMillis: 60_000 });
    const slow = Promise.withResolvers<string>();
    const ofA = (work: () => Promise<string>) => queue.run("a", undefined, work);
    const begun = [ofA(() => slow.promise), ofA(() => slow.promise)];
    let isThirdRunning = false;
    const third = ofA(() => {
      isThirdRunning = true;
      return Promise.resolve("third");
    });
    await expect(ofA(() => Promise.resolve("fourth"))).rejects.toThrow(Busy);
    expect(await queue.run("b", undefined, () => Promise.resolve("b"))).toBe("b");
    expect(isThirdRunning).toBe(false);
    slow.resolve("first");
    expect(await Promise.all([...begun, third])).toEqual(["first", "first", "third"]);
    await expect(ofA(() => Promise.reject(new Error("away")))).rejects.toThrow("away");
    expect(await ofA(() => Promise.resolve("again"))).toBe("again");
  });
});

/** A thread for the pool's tests: computes, throws, never ends, waits, or fills its heap. */
import { serveTasks } from "../process/thread-pool.ts";

export type SampleTask = "double" | "throw" | "forever" | "wait a second" | "fill";

serveTasks((task: SampleTask): number => {
  if (task === "throw") throw new Error("thrown in the thread");
  if (task === "forever") for (;;);
  if (task === "wait a second") Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_000);
  if (task === "fill") {
    const kept: number[][] = [];
    for (;;) kept.push(Array.from({ length: 100_000 }, (_, index) => index + kept.length));
  }
  return 42;
});

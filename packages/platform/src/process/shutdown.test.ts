import { expect, test } from "vitest";
import { createLog } from "./log.ts";
import { createShutdown } from "./shutdown.ts";

const log = createLog({ name: "test", level: "silent" });

test("steps stop in reverse order, once, and a failing one does not prevent the others", async () => {
  const order: string[] = [];
  const codes: number[] = [];
  const shutdown = createShutdown({ log, exit: (code) => void codes.push(code) });
  shutdown.add("store", () => void order.push("store"));
  shutdown.add("middle", () => Promise.reject(new Error("broken")));
  shutdown.add("door", () => void order.push("door"));
  await Promise.all([shutdown.run("SIGTERM"), shutdown.run("SIGINT")]);
  expect(order).toEqual(["door", "store"]);
  expect(codes).toEqual([0]);
});

test("a step that hangs ends the process with code 1 at the deadline", async () => {
  const exited = new Promise<number>((resolve) => {
    const shutdown = createShutdown({ log, deadlineMillis: 20, exit: resolve });
    shutdown.add("hangs", () => new Promise(() => undefined));
    void shutdown.run("SIGTERM");
  });
  expect(await exited).toBe(1);
});

import { expect, it } from "vitest";
import { runTogether } from "./run-together.ts";

/** Ends when it is aborted, one step later. */
function untilAborted(ended: () => void) {
  return async (signal: AbortSignal) => {
    await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
    await Promise.resolve();
    ended();
  };
}

it("when one fails, the others are aborted and have ended before its error is thrown", async () => {
  let ended = 0;
  const failing = () => Promise.reject(new Error("It failed."));
  const running = runTogether(new AbortController().signal, [untilAborted(() => (ended += 1)), failing, untilAborted(() => (ended += 1))]);
  await expect(running).rejects.toThrow("It failed.");
  expect(ended).toBe(2);
});

it("when it is aborted, all end and nothing is thrown", async () => {
  const stopping = new AbortController();
  let ended = 0;
  const running = runTogether(stopping.signal, [untilAborted(() => (ended += 1)), () => Promise.resolve()]);
  stopping.abort();
  await running;
  expect(ended).toBe(1);
});

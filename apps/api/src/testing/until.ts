import { vi } from "vitest";

/** Polls until the result is truthy, and returns it: for what the worker does in the background. */
export const until = <T>(find: () => Promise<T>) => vi.waitUntil(find, { timeout: 150_000, interval: 50 });

import { createServer } from "node:net";
import { portOffsets, portSpan } from "./ports.ts";

/** A base whose every port is free now. Below the range from which the system hands out ports for outgoing connections. */
export async function findFreeBase(): Promise<number> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const base = 12_000 + portSpan * Math.floor(Math.random() * 800);
    const free = await Promise.all(Object.values(portOffsets).map((offset) => isFree(base + offset)));
    if (free.every(Boolean)) return base;
  }
  throw new Error("There is no stretch of free ports.");
}

export async function isFree(wanted: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(wanted, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}

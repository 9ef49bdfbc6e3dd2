import { createServer, type Server } from "node:net";
import { portOffsets, portSpan } from "./ports.ts";

/** From here up the system assigns ports to outgoing connections, which could occupy the port of a part that restarts. */
const firstOutgoing = 32_768;
const lowest = 12_000;

export interface ClaimedBase {
  readonly base: number;
  release(): Promise<void>;
}

/** A base whose ports are all free, and which no other caller gets until it is released or this process ends. */
export async function claimFreeBase(): Promise<ClaimedBase> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const base = lowest + portSpan * Math.floor((Math.random() * (firstOutgoing - lowest - portSpan)) / portSpan);
    const claim = await listen(base + portOffsets.claim);
    if (claim === undefined) continue;
    const others = Object.values(portOffsets).filter((offset) => offset !== portOffsets.claim);
    const free = await Promise.all(others.map((offset) => isFree(base + offset)));
    if (free.every(Boolean)) return { base, release: () => close(claim) };
    await close(claim);
  }
  throw new Error("There is no stretch of free ports.");
}

export async function isFree(wanted: number): Promise<boolean> {
  const server = await listen(wanted);
  if (server === undefined) return false;
  await close(server);
  return true;
}

async function listen(wanted: number): Promise<Server | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(undefined));
    server.listen(wanted, "127.0.0.1", () => resolve(server));
    server.unref();
  });
}

async function close(server: Server): Promise<void> {
  await new Promise((resolve) => void server.close(resolve));
}

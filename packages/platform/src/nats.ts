import { jetstream, type JetStreamClient } from "@nats-io/jetstream";
import { connect, type NatsConnection } from "@nats-io/transport-node";
import type { Log } from "./log.ts";
import type { PartState } from "./http-health.ts";

/**
 * The one connection of a process to NATS. It reconnects for ever and quickly: what to do meanwhile is the caller's business
 * (a runtime spools, a worker waits), so the state is told at once instead of being hidden behind buffers and time-outs.
 */
export interface Nats {
  readonly connection: NatsConnection;
  readonly jetstream: JetStreamClient;
  readonly connected: () => boolean;
  /** Called with every change; answers how to stop listening. */
  readonly onChange: (listener: (connected: boolean) => void) => () => void;
  readonly close: () => Promise<void>;
}

export interface NatsOptions {
  /** One address, or several with commas between them. */
  readonly url: string;
  /** Shown by the server's monitoring. */
  readonly name: string;
  readonly log: Log;
  /** For a process that is stopped before its first connection came about. */
  readonly signal?: AbortSignal | undefined;
  /** The first attempt failed: for a process that goes on without. */
  readonly onAway?: (() => void) | undefined;
}

const retryMillis = 250;

/** Answers when the first connection stands, however long that takes; a caller that can work without does not await it. */
export async function connectNats(options: NatsOptions): Promise<Nats> {
  const connection = await connectFirst(options);
  const listeners = new Set<(connected: boolean) => void>();
  let up = true;
  const change = (now: boolean): void => {
    if (up === now) return;
    up = now;
    options.log[now ? "info" : "warn"]({ server: connection.getServer() }, now ? "nats is back" : "nats is away");
    for (const listener of listeners) listener(now);
  };
  void (async () => {
    for await (const status of connection.status()) {
      if (status.type === "disconnect") change(false);
      else if (status.type === "reconnect") change(true);
    }
  })();
  void connection.closed().then(() => change(false));
  return {
    connection,
    // Well under a lease: whoever waits on the server has something else to do.
    jetstream: jetstream(connection, { timeout: 2_000 }),
    connected: () => up,
    onChange: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close: () => connection.close(),
  };
}

/** `waitOnFirstConnect` of the library cannot be given up, so the first connection is tried here. */
async function connectFirst(options: NatsOptions): Promise<NatsConnection> {
  let told = false;
  for (;;) {
    try {
      return await connect({
        servers: options.url.split(",").map((server) => server.trim()),
        name: options.name,
        timeout: 2_000,
        maxReconnectAttempts: -1,
        reconnectTimeWait: retryMillis,
        reconnectJitter: 50,
        // A peer that vanished without a word is noticed within about three seconds, inside the lease.
        pingInterval: 1_000,
        maxPingOut: 2,
        // Stack traces of each request cost more than the request.
        noAsyncTraces: true,
      });
    } catch (error) {
      options.signal?.throwIfAborted();
      if (!told) {
        options.log.warn({ err: error }, "nats does not answer yet");
        options.onAway?.();
      }
      told = true;
      await new Promise((resolve) => setTimeout(resolve, retryMillis));
      options.signal?.throwIfAborted();
    }
  }
}

/** For `/ready`: a round trip, not a memory of one. */
export async function checkNats(nats: Nats | undefined): Promise<PartState> {
  if (nats === undefined || !nats.connected()) return { ok: false, detail: "not connected" };
  await nats.connection.flush();
  return { ok: true };
}

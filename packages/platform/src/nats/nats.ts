import { jetstream, type JetStreamClient } from "@nats-io/jetstream";
import { connect, type NatsConnection } from "@nats-io/transport-node";
import type { Log } from "../process/log.ts";
import type { PartState } from "../process/http-health.ts";
import { accessOptions, type NatsAccess } from "./access.ts";
import { untilReady } from "../process/until-ready.ts";

/**
 * The one connection of a process to NATS. It reconnects for ever and quickly: what to do meanwhile is the caller's business
 * (a runtime spools, a worker waits), so the state is told at once instead of being hidden behind buffers and time-outs.
 */
export interface Nats {
  readonly connection: NatsConnection;
  readonly jetstream: JetStreamClient;
  /** Replies to this process arrive below it; no other user may subscribe there. */
  readonly inboxPrefix: string;
  readonly connected: () => boolean;
  /** Called with every change; answers how to stop listening. */
  readonly onChange: (listener: (connected: boolean) => void) => () => void;
  readonly close: () => Promise<void>;
}

export interface NatsOptions extends NatsAccess {
  /** Shown by the server's monitoring. */
  readonly name: string;
  /** The process that connects: replies arrive at `_INBOX.<process>.>`, which its user alone may subscribe to. */
  readonly process?: "api" | "worker" | "runtime" | "migrate" | undefined;
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
      else if (status.type === "error") options.log.error({ err: status.error }, "nats refused");
    }
  })();
  void connection.closed().then(() => change(false));
  return {
    connection,
    inboxPrefix: inboxPrefixOf(options),
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

function inboxPrefixOf(options: NatsOptions): string {
  return options.process === undefined ? "_INBOX" : `_INBOX.${options.process}`;
}

/** `waitOnFirstConnect` of the library cannot be given up, so the first connection is tried here. */
async function connectFirst(options: NatsOptions): Promise<NatsConnection> {
  const connection = await untilReady({
    name: "NATS",
    attempt: () =>
      connect({
        ...accessOptions(options),
        name: options.name,
        inboxPrefix: inboxPrefixOf(options),
        // A server that is restarted with new credentials refuses until this process has them too; giving up would outlast that.
        ignoreAuthErrorAbort: true,
        timeout: 2_000,
        maxReconnectAttempts: -1,
        reconnectTimeWait: retryMillis,
        reconnectJitter: 50,
        // A peer that vanished without a word is noticed within about three seconds, inside the lease.
        pingInterval: 1_000,
        maxPingOut: 2,
        // Stack traces of each request cost more than the request.
        noAsyncTraces: true,
      }),
    retryMillis,
    signal: options.signal,
    onFailure: () => options.onAway?.(),
    log: options.log,
  });
  if (connection === undefined) throw options.signal?.reason;
  return connection;
}

/** For `/ready`: a round trip, not a memory of one. */
export async function checkNats(nats: Nats | undefined): Promise<PartState> {
  if (nats === undefined || !nats.connected()) return { ok: false, detail: "not connected" };
  await nats.connection.flush();
  return { ok: true };
}

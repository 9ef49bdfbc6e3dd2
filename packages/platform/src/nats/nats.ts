import { jetstream, type JetStreamClient } from "@nats-io/jetstream";
import { connect, type NatsConnection } from "@nats-io/transport-node";
import type { Log } from "../process/log.ts";
import type { PartState } from "../process/http-health.ts";
import { accessOptions, type NatsAccess } from "./access.ts";
import { untilReady } from "../process/until-ready.ts";

/**
 * A process's connection to NATS. It reconnects indefinitely and quickly: what to do meanwhile is up to the caller (a runtime spools, a worker
 * waits), so a lost connection is reported immediately instead of being hidden behind buffers and timeouts.
 */
export interface Nats {
  readonly connection: NatsConnection;
  readonly jetstream: JetStreamClient;
  /** Prefix of reply subjects of this process; no other user may subscribe to them. */
  readonly inboxPrefix: string;
  readonly connected: () => boolean;
  /** Calls the listener on every change; returns an unsubscribe function. */
  readonly onChange: (listener: (connected: boolean) => void) => () => void;
  readonly close: () => Promise<void>;
}

export interface NatsOptions extends NatsAccess {
  /** Shown in the server's monitoring. */
  readonly name: string;
  /** The connecting process: replies are sent to `_INBOX.<process>.>`, to which only its user may subscribe. */
  readonly process?: "api" | "worker" | "runtime" | "migrate" | undefined;
  readonly log: Log;
  /** For a process that is stopped before its first connection. */
  readonly signal?: AbortSignal | undefined;
  /** Called when the first attempt failed, for a process that continues without NATS. */
  readonly onAway?: (() => void) | undefined;
}

const retryMillis = 250;

/** Resolves on the first connection, however long that takes; a caller that can work without does not await it. */
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
    // Well below a lease: callers have an alternative to waiting.
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

/** `waitOnFirstConnect` of the library cannot be cancelled, so the first connection is retried here. */
async function connectFirst(options: NatsOptions): Promise<NatsConnection> {
  const connection = await untilReady({
    name: "NATS",
    attempt: () =>
      connect({
        ...accessOptions(options),
        name: options.name,
        inboxPrefix: inboxPrefixOf(options),
        // A server that is restarted with new credentials refuses this process until it has them too, so authentication errors must not end the
        // retries.
        ignoreAuthErrorAbort: true,
        timeout: 2_000,
        maxReconnectAttempts: -1,
        reconnectTimeWait: retryMillis,
        reconnectJitter: 50,
        // A peer that vanished without closing is detected within about three seconds, which is less than a lease.
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

/** For `/ready`: an actual round trip, not a cached state. */
export async function checkNats(nats: Nats | undefined): Promise<PartState> {
  if (nats === undefined || !nats.connected()) return { ok: false, detail: "not connected" };
  await nats.connection.flush();
  return { ok: true };
}

import { setTimeout as waitFor } from "node:timers/promises";
import { auditEntryFields } from "@airlock/contract";
import { newId, type Log, type Metrics } from "@airlock/platform";
import { acknowledgeEntries, auditStreamLag, takeUnsentEntries, type AuditStreamLag } from "./store.ts";
import type { Postgres } from "@airlock/platform/postgres";
import type { AuditReceiver } from "./receiver.ts";

export interface AuditStreamOptions {
  readonly postgres: Postgres;
  readonly receiver: AuditReceiver;
  readonly metrics: Metrics;
  readonly log: Log;
  readonly restMillis?: number;
  readonly maxBackoffMillis?: number;
}

const maxEntries = 500;
/** Longer than a batch takes. When a worker stops, another one takes over after this time. */
const leaseSeconds = 30;

/** Sends every entry of the audit to the receiver: each chain in order, at least once, by a cursor in Postgres. */
export function startAuditStream(options: AuditStreamOptions): { readonly stop: () => Promise<void> } {
  const { postgres, receiver, metrics, log, restMillis = 2_000, maxBackoffMillis = 60_000 } = options;
  const owner = newId();
  const stopping = new AbortController();
  let lag: AuditStreamLag = { entries: 0, oldest: null };
  const sent = metrics.counter("airlock_audit_stream_sent_total", "Audit entries that the receiver has acknowledged.");
  const failures = metrics.counter("airlock_audit_stream_failures_total", "Batches of audit entries that failed and are sent again.");
  metrics.gauge("airlock_audit_stream_lag_entries", "Audit entries that the receiver has not acknowledged.", () => lag.entries);
  metrics.gauge("airlock_audit_stream_lag_seconds", "Age of the oldest of them.", () =>
    lag.oldest === null ? 0 : Math.max(0, (Date.now() - lag.oldest.getTime()) / 1000),
  );

  /** Returns whether there may be more to send. */
  async function sendBatch(): Promise<boolean> {
    lag = await auditStreamLag(postgres);
    const entries = await takeUnsentEntries(postgres, owner, { leaseSeconds, maxEntries });
    if (entries === undefined || entries.length === 0) return false;
    await receiver.send(entries.map(auditEntryFields));
    await acknowledgeEntries(postgres, owner, entries);
    sent.add(entries.length);
    return true;
  }

  async function run(): Promise<void> {
    let failed = 0;
    while (!stopping.signal.aborted) {
      let rest = restMillis;
      try {
        if (await sendBatch()) rest = 0;
        if (failed > 0) log.info("the audit stream works again");
        failed = 0;
      } catch (error) {
        failures.add();
        if (failed === 0) log.warn({ err: error }, "the audit cannot be streamed; the same entries will be sent again");
        rest = Math.min(maxBackoffMillis, restMillis * 2 ** failed);
        failed = Math.min(failed + 1, 20);
      }
      await waitFor(rest, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }
  const running = run();
  return {
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}

import { setTimeout as waitFor } from "node:timers/promises";
import { auditEntryFields } from "@airlock/contract";
import { newId, type Log, type Metrics } from "@airlock/platform";
import {
  acknowledgeEntries,
  auditStreamLag,
  postponeChain,
  renewStream,
  takeUnsentEntries,
  type AuditStreamLag,
  type UnsentEntry,
} from "./store.ts";
import type { Postgres } from "@airlock/platform/postgres";
import { EntriesRefused, type AuditReceiver } from "./receiver.ts";

export interface AuditStreamOptions {
  readonly postgres: Postgres;
  readonly receiver: AuditReceiver;
  readonly metrics: Metrics;
  readonly log: Log;
  readonly restMillis?: number;
  readonly maxBackoffMillis?: number;
}

const maxEntries = 500;
/** Longer than one request takes. When a worker stops, another one takes over after this time. */
const leaseSeconds = 30;

/**
 * Sends every entry of the audit to the receiver: each chain in order, at least once, by a cursor in Postgres. A batch that the receiver refuses is
 * split; an entry that it refuses alone holds back its own chain, and is tried again, because an entry is never left out.
 */
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

  /** Chains whose next entry was refused, by organisation: the number of that entry, and when it is tried again. */
  const held = new Map<string, { readonly number: string; readonly until: number }>();

  /** Returns whether there may be more to send. */
  async function sendBatch(): Promise<boolean> {
    lag = await auditStreamLag(postgres);
    const entries = await takeUnsentEntries(postgres, owner, { leaseSeconds, maxEntries });
    if (entries === undefined) return false;
    const now = performance.now();
    // Decided once for a whole chain: none of its entries may overtake the one that is held.
    const later = new Set([...held].filter(([, { until }]) => until > now).map(([organisationId]) => organisationId));
    for (const [organisationId, [first]] of Map.groupBy(entries, (entry) => entry.organisation_id)) {
      if (first !== undefined && later.has(organisationId)) await postponeChain(postgres, owner, first);
    }
    const due = entries.filter((entry) => !later.has(entry.organisation_id));
    await deliver(due, new Set());
    return due.length > 0;
  }

  /** Adds the organisations of entries that were refused alone to `left`, and sends no later entries of theirs. */
  async function deliver(entries: readonly UnsentEntry[], left: Set<string>): Promise<void> {
    const [first] = entries;
    if (first === undefined) return;
    try {
      await receiver.send(entries.map(auditEntryFields));
    } catch (error) {
      if (!(error instanceof EntriesRefused)) throw error;
      failures.add();
      if (entries.length === 1) {
        left.add(first.organisation_id);
        return hold(first, error);
      }
      for (const part of [entries.slice(0, entries.length / 2), entries.slice(entries.length / 2)]) {
        if (stopping.signal.aborted || !(await renewStream(postgres, owner, leaseSeconds))) return;
        await deliver(
          part.filter((entry) => !left.has(entry.organisation_id)),
          left,
        );
      }
      return;
    }
    await acknowledgeEntries(postgres, owner, entries);
    for (const { organisation_id } of entries) held.delete(organisation_id);
    sent.add(entries.length);
  }

  async function hold(entry: UnsentEntry, error: EntriesRefused): Promise<void> {
    const { organisation_id: organisationId, number } = entry;
    if (held.get(organisationId)?.number !== number) {
      log.error({ err: error, organisationId, number }, "the receiver refuses an audit entry; its organisation's later ones wait for it");
    }
    held.set(organisationId, { number, until: performance.now() + maxBackoffMillis });
    await postponeChain(postgres, owner, entry);
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

import { encodeRefusals, type LoggedRefusal } from "@airlock/contract";
import { NotAcknowledged, type Counter } from "@airlock/platform";
import { Quota } from "../execution/quotas.ts";

export interface RefusedRequests {
  /** Never waits and never throws. */
  readonly add: (refusal: LoggedRefusal) => void;
  readonly stop: () => Promise<void>;
}

export interface RefusedRequestsOptions {
  readonly connected: () => boolean;
  /** Resolves when it is stored. */
  readonly publish: (payload: string) => Promise<void>;
  readonly metrics: { readonly sent: Counter; readonly notStored: Counter };
  readonly now?: () => number;
}

const flushMillis = 250;
/** Of one key in a second, twice as many after a pause. */
const perSecondOfKey = 20;
/**
 * Of one organisation: as many at once, then one a second. A flood of a month is then at most 2.6 million rows of each runtime, whatever
 * the number of its keys.
 */
const perSecondOfOrganisation = 1;
const burstOfOrganisation = 5_000;
/** Of one message, and so of all that wait between two flushes. */
const maxWaiting = 500;
const maxWaitingBytes = 256 * 1024;
/** Keys with refusals beyond the limit that are remembered. */
const maxKeys = 1_000;

/** Refused requests of a key that were not stored: the last of them, and how many there are. */
interface Beyond {
  readonly last: LoggedRefusal;
  readonly count: number;
}

/**
 * Sends refused requests to the worker, best effort and bounded. What is beyond a limit is counted: the last of it follows as soon as the
 * limit allows, with the number of those that it stands for, so that counts are right after a flood that ends abruptly, too.
 */
export function createRefusedRequests(options: RefusedRequestsOptions): RefusedRequests {
  const { connected, publish, metrics, now = () => performance.now() } = options;
  const ofKey = new Quota(perSecondOfKey);
  const ofOrganisation = new Quota(perSecondOfOrganisation, burstOfOrganisation);
  const beyond = new Map<string, Beyond>();
  let waiting: LoggedRefusal[] = [];
  let waitingBytes = 0;
  /** One message at a time: behind a slow NATS no more than one and what waits is in memory. */
  let sending: Promise<void> | undefined;

  function takes({ keyId, organisationId }: LoggedRefusal): boolean {
    const at = now();
    if (waiting.length >= maxWaiting || waitingBytes >= maxWaitingBytes) return false;
    if (ofKey.wait(keyId, at) > 0 || ofOrganisation.wait(organisationId, at) > 0) return false;
    ofKey.spend(keyId, 1, at);
    ofOrganisation.spend(organisationId, 1, at);
    return true;
  }

  function queue(refusal: LoggedRefusal): void {
    waiting.push(refusal);
    waitingBytes += sizeOf(refusal);
  }

  function remember(refusal: LoggedRefusal): void {
    const before = beyond.get(refusal.keyId);
    if (before === undefined && beyond.size >= maxKeys) return;
    // One that waited for a message may be older than those that came while NATS was away.
    const last = before !== undefined && before.last.at > refusal.at ? before.last : refusal;
    beyond.set(refusal.keyId, { last, count: (before?.count ?? 0) + 1 + refusal.notStored });
  }

  function add(refusal: LoggedRefusal): void {
    if (!connected() || !takes(refusal)) {
      metrics.notStored.add();
      return remember(refusal);
    }
    const notStored = beyond.get(refusal.keyId)?.count ?? 0;
    beyond.delete(refusal.keyId);
    queue({ ...refusal, notStored });
  }

  function flush(): void {
    if (sending !== undefined) return;
    if (!connected()) return drop(takeWaiting());
    for (const [keyId, { last, count }] of beyond) {
      if (!takes(last)) continue;
      beyond.delete(keyId);
      queue({ ...last, notStored: count - 1 });
    }
    if (waiting.length > 0) sending = send(takeWaiting()).finally(() => (sending = undefined));
  }

  async function send(refusals: readonly LoggedRefusal[]): Promise<void> {
    try {
      await publish(encodeRefusals(refusals));
      metrics.sent.add(refusals.length);
    } catch (error) {
      // What may be stored is not counted again.
      if (error instanceof NotAcknowledged && !error.maybeStored) drop(refusals);
      else metrics.notStored.add(refusals.length);
    }
  }

  /** There is nothing to spool them in: only the last of each key, and their number, wait for NATS. */
  function drop(refusals: readonly LoggedRefusal[]): void {
    metrics.notStored.add(refusals.length);
    for (const refusal of refusals) remember(refusal);
  }

  function takeWaiting(): readonly LoggedRefusal[] {
    const taken = waiting;
    waiting = [];
    waitingBytes = 0;
    return taken;
  }

  const flushing = setInterval(flush, flushMillis);
  flushing.unref();
  return {
    add,
    stop: async () => {
      clearInterval(flushing);
      await sending;
      flush();
      await sending;
    },
  };
}

/** Characters of what a caller chooses, and room for the rest. */
function sizeOf({ address, userAgent, fields }: LoggedRefusal): number {
  return fields.reduce((sum, { field, message }) => sum + field.length + message.length + 30, 500 + address.length + userAgent.length);
}

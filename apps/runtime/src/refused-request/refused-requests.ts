import { encodeRefusals, type LoggedRefusal } from "@airlock/contract";
import { NotAcknowledged, type Counter } from "@airlock/platform";
import { Quota } from "../execution/quotas.ts";

export interface RefusedRequests {
  /** Never blocks and never throws. */
  readonly add: (refusal: LoggedRefusal) => void;
  readonly stop: () => Promise<void>;
}

export interface RefusedRequestsOptions {
  readonly connected: () => boolean;
  /** Resolves when the message is stored. */
  readonly publish: (payload: string) => Promise<void>;
  readonly metrics: { readonly sent: Counter; readonly notStored: Counter };
  readonly now?: () => number;
}

const flushMillis = 250;
/** Limit per key, with a burst of twice as many. */
const perSecondOfKey = 20;
/**
 * Limit per organisation: the burst, then one per second. A month of flooding stores at most 2.6 million rows per runtime, however many keys it uses.
 */
const perSecondOfOrganisation = 1;
const burstOfOrganisation = 5_000;
/** Limits of one message, and so of all that wait between two flushes. */
const maxWaiting = 500;
const maxWaitingBytes = 256 * 1024;
/** Limit of keys for which refusals beyond the limit are counted. Once it is reached, organisations have equal shares of it. */
const maxKeys = 1_000;

/** Refused requests of a key that were not stored: the last of them and their number. */
interface Beyond {
  readonly last: LoggedRefusal;
  readonly count: number;
}

/**
 * Sends refused requests to the worker, best effort and bounded. Requests beyond a limit are counted: the last one is sent as soon as the limit
 * allows, with the number that it represents, so that counts are right even after a flood that ends abruptly.
 */
export function createRefusedRequests(options: RefusedRequestsOptions): RefusedRequests {
  const { connected, publish, metrics, now = () => performance.now() } = options;
  const ofKey = new Quota(perSecondOfKey);
  const ofOrganisation = new Quota(perSecondOfOrganisation, burstOfOrganisation);
  /** By organisation and key. */
  const beyond = new Map<string, Map<string, Beyond>>();
  let keysBeyond = 0;
  let waiting: LoggedRefusal[] = [];
  let waitingBytes = 0;
  /** One message at a time: with a slow NATS, memory holds one message and those that wait. */
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
    const { organisationId, keyId } = refusal;
    const before = beyond.get(organisationId)?.get(keyId);
    if (before === undefined && keysBeyond >= maxKeys && !makeRoom(organisationId)) return;
    // A refusal that waited in a message may be older than those that arrived while NATS was unavailable.
    const last = before !== undefined && before.last.at > refusal.at ? before.last : refusal;
    const own = beyond.get(organisationId) ?? new Map<string, Beyond>();
    own.set(keyId, { last, count: (before?.count ?? 0) + 1 + refusal.notStored });
    beyond.set(organisationId, own);
    if (before === undefined) keysBeyond += 1;
  }

  /** Forgets a key of the organisation with the most keys, unless this one has its share. */
  function makeRoom(organisationId: string): boolean {
    const own = beyond.get(organisationId)?.size ?? 0;
    if (own >= Math.floor(maxKeys / (beyond.size + (own === 0 ? 1 : 0)))) return false;
    const [largest] = [...beyond].reduce((larger, one) => (one[1].size > larger[1].size ? one : larger));
    const [keyId] = beyond.get(largest)?.keys() ?? [];
    if (keyId !== undefined) forget(largest, keyId);
    return true;
  }

  /** Returns the number of its refusals beyond the limit. */
  function forget(organisationId: string, keyId: string): number {
    const own = beyond.get(organisationId);
    const count = own?.get(keyId)?.count ?? 0;
    if (own?.delete(keyId) === true) keysBeyond -= 1;
    if (own?.size === 0) beyond.delete(organisationId);
    return count;
  }

  function add(refusal: LoggedRefusal): void {
    if (!connected() || !takes(refusal)) {
      metrics.notStored.add();
      return remember(refusal);
    }
    queue({ ...refusal, notStored: forget(refusal.organisationId, refusal.keyId) });
  }

  function flush(): void {
    if (sending !== undefined) return;
    if (!connected()) return drop(takeWaiting());
    for (const [organisationId, own] of beyond) {
      for (const [keyId, { last, count }] of own) {
        if (!takes(last)) continue;
        forget(organisationId, keyId);
        queue({ ...last, notStored: count - 1 });
      }
    }
    if (waiting.length > 0) sending = send(takeWaiting()).finally(() => (sending = undefined));
  }

  async function send(refusals: readonly LoggedRefusal[]): Promise<void> {
    try {
      await publish(encodeRefusals(refusals));
      metrics.sent.add(refusals.length);
    } catch (error) {
      // Refusals that may be stored are not counted again.
      if (error instanceof NotAcknowledged && !error.maybeStored) drop(refusals);
      else metrics.notStored.add(refusals.length);
    }
  }

  /** Refusals are not spooled: only the last of each key and the count are kept until NATS is available. */
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

/** Characters that the caller chooses, plus an allowance for the rest. */
function sizeOf({ address, userAgent, fields }: LoggedRefusal): number {
  return fields.reduce((sum, { field, message }) => sum + field.length + message.length + 30, 500 + address.length + userAgent.length);
}

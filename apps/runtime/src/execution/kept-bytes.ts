import { keptAnswerMillis } from "@airlock/contract";

const sliceMillis = 60 * 60 * 1_000;
/** One more than the slices for which answers are stored: the oldest counts until all of it has expired. */
const slices = keptAnswerMillis / sliceMillis + 1;
/** An entry without its answer: subject, hashes, headers. */
const entryBytes = 300;

/** Bytes that this process stores for each organisation in the bucket `answers`, in hourly slices. */
export class KeptBytes {
  readonly #limit: number;
  readonly #kept = new Map<string, Map<number, number>>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** An entry stays for as long as an answer does, also when its key is released: as a marker of the deletion. */
  addEntry(organisationId: string, now: number): void {
    this.#add(organisationId, entryBytes, now);
  }

  addAnswer(organisationId: string, answer: string, now: number): void {
    this.#add(organisationId, Buffer.byteLength(answer), now);
  }

  #add(organisationId: string, bytes: number, now: number): void {
    const slice = Math.floor(now / sliceMillis);
    const own = this.#current(organisationId, slice) ?? new Map<number, number>();
    own.set(slice, (own.get(slice) ?? 0) + bytes);
    this.#kept.set(organisationId, own);
  }

  /** 0 while the organisation is below its limit, otherwise the seconds until enough has expired. */
  wait(organisationId: string, now: number): number {
    const own = this.#current(organisationId, Math.floor(now / sliceMillis));
    let bytes = 0;
    for (const count of own?.values() ?? []) bytes += count;
    if (bytes < this.#limit) return 0;
    // Slices are ordered by time.
    for (const [slice, count] of own ?? []) {
      bytes -= count;
      if (bytes < this.#limit) return Math.ceil(((slice + slices) * sliceMillis - now) / 1000);
    }
    return Math.ceil(sliceMillis / 1000);
  }

  #current(organisationId: string, slice: number): Map<number, number> | undefined {
    const own = this.#kept.get(organisationId);
    for (const old of own?.keys() ?? []) if (old <= slice - slices) own?.delete(old);
    if (own?.size === 0) this.#kept.delete(organisationId);
    return own;
  }
}

interface Limits {
  readonly each: number;
  readonly all: number;
}

/**
 * Concurrency limits per owner and in total, so that slow or large calls of one owner leave capacity for others. A call that is heavier than its
 * owner's share counts as the whole share: it is admitted when its owner has no other calls.
 */
export class Lanes {
  readonly #limits: Limits;
  readonly #taken = new Map<string, number>();
  #total = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /** Returns undefined if there is no capacity. */
  enter(owner: string, weight = 1): Lane | undefined {
    const capped = Math.min(weight, this.#limits.each);
    return this.add(owner, capped) ? new Lane(this, owner, capped) : undefined;
  }

  /** The total weight of admitted calls. */
  inside(): number {
    return this.#total;
  }

  /** Whether the owner itself is at its limit. */
  isFull(owner: string): boolean {
    return (this.#taken.get(owner) ?? 0) >= this.#limits.each;
  }

  /** The weight that a call counts as. */
  capped(weight: number): number {
    return Math.min(weight, this.#limits.each);
  }

  add(owner: string, weight: number): boolean {
    const own = this.#taken.get(owner) ?? 0;
    if (own + weight > this.#limits.each || this.#total + weight > this.#limits.all) return false;
    this.#taken.set(owner, own + weight);
    this.#total += weight;
    return true;
  }

  subtract(owner: string, weight: number): void {
    this.#total -= weight;
    const left = (this.#taken.get(owner) ?? weight) - weight;
    if (left === 0) this.#taken.delete(owner);
    else this.#taken.set(owner, left);
  }
}

/** One call's part of its owner's share, until it leaves. */
export class Lane {
  readonly #lanes: Lanes;
  readonly #owner: string;
  #weight: number;

  constructor(lanes: Lanes, owner: string, weight: number) {
    this.#lanes = lanes;
    this.#owner = owner;
    this.#weight = weight;
  }

  /** For a call that turns out to be heavier. Returns false, without a change, if there is no capacity. */
  growTo(weight: number): boolean {
    const more = this.#lanes.capped(weight) - this.#weight;
    if (more <= 0) return true;
    if (!this.#lanes.add(this.#owner, more)) return false;
    this.#weight += more;
    return true;
  }

  /** Idempotent. */
  leave(): void {
    if (this.#weight > 0) this.#lanes.subtract(this.#owner, this.#weight);
    this.#weight = 0;
  }
}

export function createLanes(limits: Limits): Lanes {
  return new Lanes(limits);
}

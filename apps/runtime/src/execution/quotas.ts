/** Seconds of the rate that may be spent at once after a pause. */
const burstSeconds = 2;
/** Owners that are remembered; one that is forgotten begins with a full bucket. */
const maxOwners = 10_000;

interface Level {
  tokens: number;
  at: number;
}

/**
 * Decisions per second for each owner, as a token bucket. A call is admitted while at least one token is left and may then spend more than there
 * are: a batch goes into debt, and its owner waits until the debt is paid.
 */
export class Quota {
  readonly #perSecond: number;
  readonly #levels = new Map<string, Level>();

  constructor(perSecond: number) {
    this.#perSecond = perSecond;
  }

  /** 0 when a call of this owner is admitted now, otherwise the seconds until one is. Nothing is spent. */
  wait(owner: string, now: number): number {
    const { tokens } = this.#levelOf(owner, now);
    return tokens >= 1 ? 0 : Math.ceil((1 - tokens) / this.#perSecond);
  }

  spend(owner: string, decisions: number, now: number): void {
    this.#levelOf(owner, now).tokens -= decisions;
  }

  #levelOf(owner: string, now: number): Level {
    const most = Math.max(1, this.#perSecond * burstSeconds);
    let level = this.#levels.get(owner);
    if (level === undefined) {
      if (this.#levels.size >= maxOwners) this.#levels.clear();
      level = { tokens: most, at: now };
      this.#levels.set(owner, level);
    }
    level.tokens = Math.min(most, level.tokens + ((now - level.at) / 1000) * this.#perSecond);
    level.at = now;
    return level;
  }
}

/** Undefined for 0, which means no quota. */
export function quotaOf(perSecond: number): Quota | undefined {
  return perSecond > 0 ? new Quota(perSecond) : undefined;
}

import type { Problem } from "@airlock/contract";
import type { Caller } from "../key/keys.ts";

/** Default burst, in seconds of the rate. */
const burstSeconds = 2;
/** Limit of remembered owners. A forgotten owner starts with a full bucket. */
const maxOwners = 10_000;

interface Level {
  tokens: number;
  at: number;
}

/**
 * Decisions per second of each owner, as a token bucket. A call is admitted while at least one token is left and may then overspend: a batch goes
 * into debt, and its owner waits until the debt is paid.
 */
export class Quota {
  readonly #perSecond: number;
  readonly #burst: number;
  readonly #levels = new Map<string, Level>();

  constructor(perSecond: number, burst = perSecond * burstSeconds) {
    this.#perSecond = perSecond;
    this.#burst = Math.max(1, burst);
  }

  /** 0 if a call of this owner is admitted now, otherwise the seconds until it is. Spends nothing. */
  wait(owner: string, now: number): number {
    const { tokens } = this.#levelOf(owner, now);
    return tokens >= 1 ? 0 : Math.ceil((1 - tokens) / this.#perSecond);
  }

  spend(owner: string, decisions: number, now: number): void {
    this.#levelOf(owner, now).tokens -= decisions;
  }

  #levelOf(owner: string, now: number): Level {
    let level = this.#levels.get(owner);
    if (level === undefined) {
      if (this.#levels.size >= maxOwners) this.#levels.clear();
      level = { tokens: this.#burst, at: now };
      this.#levels.set(owner, level);
    }
    level.tokens = Math.min(this.#burst, level.tokens + ((now - level.at) / 1000) * this.#perSecond);
    level.at = now;
    return level;
  }
}

export interface CallerQuotas {
  /** 0 if a call is admitted now, otherwise the seconds until it is. */
  readonly wait: (caller: Caller) => number;
  readonly spend: (caller: Caller, decisions: number) => void;
}

/** Both quotas of a caller; 0 decisions per second means no quota. */
export function createCallerQuotas(options: { readonly organisationPerSecond: number; readonly keyPerSecond: number }): CallerQuotas {
  const ofOrganisation = quotaOf(options.organisationPerSecond);
  const ofKey = quotaOf(options.keyPerSecond);
  if (ofOrganisation === undefined && ofKey === undefined) return { wait: () => 0, spend: () => undefined };
  return {
    wait: ({ organisationId, keyId }) => {
      const now = performance.now();
      return Math.max(ofOrganisation?.wait(organisationId, now) ?? 0, ofKey?.wait(keyId, now) ?? 0);
    },
    spend: ({ organisationId, keyId }, decisions) => {
      const now = performance.now();
      ofOrganisation?.spend(organisationId, decisions, now);
      ofKey?.spend(keyId, decisions, now);
    },
  };
}

/** Problem and headers of a call beyond its quota. */
export function quotaExceeded(seconds: number): [Problem, Readonly<Record<string, string>>] {
  return [{ code: "QUOTA_EXCEEDED", details: { seconds: String(seconds) } }, { "retry-after": String(seconds) }];
}

function quotaOf(perSecond: number): Quota | undefined {
  return perSecond > 0 ? new Quota(perSecond) : undefined;
}

import type { Identity, Tokens } from "./identity.ts";

/** Runs `work` while no other window runs anything under the same lock. */
export type Lock = <Result>(work: () => Promise<Result>) => Promise<Result>;

export interface RenewalParts {
  readonly identity: Pick<Identity, "read" | "refresh">;
  readonly lock: Lock;
  /** Seconds since 1970. */
  readonly now: () => number;
}

/**
 * New tokens to replace a stale access token. Refresh tokens work once, and using one twice ends the session in every window. So windows queue for a
 * lock, and each checks first whether another one has renewed already.
 */
export function createRenewal({ identity, lock, now }: RenewalParts): (stale: string | undefined) => Promise<Tokens> {
  let underWay: { readonly stale: string | undefined; readonly result: Promise<Tokens> } | undefined;
  return (stale) => {
    if (underWay?.stale === stale && underWay !== undefined) return underWay.result;
    const result = lock(async () => {
      const stored = await identity.read();
      if (!stored) throw new Error("Another window has logged out.");
      if (stored.accessToken !== stale && stored.expiresAt > now()) return stored;
      return identity.refresh();
    });
    const current = { stale, result };
    underWay = current;
    const finish = () => {
      if (underWay === current) underWay = undefined;
    };
    result.then(finish, finish);
    return result;
  };
}

import type { LookupAddress } from "node:dns";
import type { LookupFunction } from "node:net";
import type { EgressPolicy } from "./egress-policy.ts";
import { EgressRefusal, refuseAddress } from "./egress-refusal.ts";

export interface Lookup {
  /** The organisation that makes the lookup. */
  readonly owner: string;
  /** Aborted when the web call has ended: `found` is then no longer called. */
  readonly signal?: AbortSignal | undefined;
}

/** A name that does not exist has no addresses. */
export type Resolve = (host: string, found: (error: Error | null, addresses: readonly LookupAddress[]) => void, lookup: Lookup) => void;

/**
 * Resolves a name and returns only addresses that may be called. The connection is made to exactly these addresses, so DNS rebinding gains nothing.
 * One forbidden address among them refuses the whole name: a mix of both suggests an attack.
 */
export function checkedLookup(policy: EgressPolicy, host: string, port: number, resolve: Resolve, lookup: Lookup): LookupFunction {
  return (_, options, done) => {
    const check: Parameters<Resolve>[1] = (error, addresses) => {
      const [first] = addresses;
      if (error instanceof EgressRefusal) {
        done(error, "");
        return;
      }
      if (error !== null || first === undefined) {
        done(new EgressRefusal("WEB_CALL_FAILED", `${host} was not found.`), "");
        return;
      }
      for (const { address } of addresses) {
        const why = policy.whyNotAddress(address, host, port);
        if (why === undefined) continue;
        done(refuseAddress(why), "");
        return;
      }
      if (options.all === true) done(null, [...addresses]);
      else done(null, first.address, first.family);
    };
    resolve(host, check, lookup);
  };
}

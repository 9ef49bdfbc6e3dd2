import type { LookupAddress } from "node:dns";
import type { LookupFunction } from "node:net";
import type { EgressPolicy } from "./egress-policy.ts";
import { EgressRefusal, refuseAddress } from "./egress-refusal.ts";

export interface Lookup {
  /** The organisation that the name is looked up for. */
  readonly owner: string;
  /** Aborted when the web call is over: `found` is then not called any more. */
  readonly signal?: AbortSignal | undefined;
}

/** A name that does not exist has no addresses. */
export type Resolve = (host: string, found: (error: Error | null, addresses: readonly LookupAddress[]) => void, lookup: Lookup) => void;

/**
 * Finds a name's addresses and hands on only what may be connected to. The connection is made to exactly these addresses, so a name
 * that answers differently the second time gains nothing. One closed address among them refuses the whole name: who mixes
 * both is trying something.
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

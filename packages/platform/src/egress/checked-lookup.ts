import type { LookupAddress } from "node:dns";
import { lookup as systemLookup } from "node:dns";
import type { LookupFunction } from "node:net";
import type { EgressPolicy } from "./egress-policy.ts";
import { EgressRefusal } from "./egress-refusal.ts";

export type Resolve = (host: string, found: (error: Error | null, addresses: readonly LookupAddress[]) => void) => void;

// A name that is not found comes without any addresses, whatever Node's types say.
export const resolveBySystem: Resolve = (host, found) =>
  systemLookup(host, { all: true }, (error, addresses: readonly LookupAddress[] | undefined) => found(error, addresses ?? []));

/**
 * Finds a name's addresses and hands on only what may be connected to. The connection is made to exactly these addresses, so a name
 * that answers differently the second time gains nothing. One closed address among them refuses the whole name: who mixes
 * both is trying something.
 */
export function checkedLookup(policy: EgressPolicy, host: string, port: number, resolve: Resolve): LookupFunction {
  return (_, options, done) => {
    resolve(host, (error, addresses) => {
      const [first] = addresses;
      if (error !== null || first === undefined) {
        done(new EgressRefusal("WEB_CALL_FAILED", `${host} was not found.`), "");
        return;
      }
      for (const { address } of addresses) {
        const why = policy.whyNotAddress(address, host, port);
        if (why === undefined) continue;
        done(new EgressRefusal("WEB_CALL_REFUSED", `The web call was refused: ${why}.`), "");
        return;
      }
      if (options.all === true) done(null, [...addresses]);
      else done(null, first.address, first.family);
    });
  };
}

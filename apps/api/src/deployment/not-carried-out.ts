import type { CarriedOut } from "@airlock/backend/deployments";
import { refuse, type Refused } from "../outcome.ts";

/** The problem of a change that is stored but that runtimes have not carried out; undefined when they have. */
export function notCarriedOut(result: CarriedOut): Refused | undefined {
  switch (result.kind) {
    case "unreachable":
      return refuse("DEPLOYMENTS_UNAVAILABLE");
    case "open": {
      const details = result.runtimes.length === 0 ? {} : { runtimes: result.runtimes.join(", ") };
      return { kind: "refused", problem: { code: "DEPLOYMENT_NOT_CONFIRMED", details } };
    }
    case "confirmed":
    case "error":
      return undefined;
  }
}

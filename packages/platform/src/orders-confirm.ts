import type { RuntimeLease } from "@airlock/contract";
import type { Runtimes } from "./orders-runtimes.ts";

/** What the live runtimes made of an order. */
export type Confirmation =
  | { readonly kind: "confirmed" }
  /** Carried out, but a runtime could not make the version serve. */
  | { readonly kind: "error"; readonly message: string }
  /** These runtimes have not said so in time; none at all for a deployment that nobody could take. */
  | { readonly kind: "open"; readonly runtimes: readonly string[] };

export interface Order {
  readonly versionId: string;
  /** Of the `deployments` entry that says it. */
  readonly revision: number;
  readonly desired: "serving" | "stopped";
}

/** Pure: the state of an order by the leases as they are now. */
export function confirmation(order: Order, leases: readonly RuntimeLease[]): Confirmation {
  const open = leases.filter((lease) => !hasCarriedOut(order, lease)).map((lease) => lease.runtimeId);
  if (open.length > 0 || (order.desired === "serving" && leases.length === 0)) return { kind: "open", runtimes: open };
  if (order.desired === "stopped") return { kind: "confirmed" };
  const failed = leases.flatMap((lease) => {
    const version = lease.versions[order.versionId];
    return version?.status === "error" ? [`${lease.runtimeId}: ${version.message ?? "it cannot serve this version"}`] : [];
  });
  return failed.length > 0 ? { kind: "error", message: failed.join("; ") } : { kind: "confirmed" };
}

/** By the bucket revision it has carried out, or by the version's own entry; a stop also by not serving any more. */
function hasCarriedOut(order: Order, lease: RuntimeLease): boolean {
  const version = lease.versions[order.versionId];
  return (lease.applied ?? 0) >= order.revision || (version?.revision ?? 0) >= order.revision;
}

/** Waits until the order is carried out everywhere or the time is up. A runtime that dies meanwhile is not waited for beyond its lease. */
export function awaitConfirmation(order: Order, runtimes: Runtimes, withinMillis: number): Promise<Confirmation> {
  return new Promise((resolve) => {
    const look = (): void => {
      const state = confirmation(order, runtimes.live());
      if (state.kind !== "open") finish(state);
    };
    const forget = runtimes.onChange(look);
    const timer = setTimeout(() => finish(confirmation(order, runtimes.live())), withinMillis);
    function finish(state: Confirmation): void {
      forget();
      clearTimeout(timer);
      resolve(state);
    }
    look();
  });
}

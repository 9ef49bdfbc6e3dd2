import type { RuntimeLease } from "@airlock/contract";
import type { Runtimes } from "./runtimes.ts";

/** How far the live runtimes have applied a change. */
export type Confirmation =
  | { readonly kind: "confirmed" }
  /** Applied, but a runtime could not serve the version. */
  | { readonly kind: "error"; readonly message: string }
  /** These runtimes have not confirmed in time; empty if there is no runtime to serve the deployment. */
  | { readonly kind: "open"; readonly runtimes: readonly string[] };

export interface Order {
  readonly versionId: string;
  /** Revision of its `deployments` entry. */
  readonly revision: number;
  readonly desired: "serving" | "stopped";
}

/** Pure: the state of a deployment by the current leases. */
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

/**
 * By the version's own entry, or by the applied revision of the bucket unless the runtime refused this version's entry. A revision alone is no proof:
 * a bucket that was created again counts from 1, and a runtime reports the revision of the entry that it has from the one before.
 */
function hasCarriedOut({ versionId, revision, desired }: Order, { applied = 0, refused = [], versions }: RuntimeLease): boolean {
  const own = versions[versionId];
  if (own !== undefined && own.revision >= revision && (own.status === "stopped") === (desired === "stopped")) return true;
  return applied >= revision && !refused.includes(versionId);
}

/** A change of keys, and the last revision of the bucket `keys` that it wrote. */
export interface KeysOrder {
  readonly keyIds: readonly string[];
  readonly revision: number;
}

/** The release of a solution, and the revision of the bucket `releases` that it wrote. */
export interface ReleaseOrder {
  readonly solutionId: string;
  readonly revision: number;
}

/** Pure: whether every live runtime has applied the release. Without any runtime it is open, like a deployment: nothing answers at its key. */
export function releaseConfirmation({ solutionId, revision }: ReleaseOrder, leases: readonly RuntimeLease[]): Confirmation {
  const hasApplied = ({ appliedReleases = 0, refusedReleases = [] }: RuntimeLease): boolean =>
    appliedReleases >= revision && !refusedReleases.includes(solutionId);
  const open = leases.filter((lease) => !hasApplied(lease)).map(({ runtimeId }) => runtimeId);
  return open.length > 0 || leases.length === 0 ? { kind: "open", runtimes: open } : { kind: "confirmed" };
}

/** Pure: whether every live runtime has applied these keys. Without any runtime they count as confirmed: none could accept them. */
export function keysConfirmation({ keyIds, revision }: KeysOrder, leases: readonly RuntimeLease[]): Confirmation {
  const hasApplied = ({ appliedKeys = 0, refusedKeys = [] }: RuntimeLease): boolean =>
    appliedKeys >= revision && !keyIds.some((keyId) => refusedKeys.includes(keyId));
  const open = leases.filter((lease) => !hasApplied(lease)).map(({ runtimeId }) => runtimeId);
  return open.length > 0 ? { kind: "open", runtimes: open } : { kind: "confirmed" };
}

/** Waits until all runtimes have applied the deployment or the time is up. A runtime that dies is waited for only until its lease expires. */
export function awaitConfirmation(order: Order, runtimes: Runtimes, withinMillis: number): Promise<Confirmation> {
  return awaitLeases((leases) => confirmation(order, leases), runtimes, withinMillis);
}

/** The same for a change of keys. */
export function awaitKeysConfirmation(order: KeysOrder, runtimes: Runtimes, withinMillis: number): Promise<Confirmation> {
  return awaitLeases((leases) => keysConfirmation(order, leases), runtimes, withinMillis);
}

/** The same for a release. */
export function awaitReleaseConfirmation(order: ReleaseOrder, runtimes: Runtimes, withinMillis: number): Promise<Confirmation> {
  return awaitLeases((leases) => releaseConfirmation(order, leases), runtimes, withinMillis);
}

function awaitLeases(
  stateOf: (leases: readonly RuntimeLease[]) => Confirmation,
  runtimes: Runtimes,
  withinMillis: number,
): Promise<Confirmation> {
  // Until the leases have been read, none of them would confirm a stop.
  const current = (): Confirmation => {
    const live = runtimes.live();
    return runtimes.isSynced() ? stateOf(live) : { kind: "open", runtimes: live.map(({ runtimeId }) => runtimeId) };
  };
  return new Promise((resolve) => {
    const look = (): void => {
      const state = current();
      if (state.kind !== "open") finish(state);
    };
    const forget = runtimes.onChange(look);
    const timer = setTimeout(() => finish(current()), withinMillis);
    function finish(state: Confirmation): void {
      forget();
      clearTimeout(timer);
      resolve(state);
    }
    look();
  });
}

import type { Runtimes } from "@airlock/backend/deployments";
import type { VersionRow } from "./store.ts";

type Status = Pick<VersionRow, "deployment_status" | "deployment_message">;

/**
 * The current status of a version as reported by the runtimes. Postgres has the requested state and its first result; later failures,
 * crashes and restarts of runtimes are only in the leases. While those cannot be read, the stored status is returned.
 */
export function liveStatus(row: VersionRow, runtimes: Pick<Runtimes, "live" | "isSynced">): Status {
  if (row.desired === null || !runtimes.isSynced()) return row;
  const leases = runtimes.live().map(({ runtimeId, versions }) => ({ runtimeId, reported: versions[row.id] }));
  const serving = leases.filter(({ reported }) => reported?.status === "serving");
  if (row.desired === "stopped") {
    if (serving.length === 0) return { deployment_status: "stopped", deployment_message: "" };
    return { deployment_status: "error", deployment_message: `Still served by ${named(serving)}.` };
  }
  const failed = leases.filter(({ reported }) => reported?.status === "error");
  const behind = leases.filter(({ reported }) => reported === undefined || reported.status === "stopped");
  const message = [
    ...failed.map(({ runtimeId, reported }) => `${runtimeId}: ${reported?.message ?? "it cannot serve this version"}`),
    ...(behind.length === 0 ? [] : [`Not served yet by ${named(behind)}.`]),
    ...(leases.length === 0 ? ["No runtime is running."] : []),
  ].join("; ");
  return { deployment_status: failed.length === 0 && serving.length > 0 ? "serving" : "error", deployment_message: message };
}

export function withLiveStatus(row: VersionRow, runtimes: Pick<Runtimes, "live" | "isSynced">): VersionRow {
  return { ...row, ...liveStatus(row, runtimes) };
}

function named(leases: readonly { readonly runtimeId: string }[]): string {
  return leases.map(({ runtimeId }) => runtimeId).join(", ");
}

import type { ReleaseEntry } from "@airlock/contract";
import type { Tx } from "@airlock/platform/postgres";

type RolloutEntries = Pick<ReleaseEntry, "challenger" | "shadow">;

/** The running rollouts in the entry of a solution's release. A rollout whose version is not served yet is omitted. */
export async function readRolloutEntries(tx: Tx, solutionId: string): Promise<RolloutEntries> {
  const rows = await tx
    .selectFrom("rollouts")
    .where("solution_id", "=", solutionId)
    .where("status", "=", "running")
    .where("began_at", "is not", null)
    .select(["id", "kind", "version_id", "share", "field"])
    .execute();
  const entries = rows.map(({ id, kind, version_id, share, field }) => {
    const entry = { rolloutId: id, versionId: version_id, share };
    return kind === "shadow" ? { shadow: entry } : { challenger: { ...entry, ...(field === null ? {} : { field }), salt: id } };
  });
  return Object.assign({}, ...entries) as RolloutEntries;
}

export function sameRollouts(a: RolloutEntries, b: RolloutEntries): boolean {
  return rolloutsOf(a) === rolloutsOf(b);
}

/** Enough for a comparison: the salt is the rollout's id, and its field and version never change. */
function rolloutsOf({ challenger, shadow }: RolloutEntries): string {
  return [challenger, shadow].map((entry) => (entry === undefined ? "" : `${entry.rolloutId} ${entry.share}`)).join();
}

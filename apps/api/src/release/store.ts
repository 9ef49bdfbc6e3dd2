import type { PageQuery } from "@airlock/contract";
import type { Tx } from "@airlock/platform/postgres";
import { sql } from "kysely";
import { readPage, type Page } from "../http/page.ts";
import type { Refused } from "../outcome.ts";
import { userNameOf } from "../user/name-sql.ts";

export interface ReleaseRow {
  readonly id: string;
  readonly solution_id: string;
  readonly number: number;
  readonly version_id: string;
  readonly version_name: string;
  readonly kind: "release" | "rollback";
  readonly reason: string;
  readonly status: "scheduled" | "live" | "ended" | "cancelled" | "failed";
  readonly begins_at: Date;
  readonly live_at: Date | null;
  readonly confirmed_at: Date | null;
  readonly ended_at: Date | null;
  readonly message: string;
  readonly created_at: Date;
  readonly created_by_name: string;
  readonly revision: number;
}

const creatorName = userNameOf(sql`releases.created_by`);

function releases(tx: Tx) {
  return tx
    .selectFrom("releases")
    .innerJoin("versions", "versions.id", "releases.version_id")
    .innerJoin("solutions", "solutions.id", "releases.solution_id")
    .where("solutions.deleted_at", "is", null)
    .select([
      "releases.id",
      "releases.solution_id",
      "releases.number",
      "releases.version_id",
      "versions.name as version_name",
      "releases.kind",
      "releases.reason",
      "releases.status",
      "releases.begins_at",
      "releases.live_at",
      "releases.confirmed_at",
      "releases.ended_at",
      "releases.message",
      "releases.created_at",
      creatorName.as("created_by_name"),
      "releases.revision",
    ]);
}

export function findRelease(tx: Tx, id: string, lock: boolean): Promise<ReleaseRow | undefined> {
  return releases(tx)
    .where("releases.id", "=", id)
    .$if(lock, (query) => query.forUpdate("releases"))
    .executeTakeFirst();
}

const id = sql<string>`releases.id`;

export function listReleases(tx: Tx, solutionId: string, query: PageQuery): Promise<Page<ReleaseRow> | Refused> {
  const ofSolution = releases(tx).where("releases.solution_id", "=", solutionId);
  return readPage(ofSolution, { ...query, sort: query.sort ?? "-createdDate" }, { sorts: { createdDate: id }, id });
}

export async function cancelRelease(tx: Tx, releaseId: string): Promise<void> {
  await tx
    .updateTable("releases")
    .set({ status: "cancelled", ended_at: sql<Date>`now()` })
    .where("id", "=", releaseId)
    .execute();
}

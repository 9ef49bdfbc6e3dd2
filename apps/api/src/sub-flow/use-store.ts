import type { PageQuery } from "@airlock/contract";
import { findSubFlow, usedVersions, type Definition } from "@airlock/flow";
import type { Tx } from "@airlock/platform/postgres";
import { sql } from "kysely";
import { readPage, type Page } from "../http/page.ts";
import type { Actor } from "../identity/actor.ts";
import type { Refused } from "../outcome.ts";

/** What uses a version: a version of a solution, or its draft (null). */
interface User {
  readonly solutionId: string;
  readonly versionId: string | null;
}

/** Replaces the stored uses of a draft or version by those of its definition. */
export async function writeUses(tx: Tx, { organisationId }: Actor, { solutionId, versionId }: User, definition: Definition): Promise<void> {
  await tx
    .deleteFrom("sub_flow_uses")
    .where("solution_id", "=", solutionId)
    .where("version_id", "is not distinct from", versionId)
    .execute();
  const uses = [...usedVersions(definition)].map((used_version_id) => ({
    organisation_id: organisationId,
    solution_id: solutionId,
    version_id: versionId,
    used_version_id,
    direct: findSubFlow(definition, used_version_id) !== undefined,
  }));
  if (uses.length > 0) await tx.insertInto("sub_flow_uses").values(uses).execute();
}

/** The versions that nodes of a solution's draft run. */
export async function versionsInDraft(tx: Tx, solutionId: string): Promise<ReadonlySet<string>> {
  const rows = await tx
    .selectFrom("sub_flow_uses")
    .where("solution_id", "=", solutionId)
    .where("version_id", "is", null)
    .where("direct", "=", true)
    .select("used_version_id")
    .execute();
  return new Set(rows.map((row) => row.used_version_id));
}

export interface SolutionUseRow {
  readonly used_version_id: string;
  readonly used_version_name: string;
  readonly solution_id: string;
  readonly solution_name: string;
  readonly version_id: string | null;
  readonly version_name: string | null;
  readonly desired: "serving" | "stopped" | null;
  readonly is_live: boolean;
  readonly direct: boolean;
}

/** By the name of the using solution; of each, the draft first, then its versions from the oldest. */
export function listUses(tx: Tx, solutionId: string, query: PageQuery): Promise<Page<SolutionUseRow> | Refused> {
  const uses = tx
    .selectFrom("sub_flow_uses as u")
    .innerJoin("versions as used", "used.id", "u.used_version_id")
    .innerJoin("solutions as s", "s.id", "u.solution_id")
    .leftJoin("versions as v", "v.id", "u.version_id")
    .where("used.solution_id", "=", solutionId)
    .where("s.deleted_at", "is", null)
    .where("v.deleted_at", "is", null)
    .select([
      "u.used_version_id",
      "used.name as used_version_name",
      "s.id as solution_id",
      "s.name as solution_name",
      "v.id as version_id",
      "v.name as version_name",
      "v.desired",
      sql<boolean>`exists (select from releases r where r.version_id = u.version_id and r.status = 'live')`.as("is_live"),
      "u.direct",
    ]);
  // Ids have no space, which sorts before all their characters.
  const id = sql<string>`s.id || ' ' || coalesce(u.version_id, '') || ' ' || u.used_version_id`;
  return readPage(uses, query, { sorts: { solutionName: sql<string>`lower(s.name)` }, id });
}

export interface SubFlowRow {
  readonly version_id: string;
  readonly version_name: string;
  readonly solution_id: string;
  readonly solution_name: string;
  readonly is_deleted: boolean;
  readonly newest_id: string | null;
  readonly newest_name: string | null;
  readonly newest_at: Date | null;
}

/** The versions that the draft of a solution runs, by the name of their solution. */
export function listSubFlows(tx: Tx, solutionId: string, query: PageQuery): Promise<Page<SubFlowRow> | Refused> {
  const used = tx
    .selectFrom("sub_flow_uses as u")
    .innerJoin("versions as used", "used.id", "u.used_version_id")
    .innerJoin("solutions as s", "s.id", "used.solution_id")
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom("versions as n")
          .innerJoin("solutions as ns", "ns.id", "n.solution_id")
          .whereRef("n.solution_id", "=", "used.solution_id")
          .where("n.deleted_at", "is", null)
          .where("ns.deleted_at", "is", null)
          // A version that has this solution inside it cannot be used.
          .where(
            sql<boolean>`not exists (
              select from sub_flow_uses i join versions inside on inside.id = i.used_version_id
              where i.version_id = n.id and inside.solution_id = ${solutionId}
            )`,
          )
          // Ids are in the order of creation.
          .orderBy("n.id", "desc")
          .limit(1)
          .select(["n.id", "n.name", "n.created_at"])
          .as("newest"),
      (join) => join.onTrue(),
    )
    .where("u.solution_id", "=", solutionId)
    .where("u.version_id", "is", null)
    .where("u.direct", "=", true)
    .select([
      "used.id as version_id",
      "used.name as version_name",
      "s.id as solution_id",
      "s.name as solution_name",
      sql<boolean>`used.deleted_at is not null or s.deleted_at is not null`.as("is_deleted"),
      "newest.id as newest_id",
      "newest.name as newest_name",
      "newest.created_at as newest_at",
    ]);
  return readPage(used, query, { sorts: { solutionName: sql<string>`lower(s.name)` }, id: sql<string>`used.id` });
}

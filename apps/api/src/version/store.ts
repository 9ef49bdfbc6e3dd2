import type { PageQuery, VersionUpdate } from "@airlock/contract";
import { parseDefinition, type Definition } from "@airlock/flow";
import { newId } from "@airlock/platform";
import type { Tx } from "@airlock/platform/postgres";
import { sql } from "kysely";
import { containing, readPage, type Page } from "../http/page.ts";
import type { Actor } from "../identity/actor.ts";
import type { Refused } from "../outcome.ts";
import type { FrozenDraft } from "./freeze-draft.ts";
import { writeUses } from "../sub-flow/use-store.ts";
import { userNameOf } from "../user/name-sql.ts";

export interface VersionRow {
  readonly id: string;
  readonly solution_id: string;
  readonly solution_name: string;
  readonly solution_key: string;
  readonly is_live: boolean;
  readonly name: string;
  readonly description: string;
  readonly hash: string;
  readonly behaviour: number;
  /** json, as the wire has it. */
  readonly models: unknown;
  /** json, as the wire has it. */
  readonly lists: unknown;
  readonly desired: "serving" | "stopped" | null;
  readonly deployment_status: "notDeployed" | "serving" | "stopped" | "error";
  readonly deployment_message: string;
  readonly created_at: Date;
  readonly created_by_name: string;
  readonly revision: number;
}

const pinnedModels = sql`(
  select coalesce(json_agg(json_build_object('predictionWss', p.id, 'predictionName', p.name, 'model', m.number,
    'followsScores', p.type = 'analyticsPrediction') order by p.name, m.number), '[]')
  from version_models m join predictions p on p.id = m.prediction_id where m.version_id = versions.id
)`;

const usedLists = sql`(
  select coalesce(json_agg(json_build_object('listWss', l.id, 'listName', l.name, 'pinned', u.pinned) order by l.name), '[]')
  from version_lists u join lists l on l.id = u.list_id where u.version_id = versions.id
)`;

const creatorName = userNameOf(sql`versions.created_by`);

const isLive = sql<boolean>`exists (select from releases r where r.version_id = versions.id and r.status = 'live')`;

function versions(tx: Tx) {
  return tx
    .selectFrom("versions")
    .innerJoin("solutions", "solutions.id", "versions.solution_id")
    .where("versions.deleted_at", "is", null)
    .select([
      "versions.id",
      "versions.solution_id",
      "solutions.name as solution_name",
      "solutions.key as solution_key",
      isLive.as("is_live"),
      "versions.name",
      "versions.description",
      "versions.hash",
      "versions.behaviour",
      pinnedModels.as("models"),
      usedLists.as("lists"),
      "versions.desired",
      "versions.deployment_status",
      "versions.deployment_message",
      "versions.created_at",
      creatorName.as("created_by_name"),
      "versions.revision",
    ]);
}

export async function findVersion(tx: Tx, id: string, lock: boolean): Promise<VersionRow | undefined> {
  return versions(tx)
    .where("versions.id", "=", id)
    .$if(lock, (query) => query.forUpdate("versions"))
    .executeTakeFirst();
}

const id = sql<string>`versions.id`;
/** Newest first by default: users mostly look for the version that they created last. */
const byAge = { sorts: { createdDate: id, versionName: sql<string>`lower(versions.name)` }, id };
const byName = {
  sorts: { versionName: sql<string>`lower(versions.name)`, createdDate: id, deploymentStatus: sql<string>`versions.deployment_status` },
  id,
};

export function listVersions(tx: Tx, solutionId: string, query: PageQuery): Promise<Page<VersionRow> | Refused> {
  const ofSolution = matching(versions(tx).where("versions.solution_id", "=", solutionId), query);
  return readPage(ofSolution, { ...query, sort: query.sort ?? "-createdDate" }, byAge);
}

/** Every version that is or was served. */
export function listDeployedVersions(tx: Tx, query: PageQuery): Promise<Page<VersionRow> | Refused> {
  return readPage(matching(versions(tx).where("versions.desired", "is not", null), query), query, byName);
}

function matching(select: ReturnType<typeof versions>, { search }: PageQuery): ReturnType<typeof versions> {
  return search === undefined || search === "" ? select : select.where("versions.name", "ilike", containing(search));
}

export async function createVersion(
  tx: Tx,
  actor: Actor,
  solutionId: string,
  fields: { readonly versionName?: string | undefined; readonly versionDescription: string },
  { frozen, definition, models, revision }: FrozenDraft,
): Promise<string> {
  const versionId = newId();
  const { count } = await tx
    .selectFrom("versions")
    .where("solution_id", "=", solutionId)
    .select(sql<number>`count(*)::int`.as("count"))
    .executeTakeFirstOrThrow();
  await tx
    .insertInto("versions")
    .values({
      id: versionId,
      organisation_id: actor.organisationId,
      solution_id: solutionId,
      name: fields.versionName ?? `Version ${count + 1}`,
      description: fields.versionDescription,
      definition: frozen.definition,
      hash: frozen.hash,
      behaviour: frozen.behaviour,
      draft_revision: revision,
    })
    .execute();
  if (models.length > 0) {
    const { organisationId: organisation_id } = actor;
    const pinned = models.map(({ predictionId: prediction_id, number }) => ({
      organisation_id,
      version_id: versionId,
      prediction_id,
      number,
    }));
    await tx.insertInto("version_models").values(pinned).execute();
  }
  const { lists = [] } = definition;
  if (lists.length > 0) {
    const used = lists.map(({ listId: list_id, version: pinned = null }) => ({
      organisation_id: actor.organisationId,
      version_id: versionId,
      list_id,
      pinned,
    }));
    await tx.insertInto("version_lists").values(used).execute();
  }
  await writeUses(tx, actor, { solutionId, versionId }, definition);
  return versionId;
}

export async function readFrozenDefinition(tx: Tx, versionId: string): Promise<Definition> {
  const row = await tx.selectFrom("versions").where("id", "=", versionId).select("definition").executeTakeFirstOrThrow();
  const parsed = parseDefinition(JSON.parse(row.definition));
  // Only what parsed was ever frozen, and the parser only ever learns to read more.
  if (!parsed.ok) throw new Error(`The frozen definition of ${versionId} cannot be read: ${JSON.stringify(parsed.problems[0])}`);
  return parsed.definition;
}

export async function updateVersion(tx: Tx, versionId: string, fields: VersionUpdate): Promise<void> {
  const { versionName, versionDescription } = fields;
  if (versionName === undefined && versionDescription === undefined) return;
  await tx
    .updateTable("versions")
    .set({
      ...(versionName === undefined ? {} : { name: versionName }),
      ...(versionDescription === undefined ? {} : { description: versionDescription }),
    })
    .where("id", "=", versionId)
    .execute();
}

/** Sets the requested state; the status changes at once and is corrected by the reports of the runtimes. */
export async function orderDeployment(tx: Tx, versionId: string, desired: "serving" | "stopped"): Promise<void> {
  await tx
    .updateTable("versions")
    .set({ desired, deployment_status: desired, deployment_message: "" })
    .where("id", "=", versionId)
    .execute();
}

export async function deleteVersion(tx: Tx, versionId: string): Promise<void> {
  await tx.updateTable("versions").set({ deleted_at: new Date() }).where("id", "=", versionId).execute();
}

import { listPieceKey, type ListEntry, type ListUse, type ListVersionEntry } from "@airlock/contract";
import type { Postgres, Tenant, Tx } from "@airlock/platform/postgres";
import { sql } from "kysely";
import { buildArtefact, readArtefact } from "../lists/artefacts.ts";
import { cut, publishPieces } from "./pieces.ts";
import { publish, type SharedBucket } from "./publish.ts";
import { nextSequenceNumber } from "./desired-state.ts";

export interface ListParts {
  readonly postgres: Postgres;
  /** Pieces of lists share the bucket of models. */
  readonly models: SharedBucket<"models">;
  readonly lists: SharedBucket<"lists">;
}

/** The lists that a version looks up, in an order that does not change. */
export async function listsOf(tx: Tx, versionId: string): Promise<readonly ListUse[]> {
  const uses = await tx
    .selectFrom("version_lists")
    .where("version_id", "=", versionId)
    .select(["list_id", "pinned"])
    .orderBy("list_id")
    .execute();
  return uses.map(({ list_id: listId, pinned }) => (pinned === null ? { listId } : { listId, pinned }));
}

/**
 * Publishes the versions of a list that serving versions need: first the pieces, then the head that names them. Removes pieces that are no longer
 * needed, and the head of a list that no serving version uses. Idempotent and safe to run concurrently.
 */
export async function publishList({ postgres, models, lists }: ListParts, tenant: Tenant, listId: string): Promise<void> {
  const needed = () => postgres.inOrganisation(tenant, (tx) => neededVersions(tx, listId));
  const before = (await lists.get(listId))?.value;
  const numbers = await needed();
  const versions: ListVersionEntry[] = [];
  for (const { number, effectiveAt } of numbers) {
    const built = await buildArtefact(postgres, tenant, listId, number);
    versions.push({ number, effectiveAt, hash: built.hash, bytes: built.bytes });
    const first = await models.get(listPieceKey(listId, number, 0));
    if (first?.value?.hash === built.hash) continue;
    const artefact = await postgres.inOrganisation(tenant, (tx) => readArtefact(tx, listId, number));
    const piece = { predictionId: listId, number, hash: built.hash, organisationId: tenant.organisationId };
    await publishPieces(models, cut(artefact, piece), (place) => listPieceKey(listId, number, place));
  }
  const wanted: ListEntry | undefined = versions.length === 0 ? undefined : { listId, organisationId: tenant.organisationId, versions };
  for (;;) {
    const entry = await lists.get(listId);
    // A concurrent change has a job of its own, which publishes its pieces first.
    if (JSON.stringify(await needed()) !== JSON.stringify(numbers)) return;
    if (wanted === undefined && entry?.value === undefined) break;
    const isSame = wanted !== undefined && JSON.stringify(entry?.value) === JSON.stringify(wanted);
    if (isSame && entry?.signature?.present === true) break;
    const sequence = Math.max(await nextSequenceNumber(postgres), (entry?.signature?.sequence ?? 0) + 1);
    if ((await lists.replace(listId, wanted, entry?.revision ?? 0, sequence)) !== undefined) break;
  }
  if (before?.organisationId !== tenant.organisationId) return;
  for (const { number } of before.versions) if (!numbers.some((one) => one.number === number)) await removePieces(models, listId, number);
}

interface NeededVersion {
  readonly number: number;
  readonly effectiveAt: string;
}

/** For versions that follow the list, the one in effect and all later ones; and those that serving versions pin. */
async function neededVersions(tx: Tx, listId: string): Promise<readonly NeededVersion[]> {
  const { rows } = await sql<{ readonly number: number; readonly effective_at: Date }>`
    with uses as (
      select u.pinned from version_lists u join versions v on v.id = u.version_id
      where u.list_id = ${listId} and v.deleted_at is null and v.desired = 'serving'
    )
    select l.number, l.effective_at from list_versions l
    where l.list_id = ${listId} and (
      l.number in (select pinned from uses)
      or (
        exists (select from uses where pinned is null)
        and l.number >= coalesce((select max(number) from list_versions where list_id = ${listId} and effective_at <= now()), 0)
      )
    )
    order by l.number
  `.execute(tx);
  return rows.map(({ number, effective_at }) => ({ number, effectiveAt: effective_at.toISOString() }));
}

async function removePieces(models: SharedBucket<"models">, listId: string, number: number): Promise<void> {
  const first = await models.get(listPieceKey(listId, number, 0));
  for (let place = 0; place < (first?.value?.pieces ?? 0); place += 1) {
    await publish(
      models,
      listPieceKey(listId, number, place),
      () => Promise.resolve(undefined),
      () => true,
    );
  }
}

import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { createListTableWriter } from "@airlock/platform/lists";
import type { Postgres, Tenant, Tx } from "@airlock/platform/postgres";
import { readColumns, readPages } from "./rows.ts";

export interface BuiltArtefact {
  readonly hash: string;
  readonly bytes: number;
}

/** Of one version: every runtime that needs it has it in memory. */
const maxBufferBytes = 64 * 1024 ** 2;
const packed = promisify(gzip);

/** The table of a version, stored in Postgres. Built once: a published version never changes. */
export async function buildArtefact(postgres: Postgres, tenant: Tenant, listId: string, number: number): Promise<BuiltArtefact> {
  const find = (tx: Tx): Promise<BuiltArtefact | undefined> =>
    tx.selectFrom("list_artefacts").where("list_id", "=", listId).where("number", "=", number).select(["hash", "bytes"]).executeTakeFirst();
  const known = await postgres.inOrganisation(tenant, find);
  if (known !== undefined) return known;
  const columns = await postgres.inOrganisation(tenant, (tx) => readColumns(tx, listId));
  const writer = createListTableWriter(columns);
  for await (const page of readPages(postgres, tenant, { listId, number, columns })) {
    for (const { key, values } of page) writer.add(key, values);
  }
  const buffer = writer.finish();
  if (buffer.length > maxBufferBytes) {
    throw new Error(`Version ${number} of the list ${listId} has ${buffer.length} bytes; a runtime takes ${maxBufferBytes}.`);
  }
  const built = { hash: createHash("sha256").update(buffer).digest("hex"), bytes: buffer.length };
  const artefact = await packed(buffer);
  await postgres.inOrganisation(tenant, (tx) =>
    tx
      .insertInto("list_artefacts")
      .values({ organisation_id: tenant.organisationId, list_id: listId, number, ...built, artefact })
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  );
  return built;
}

export async function readArtefact(tx: Tx, listId: string, number: number): Promise<Buffer> {
  const { artefact } = await tx
    .selectFrom("list_artefacts")
    .where("list_id", "=", listId)
    .where("number", "=", number)
    .select("artefact")
    .executeTakeFirstOrThrow();
  return artefact;
}

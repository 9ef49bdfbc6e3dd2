import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import type { Effects } from "@airlock/engine";
import type { FlowList } from "@airlock/flow";
import { readListTable, type ListTable } from "@airlock/platform/lists";
import type { Postgres, Tenant } from "@airlock/platform/postgres";
import { buildArtefact, readArtefact } from "./artefacts.ts";
import { versionsInEffect } from "./versions-in-effect.ts";

/** Looks values up in the lists that were opened: of each list, the version that its flow pins, or the one that was in effect then. */
export type OpenLists = NonNullable<Effects["list"]>;

/** By the hash of its bytes, so that a table is never another organisation's by mistake. The least recently used are dropped past this size. */
const maxCachedBytes = 256 * 1024 ** 2;
const cache = new Map<string, ListTable>();
const unpacked = promisify(gunzip);

/** A list that the organisation does not have, or that has no version in effect, is left out: an execution that needs it fails. */
export async function openLists(postgres: Postgres, tenant: Tenant, lists: readonly FlowList[] = []): Promise<OpenLists> {
  if (lists.length === 0) return () => undefined;
  const followed = lists.filter(({ version }) => version === undefined).map(({ listId }) => listId);
  const inEffect = await postgres.inOrganisation(tenant, (tx) => versionsInEffect(tx, followed));
  const opened = new Map<string, { readonly number: number; readonly table: ListTable }>();
  for (const { listId, version } of lists) {
    const number = version ?? inEffect.get(listId);
    if (number === undefined) continue;
    const table = await openTable(postgres, tenant, listId, number);
    if (table !== undefined) opened.set(listId, { number, table });
  }
  return (listId) => opened.get(listId);
}

async function openTable(postgres: Postgres, tenant: Tenant, listId: string, number: number): Promise<ListTable | undefined> {
  const isThere = await postgres.inOrganisation(tenant, (tx) =>
    tx.selectFrom("list_versions").where("list_id", "=", listId).where("number", "=", number).select("number").executeTakeFirst(),
  );
  if (isThere === undefined) return undefined;
  const { hash } = await buildArtefact(postgres, tenant, listId, number);
  const cached = cache.get(hash);
  const table = cached ?? readListTable(await unpacked(await postgres.inOrganisation(tenant, (tx) => readArtefact(tx, listId, number))));
  cache.delete(hash);
  cache.set(hash, table);
  dropOldest();
  return table;
}

function dropOldest(): void {
  let bytes = 0;
  for (const table of cache.values()) bytes += table.bytes;
  for (const [hash, table] of cache) {
    // The newest stays, however large it is.
    if (bytes <= maxCachedBytes || cache.size === 1) return;
    cache.delete(hash);
    bytes -= table.bytes;
  }
}

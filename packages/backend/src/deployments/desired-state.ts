import type { Postgres } from "@airlock/platform/postgres";
import { sql } from "kysely";

/** The state that runtimes should have, over all organisations: a page of ids with the expected content of their bucket entries. */
export async function desiredState(
  postgres: Postgres,
  kind: "version" | "release" | "key" | "secret",
  afterId: string,
  maxResults: number,
): Promise<readonly { readonly organisationId: string; readonly id: string; readonly summary: string }[]> {
  return postgres.transaction(async (tx) => {
    const found = await sql<{ organisationId: string; id: string; summary: string }>`
      select organisation_id as "organisationId", id, summary from airlock.standing_orders(${kind}, ${afterId}, ${maxResults})
    `.execute(tx);
    return found.rows;
  });
}

/** The next sequence number for a bucket entry. */
export async function nextSequenceNumber(postgres: Postgres): Promise<number> {
  return postgres.transaction(async (tx) => {
    const found = await sql<{ number: string }>`select nextval('airlock.order_numbers') as number`.execute(tx);
    return Number(found.rows[0]?.number);
  });
}

/** The highest sequence number that this database has assigned. */
export async function lastSequenceNumber(postgres: Postgres): Promise<number> {
  return postgres.transaction(async (tx) => {
    const found = await sql<{ number: string }>`select last_value as number from airlock.order_numbers`.execute(tx);
    return Number(found.rows[0]?.number);
  });
}

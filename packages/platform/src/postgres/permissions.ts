import { expandPermissions, type Permission } from "@airlock/contract";
import { sql } from "kysely";
import type { Tx } from "./client.ts";

/** The permissions of a user now, through their own roles and those of their groups. */
export async function permissionsOf(tx: Tx, userId: string): Promise<ReadonlySet<Permission>> {
  const held = await sql<{ readonly permission: string }>`select airlock.permissions_of(${userId}) as permission`.execute(tx);
  return new Set(expandPermissions(held.rows.map((row) => row.permission)));
}

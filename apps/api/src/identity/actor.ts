import type { Permission } from "@airlock/contract";
import { permissionsOf, type Tx } from "@airlock/platform/postgres";
import { sql } from "kysely";

/** The signed-in user, with what they may do right now. */
export interface Actor {
  readonly organisationId: string;
  readonly userId: string;
  readonly permissions: ReadonlySet<Permission>;
}

interface Found {
  readonly organisation_id: string;
  readonly user_id: string;
}

/**
 * Finds whose token it is and locks the rest of the transaction to their organisation. Rights are read for every request, so that
 * a change of rights holds from the next one on.
 */
export async function enterAsActor(tx: Tx, issuer: string, subject: string): Promise<Actor | undefined> {
  const found = await sql<Found>`
    select organisation_id, user_id,
      set_config('airlock.organisation', organisation_id, true), set_config('airlock.user', user_id, true)
    from airlock.find_actor(${issuer}, ${subject})
  `.execute(tx);
  const row = found.rows[0];
  if (row === undefined) return undefined;
  return { organisationId: row.organisation_id, userId: row.user_id, permissions: await permissionsOf(tx, row.user_id) };
}

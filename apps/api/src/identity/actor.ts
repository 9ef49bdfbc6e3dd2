import { expandPermissions, type Permission } from "@airlock/contract";
import type { Tx } from "@airlock/platform/postgres";
import { sql } from "kysely";

/** The signed-in user, with what they may do right now. */
export interface Actor {
  readonly organisationId: string;
  readonly userId: string;
  readonly permissions: ReadonlySet<Permission>;
  /** Of the request they are making: the audit carries it. */
  readonly correlationId?: string | undefined;
}

interface Found {
  readonly organisation_id: string;
  readonly user_id: string;
  readonly permissions: readonly string[];
}

export interface Entering {
  readonly issuer: string;
  readonly subject: string;
  readonly correlationId: string;
  /** The organisation to act in. Only selects among the person's own memberships; undefined: the one signed in to last. */
  readonly organisationId: string | undefined;
}

/**
 * Finds whose token it is and locks the rest of the transaction to their organisation. Rights are read for every request, so that
 * a change of rights holds from the next one on.
 */
export async function enterAsActor(tx: Tx, entering: Entering): Promise<Actor | undefined> {
  const { issuer, subject, correlationId, organisationId } = entering;
  const found = await sql<Found>`
    select organisation_id, user_id, permissions
    from airlock.enter(${issuer}, ${subject}, ${correlationId}, ${organisationId ?? null})
  `.execute(tx);
  const row = found.rows[0];
  if (row === undefined) return undefined;
  return {
    organisationId: row.organisation_id,
    userId: row.user_id,
    permissions: new Set(expandPermissions(row.permissions)),
    correlationId,
  };
}

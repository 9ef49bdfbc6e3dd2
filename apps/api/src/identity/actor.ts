import { expandPermissions, type Permission } from "@airlock/contract";
import type { Tx } from "@airlock/platform/postgres";
import { sql } from "kysely";

/** The signed-in user, with their current permissions. */
export interface Actor {
  readonly organisationId: string;
  readonly userId: string;
  readonly permissions: ReadonlySet<Permission>;
  /** Of the current request, for the audit. */
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
  /** The organisation to act in, chosen from the person's own memberships; undefined: the one used last. */
  readonly organisationId: string | undefined;
}

/**
 * Finds the user of a token and sets the transaction's organisation. Permissions are read for every request, so that a change takes effect with the
 * next one.
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

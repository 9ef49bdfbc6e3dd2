import { newId } from "@airlock/platform";
import type { Postgres, Tx } from "@airlock/platform/postgres";
import { sql } from "kysely";
import type { Claims } from "../identity/verify-token.ts";

export interface SignedIn {
  readonly organisationId: string;
  readonly userId: string;
}

/**
 * Binds the person to the account that was made for their address, or finds the one they are bound to. Only an address that the
 * provider has verified counts: otherwise anyone could claim anyone's account by typing their address at the provider.
 */
export async function signIn(tx: Tx, person: Claims): Promise<SignedIn | undefined> {
  const email = person.emailVerified ? (person.email ?? "") : "";
  const found = await sql<{ readonly organisation_id: string; readonly user_id: string }>`
    select organisation_id, user_id
    from airlock.sign_in(${person.issuer}, ${person.subject}, ${email}, ${person.givenName ?? null}, ${person.familyName ?? null})
  `.execute(tx);
  const row = found.rows[0];
  return row === undefined ? undefined : { organisationId: row.organisation_id, userId: row.user_id };
}

/** Answers the address that the key was sent to, once. */
export async function spendActivationKey(tx: Tx, hash: string): Promise<string | undefined> {
  const spent = await sql<{ readonly email: string }>`select email from airlock.use_activation_key(${hash})`.execute(tx);
  return spent.rows[0]?.email;
}

/** The first organisation and the invitation of its first administrator, as configured. Safe at every start of every process. */
export async function foundOrganisation(postgres: Postgres, name: string, administratorEmail: string): Promise<void> {
  await postgres.transaction(async (tx) => {
    await sql`
      select airlock.found_organisation(${newId()}, ${name}, ${newId()}, ${newId()}, ${newId()}, ${administratorEmail})
    `.execute(tx);
  });
}

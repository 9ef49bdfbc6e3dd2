import { starterRoles, type InvitationFields, type MembershipFields } from "@airlock/contract";
import { newId } from "@airlock/platform";
import type { Postgres, Tx } from "@airlock/platform/postgres";
import { sql } from "kysely";
import { refuse, type Refused } from "../outcome.ts";
import type { Claims } from "../identity/verify-token.ts";

export interface SignedIn {
  readonly organisationId: string;
  readonly userId: string;
}

interface SignedInRow {
  readonly organisation_id: string;
  readonly user_id: string;
}

export interface SignInChoice {
  /** The SHA-256 of the activation key whose link was opened, in hex. */
  readonly openedKey: string | undefined;
  /** Used if the person belongs to it. */
  readonly organisationId: string | undefined;
  /** The console starts with stored tokens: the person has not signed in now. */
  readonly isResumed: boolean;
}

/** Only an address that the provider has verified counts: otherwise anyone could claim an account by entering its address there. */
function verifiedAddress(person: Claims): string {
  return person.emailVerified ? (person.email ?? "") : "";
}

function signedIn(rows: readonly SignedInRow[]): SignedIn | undefined {
  const [row] = rows;
  return row === undefined ? undefined : { organisationId: row.organisation_id, userId: row.user_id };
}

/**
 * Accepts the invitation whose link was opened, otherwise signs in to a membership, otherwise accepts the person's only invitation. Undefined: the
 * person is unknown, or has several invitations to choose from.
 */
export async function signIn(
  tx: Tx,
  person: Claims,
  { openedKey, organisationId, isResumed }: SignInChoice,
): Promise<SignedIn | undefined> {
  const found = await sql<SignedInRow>`
    select organisation_id, user_id
    from airlock.sign_in(
      ${person.issuer}, ${person.subject}, ${verifiedAddress(person)}, ${person.givenName ?? null}, ${person.familyName ?? null},
      ${openedKey ?? null}, ${organisationId ?? null}, ${isResumed ? (person.signedInAt ?? null) : new Date()})
  `.execute(tx);
  return signedIn(found.rows);
}

export async function acceptInvitation(tx: Tx, person: Claims, invitationId: string): Promise<SignedIn | undefined> {
  const found = await sql<SignedInRow>`
    select organisation_id, user_id
    from airlock.accept_invitation(
      ${person.issuer}, ${person.subject}, ${verifiedAddress(person)}, ${person.givenName ?? null}, ${person.familyName ?? null},
      ${invitationId})
  `.execute(tx);
  return signedIn(found.rows);
}

export async function declineInvitation(tx: Tx, person: Claims, invitationId: string): Promise<SignedIn | undefined> {
  const found = await sql<SignedInRow>`
    select organisation_id, user_id
    from airlock.decline_invitation(${person.issuer}, ${person.subject}, ${verifiedAddress(person)}, ${invitationId})
  `.execute(tx);
  return signedIn(found.rows);
}

export async function listMemberships(tx: Tx, person: Claims): Promise<readonly MembershipFields[]> {
  const found = await sql<{ readonly organisation_id: string; readonly organisation_name: string }>`
    select organisation_id, organisation_name from airlock.memberships(${person.issuer}, ${person.subject})
  `.execute(tx);
  return found.rows.map((row) => ({ organisationWss: row.organisation_id, organisationName: row.organisation_name }));
}

export async function listInvitations(tx: Tx, person: Claims): Promise<readonly InvitationFields[]> {
  const found = await sql<{
    readonly user_id: string;
    readonly organisation_name: string;
    readonly invited_by: string;
    readonly invited_at: Date;
  }>`
    select user_id, organisation_name, invited_by, invited_at
    from airlock.open_invitations(${person.issuer}, ${person.subject}, ${verifiedAddress(person)})
  `.execute(tx);
  return found.rows.map((row) => ({
    webSafeString: row.user_id,
    organisationName: row.organisation_name,
    invitedBy: row.invited_by,
    invitedDate: row.invited_at.toISOString(),
  }));
}

/** Consumes the key, which is valid once. Undefined if it is unknown, used or expired. */
export async function spendActivationKey(
  tx: Tx,
  hash: string,
): Promise<{ readonly emailAddress: string; readonly organisationName: string } | undefined> {
  const spent = await sql<{ readonly email: string; readonly organisation_name: string }>`
    select email, organisation_name from airlock.use_activation_key(${hash})
  `.execute(tx);
  const [row] = spent.rows;
  return row === undefined ? undefined : { emailAddress: row.email, organisationName: row.organisation_name };
}

/** Why a key is invalid: replaced by a newer one, of a confirmed account, or unknown, used or expired. */
export async function whyKeyFailed(tx: Tx, hash: string): Promise<Refused> {
  const { rows } = await sql<{ readonly confirmed: boolean; readonly replaced_at: Date | null }>`
    select confirmed, replaced_at from airlock.why_activation_key_failed(${hash})
  `.execute(tx);
  const [found] = rows;
  if (found?.confirmed === true) return refuse("ACCOUNT_CONFIRMED");
  if (found?.replaced_at == null) return refuse("ACTIVATION_KEY_INVALID");
  const sent = found.replaced_at.toISOString();
  const problems = [{ field: "key", code: "replaced", message: sent }];
  return { kind: "refused", problem: { code: "ACTIVATION_KEY_REPLACED", details: { sent }, problems } };
}

/**
 * Creates the first organisation and the invitation of its first administrator, as configured; then the starter roles of organisations that have not
 * had them yet. Idempotent, so it runs at every start of every process.
 */
export async function foundOrganisation(postgres: Postgres, name: string, administratorEmail: string): Promise<void> {
  await postgres.transaction(async (tx) => {
    await sql`
      select airlock.found_organisation(${newId()}, ${name}, ${newId()}, ${newId()}, ${newId()}, ${administratorEmail})
    `.execute(tx);
  });
  while ((await postgres.transaction(addStarterRoles)) !== undefined);
}

/** Adds them to one organisation and returns its id; undefined if no organisation is due. */
async function addStarterRoles(tx: Tx): Promise<string | undefined> {
  const roles = JSON.stringify(starterRoles.map((role) => ({ id: newId(), ...role })));
  const { rows } = await sql<{ readonly served: string | null }>`select airlock.add_starter_roles(${roles}::jsonb) as served`.execute(tx);
  return rows[0]?.served ?? undefined;
}

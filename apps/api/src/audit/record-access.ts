import type { WorkIds } from "@airlock/platform";
import type { Tx } from "@airlock/platform/postgres";
import { sql } from "kysely";
import type { Claims } from "../identity/verify-token.ts";

/** Where a request came from. */
export interface Origin {
  readonly ids: WorkIds;
  /** The client's address as the edge reports it. */
  readonly address: string;
}

/** What a user did without changing a row. */
export interface Access {
  readonly noun: "execution" | "export" | "audit" | "testExecution" | "version";
  readonly change: "read" | "downloaded" | "executed";
  readonly recordId: string;
  readonly recordName: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

/**
 * Appends an access to the audit of the transaction's organisation. Call it as the last statement of its transaction: the
 * organisation's chain is locked until the commit.
 */
export async function recordAccess(tx: Tx, origin: Origin, { noun, change, recordId, recordName, details = {} }: Access): Promise<void> {
  await sql`
    select airlock.record_access(${noun}, ${recordId}, ${recordName}, ${change}, ${JSON.stringify({ ...originDetails(origin), ...details })}::jsonb)
  `.execute(tx);
}

export async function recordSignIn(tx: Tx, origin: Origin): Promise<void> {
  await sql`select airlock.record_sign_in(${JSON.stringify(originDetails(origin))}::jsonb)`.execute(tx);
}

/** In every organisation that has a user of this address, else in the first one. The database limits how many entries there are. */
export async function recordRefusedSignIn(tx: Tx, origin: Origin, person: Claims): Promise<void> {
  const subject = plain(person.subject);
  const details = JSON.stringify({ ...originDetails(origin), subject });
  await sql`
    select airlock.refuse_sign_in(
      ${person.issuer}, ${subject}, ${plain(person.email ?? "")}, ${person.emailVerified}, ${origin.ids.correlationId ?? ""}, ${details}::jsonb
    )
  `.execute(tx);
}

function originDetails({ address, ids }: Origin) {
  return { address, request: ids.requestId ?? null };
}

/** What the identity provider sends is text of any length, and Postgres stores no null character. */
function plain(text: string): string {
  return text
    .replaceAll(/\p{Cc}/gu, "")
    .toWellFormed()
    .slice(0, 254);
}

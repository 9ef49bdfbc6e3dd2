import type { WorkIds } from "@airlock/platform";
import type { Tx } from "@airlock/platform/postgres";
import { sql } from "kysely";
import type { Claims } from "../identity/verify-token.ts";

/** The origin of a request. */
export interface Origin {
  readonly ids: WorkIds;
  /** The client's address as the edge reports it. */
  readonly address: string;
}

/** An action of a user that changes no row. */
export interface Access {
  readonly noun: "execution" | "export" | "audit" | "testExecution" | "version";
  readonly change: "read" | "downloaded" | "executed";
  readonly recordId: string;
  readonly recordName: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

/**
 * Appends an access to the audit of the transaction's organisation. Must be the last statement of its transaction: it locks the organisation's chain
 * until the commit.
 */
export async function recordAccess(tx: Tx, origin: Origin, { noun, change, recordId, recordName, details = {} }: Access): Promise<void> {
  await sql`
    select airlock.record_access(${noun}, ${recordId}, ${recordName}, ${change}, ${JSON.stringify({ ...originDetails(origin), ...details })}::jsonb)
  `.execute(tx);
}

export async function recordSignIn(tx: Tx, origin: Origin): Promise<void> {
  await sql`select airlock.record_sign_in(${JSON.stringify(originDetails(origin))}::jsonb)`.execute(tx);
}

/** In every organisation that has a user of this address, otherwise in the first one. The database limits the number of entries. */
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

/** Texts from the identity provider may have any length, and Postgres cannot store a null character. */
function plain(text: string): string {
  return text
    .replaceAll(/\p{Cc}/gu, "")
    .toWellFormed()
    .slice(0, 254);
}

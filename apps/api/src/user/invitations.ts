import type { Tx } from "@airlock/platform/postgres";
import { sql } from "kysely";
import type { Actor } from "../identity/actor.ts";
import type { Refused } from "../outcome.ts";

/** Limits per address, over all organisations, and per organisation. */
export const invitationLimits = { perHour: 5, perDay: 20, organisationPerDay: 1_000 } as const;

/** Counts an invitation of this transaction, or refuses it. Counted for the sender's organisation, whichever organisation it is for. */
export async function countInvitation(tx: Tx, actor: Actor, address: string): Promise<Refused | undefined> {
  const { perHour, perDay, organisationPerDay } = invitationLimits;
  const { rows } = await sql<{ readonly seconds: number }>`
    select airlock.count_invitation(${actor.organisationId}, ${address}, ${perHour}, ${perDay}, ${organisationPerDay}) as seconds
  `.execute(tx);
  const seconds = rows[0]?.seconds ?? 0;
  return seconds === 0 ? undefined : { kind: "refused", problem: { code: "INVITATIONS_LIMITED", details: { seconds: String(seconds) } } };
}

import { createHash, randomBytes } from "node:crypto";
import { invitationDays } from "@airlock/contract/invitation-limits";
import { newId } from "@airlock/platform";
import type { JobData } from "@airlock/platform/jobs";
import type { Mailer } from "@airlock/platform/mail";
import type { Postgres, Tx } from "@airlock/platform/postgres";
import { sql } from "kysely";
import { invitationMail } from "./invitation-mail.ts";

export interface SendInvitationOptions {
  readonly postgres: Postgres;
  readonly mailer: Mailer;
  readonly publicUrl: string;
}

/**
 * Creates an activation key and mails it. The key is created here rather than by the api, so that it exists only in the mail: neither the job nor the
 * database has it. It replaces older keys of the user, including that of an earlier attempt of this job.
 */
export function createSendInvitation(options: SendInvitationOptions) {
  const { postgres, mailer, publicUrl } = options;
  return async function sendInvitation({
    organisationId,
    userId,
    invitedBy,
    days = invitationDays,
    note,
  }: JobData["invitation.send"]): Promise<void> {
    const key = randomBytes(32).toString("base64url");
    const invited = await postgres.inOrganisation({ organisationId, userId: null }, (tx) => storeKey(tx, userId, key, days));
    // Deleted, disabled or active in the meantime: there is no one to invite.
    if (invited === undefined) return;
    const link = new URL(`/confirm/${key}`, publicUrl).href;
    const { email: to, first_name: firstName, organisation } = invited;
    await mailer.send(invitationMail({ to, firstName, organisation, invitedBy, link, days, note }));
  };
}

async function storeKey(tx: Tx, userId: string, key: string, days: number) {
  const invited = await tx
    .selectFrom("users")
    .innerJoin("organisations", "organisations.id", "users.organisation_id")
    .where("users.id", "=", userId)
    .where("users.status", "in", ["invited", "confirmed"])
    .select(["users.email", "users.first_name", "users.organisation_id", "organisations.name as organisation"])
    .executeTakeFirst();
  if (invited === undefined) return undefined;
  await tx
    .updateTable("activation_keys")
    .set({ replaced_at: sql<Date>`now()` })
    .where("user_id", "=", userId)
    .where("used_at", "is", null)
    .where("replaced_at", "is", null)
    .execute();
  await tx
    .insertInto("activation_keys")
    .values({
      id: newId(),
      organisation_id: invited.organisation_id,
      user_id: userId,
      hash: createHash("sha256").update(key).digest("hex"),
      expires_at: new Date(Date.now() + days * 86_400_000),
      used_at: null,
    })
    .execute();
  return invited;
}

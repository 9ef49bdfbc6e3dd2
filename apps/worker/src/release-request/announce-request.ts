import { EVERY_PERMISSION } from "@airlock/contract";
import type { JobData } from "@airlock/platform/jobs";
import type { Mailer } from "@airlock/platform/mail";
import type { Postgres, Tx } from "@airlock/platform/postgres";
import { sql } from "kysely";
import { requestMail } from "./request-mail.ts";

export interface AnnounceRequestOptions {
  readonly postgres: Postgres;
  readonly mailer: Mailer;
  readonly publicUrl: string;
}

/** Further users get no mail; the console shows the request in any case. */
const maxMails = 100;

/** Mails every user who may approve releases, except the one who caused the event. A worker that stops in between mails some of them again. */
export function createAnnounceRequest({ postgres, mailer, publicUrl }: AnnounceRequestOptions) {
  return async function announceRequest({ organisationId, requestId, event, byUserId }: JobData["release.announce"]): Promise<void> {
    const tenant = { organisationId, userId: null };
    const found = await postgres.inOrganisation(tenant, (tx) => read(tx, requestId, byUserId));
    if (found === undefined) return;
    const { request, approvers } = found;
    const link = new URL(`/admin/release-requests/${requestId}`, publicUrl).href;
    for (const { email: to, first_name: firstName } of approvers) {
      const { by, solution, version, reason } = request;
      await mailer.send(requestMail({ event, to, firstName, by, solution, version, reason, link }));
    }
  };
}

async function read(tx: Tx, requestId: string, byUserId: string) {
  const request = await tx
    .selectFrom("release_requests as request")
    .innerJoin("versions as version", "version.id", "request.version_id")
    .innerJoin("solutions as solution", "solution.id", "request.solution_id")
    .leftJoin("users as actor", (join) => join.on("actor.id", "=", byUserId))
    .where("request.id", "=", requestId)
    .select(["solution.name as solution", "version.name as version"])
    .select(sql<string>`trim(coalesce(actor.first_name, '') || ' ' || coalesce(actor.name, ''))`.as("by"))
    // For a bypass or a replaced version, the reason is in the thread.
    .select(
      sql<string>`coalesce((
        select e.text from release_request_events e where e.request_id = request.id and e.kind in ('replaced', 'bypassed') order by e.id desc limit 1
      ), request.description)`.as("reason"),
    )
    .executeTakeFirst();
  if (request === undefined) return undefined;
  const approvers = await tx
    .selectFrom("users")
    .where("status", "=", "active")
    .where("type", "=", "User")
    .where("id", "!=", byUserId)
    .where(
      sql<boolean>`id in (
        select ur.user_id from user_roles ur join roles r on r.id = ur.role_id where r.permissions && ${[EVERY_PERMISSION, "solution.approve"]}::text[]
        union
        select gm.user_id from group_members gm join group_roles gr using (group_id) join roles r on r.id = gr.role_id
        where r.permissions && ${[EVERY_PERMISSION, "solution.approve"]}::text[]
      )`,
    )
    .select(["email", "first_name"])
    .orderBy("id")
    .limit(maxMails)
    .execute();
  return { request, approvers };
}

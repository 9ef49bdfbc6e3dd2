import { EVERY_PERMISSION } from "@airlock/contract";
import type { JobData } from "@airlock/platform/jobs";
import type { Mailer } from "@airlock/platform/mail";
import type { Postgres, Tx } from "@airlock/platform/postgres";
import { sql } from "kysely";
import { rolloutMail } from "./rollout-mail.ts";

export interface AnnounceRolloutOptions {
  readonly postgres: Postgres;
  readonly mailer: Mailer;
  readonly publicUrl: string;
}

/** Further users get no mail; the console shows the rollback in any case. */
const maxMails = 100;

/** Mails every user who may release that a rollout was rolled back. A worker that stops in between mails some of them again. */
export function createAnnounceRollout({ postgres, mailer, publicUrl }: AnnounceRolloutOptions) {
  return async function announceRollout({ organisationId, rolloutId }: JobData["rollout.announce"]): Promise<void> {
    const found = await postgres.inOrganisation({ organisationId, userId: null }, (tx) => read(tx, rolloutId));
    if (found === undefined) return;
    const link = new URL(`/admin/rollouts/${rolloutId}`, publicUrl).href;
    for (const { email: to, first_name: firstName } of found.users)
      await mailer.send(rolloutMail({ ...found.rollout, to, firstName, link }));
  };
}

async function read(tx: Tx, rolloutId: string) {
  const rollout = await tx
    .selectFrom("rollouts as rollout")
    .innerJoin("versions as version", "version.id", "rollout.version_id")
    .innerJoin("versions as live", "live.id", "rollout.live_version_id")
    .innerJoin("solutions as solution", "solution.id", "rollout.solution_id")
    .where("rollout.id", "=", rolloutId)
    .where("rollout.status", "=", "rolledBack")
    .select(["solution.name as solution", "version.name as version", "live.name as liveVersion", "rollout.message"])
    .executeTakeFirst();
  if (rollout === undefined) return undefined;
  const users = await tx
    .selectFrom("users")
    .where("status", "=", "active")
    .where("type", "=", "User")
    .where(
      sql<boolean>`id in (
        select ur.user_id from user_roles ur join roles r on r.id = ur.role_id where r.permissions && ${[EVERY_PERMISSION, "solution.release"]}::text[]
        union
        select gm.user_id from group_members gm join group_roles gr using (group_id) join roles r on r.id = gr.role_id
        where r.permissions && ${[EVERY_PERMISSION, "solution.release"]}::text[]
      )`,
    )
    .select(["email", "first_name"])
    .orderBy("id")
    .limit(maxMails)
    .execute();
  return { rollout, users };
}

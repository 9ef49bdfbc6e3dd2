import type { FiringFields, MonitorMeasure, MonitorRule, MovedOutcome, UsualRange } from "@airlock/contract";
import type { JobData } from "@airlock/platform/jobs";
import type { Mailer } from "@airlock/platform/mail";
import type { Postgres, Tx } from "@airlock/platform/postgres";
import { sql } from "kysely";
import { firingMail } from "./firing-mail.ts";
import { limitsOf } from "./transition.ts";

export interface AnnounceFiringOptions {
  readonly postgres: Postgres;
  readonly mailer: Mailer;
  readonly publicUrl: string;
}

/** Further members of large groups get no mail; the console shows the firing in any case. */
const maxMails = 100;

/**
 * Mails the users and the members of the groups that a monitor notifies, and stores the recipients. The end of a firing is mailed only if its
 * beginning was; when that could be mailed only after the end, both are. A worker that stops in between mails some of them again.
 */
export function createAnnounceFiring({ postgres, mailer, publicUrl }: AnnounceFiringOptions) {
  return async function announceFiring({ organisationId, firingId, event }: JobData["monitor.announce"]): Promise<void> {
    await announce(event);
    // The job of the end has found that the beginning was not mailed.
    if (event === "began") await announce("ended");

    async function announce(of: "began" | "ended"): Promise<void> {
      const tenant = { organisationId, userId: null };
      const found = await postgres.inOrganisation(tenant, (tx) => read(tx, organisationId, firingId));
      if (found === undefined || found.users.length === 0) return;
      const { firing, users } = found;
      const wasMailed = (which: "began" | "ended") => firing.notified.some((one) => one.event === which);
      if (wasMailed(of) || (of === "ended" && (firing.ended === null || firing.isMuted || !wasMailed("began")))) return;
      const link = new URL(`/admin/monitors/firings/${firingId}`, publicUrl).href;
      const { measure, rule, usual, ...rest } = firing;
      for (const { email: to, first_name: firstName } of users) {
        await mailer.send(firingMail({ event: of, to, firstName, kind: measure.kind, ...limitsOf(rule, usual), ...rest, link }));
      }
      const entry = { date: new Date().toISOString(), event: of, to: users.map(({ shown_name }) => shown_name) };
      await postgres.inOrganisation(tenant, (tx) =>
        tx
          .updateTable("firings")
          .set({ notified: sql<string>`notified || ${JSON.stringify([entry])}::jsonb` })
          .where("id", "=", firingId)
          .execute(),
      );
    }
  };
}

async function read(tx: Tx, organisationId: string, firingId: string) {
  const row = await tx
    .selectFrom("firings")
    .innerJoin("monitors", "monitors.id", "firings.monitor_id")
    .innerJoin("solutions", "solutions.id", "monitors.solution_id")
    .where("firings.id", "=", firingId)
    .select(["firings.name as monitor", "solutions.name as solution", "firings.value", "firings.peak"])
    .select(["firings.began_at as began", "firings.ended_at as ended", "monitors.window_minutes as windowMinutes"])
    .select(["monitors.notify_users", "monitors.notify_groups"])
    .select(sql<boolean>`coalesce(monitors.muted_until > now(), false)`.as("isMuted"))
    .select([
      sql<MonitorMeasure>`monitors.measure`.as("measure"),
      sql<MonitorRule>`monitors.rule`.as("rule"),
      sql<UsualRange | null>`firings.usual`.as("usual"),
      sql<MovedOutcome | null>`firings.moved`.as("moved"),
      sql<FiringFields["notified"]>`firings.notified`.as("notified"),
    ])
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { notify_users, notify_groups, ...firing } = row;
  const users = await tx
    .selectFrom("users")
    .where("organisation_id", "=", organisationId)
    .where("status", "=", "active")
    .where("type", "=", "User")
    .where(
      sql<boolean>`(id = any(${notify_users}) or id in (
        select m.user_id from group_members m join groups g on g.id = m.group_id
        where g.id = any(${notify_groups}) and g.organisation_id = ${organisationId}
      ))`,
    )
    .select(["email", "first_name", sql<string>`trim(coalesce(first_name, '') || ' ' || name)`.as("shown_name")])
    .orderBy("id")
    .limit(maxMails)
    .execute();
  return { firing, users };
}

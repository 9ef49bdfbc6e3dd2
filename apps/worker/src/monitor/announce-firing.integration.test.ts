import { createLog, newId } from "@airlock/platform";
import type { Mail } from "@airlock/platform/mail";
import { openPostgres } from "@airlock/platform/postgres";
import { afterAll, beforeAll, beforeEach, expect, inject, test } from "vitest";
import { asOwner } from "../testing/warehouse-organisation.ts";
import { createAnnounceFiring } from "./announce-firing.ts";

const settings = inject("environment");
const ownerUrl = settings["AIRLOCK_POSTGRES_MIGRATION_URL"] ?? "";
const log = createLog({ name: "test", level: "silent" });
const postgres = openPostgres({ url: settings["AIRLOCK_POSTGRES_URL"] ?? "", name: "test", log, connections: 1 });
afterAll(() => postgres.close());

let organisationId = "";
let firingId = "";
let monitorId = "";
beforeAll(async () => {
  const { rows } = await asOwner(ownerUrl, (owner) =>
    owner.query<{ id: string }>("select id from organisations where managed_by is null limit 1"),
  );
  organisationId = rows[0]?.id ?? "";
});

/** A monitor that notifies one user, and a firing that lasted from 10:00 to 10:20. */
beforeEach(async () => {
  const [userId, solutionId] = [newId(), newId()];
  [monitorId, firingId] = [newId(), newId()];
  await asOwner(ownerUrl, async (owner) => {
    await owner.query(
      "insert into users (id, organisation_id, type, name, email, status) values ($1, $2, 'User', 'Ada', lower($1) || '@example.org', 'active')",
      [userId, organisationId],
    );
    await owner.query("insert into solutions (id, organisation_id, name, key) values ($1, $2, 'Watched', lower($1))", [
      solutionId,
      organisationId,
    ]);
    await owner.query(
      `insert into monitors (id, organisation_id, solution_id, name, measure, rule, window_minutes, min_decisions, notify_users, tried_at)
       values ($1, $2, $3, 'Watch', '{"kind":"failedShare"}', '{"kind":"threshold","min":null,"max":0.05}', 5, 10, array[$4], '2031-01-01')`,
      [monitorId, organisationId, solutionId, userId],
    );
    await owner.query(
      `insert into firings (id, organisation_id, monitor_id, name, began_at, ended_at, value, peak, decisions)
       values ($1, $2, $3, 'Watch', '2031-01-01 10:00Z', '2031-01-01 10:20Z', 0.2, 0.4, 100)`,
      [firingId, organisationId, monitorId],
    );
  });
});

function announcing() {
  const mails: string[] = [];
  const send = ({ text }: Mail) => Promise.resolve(void mails.push(text.includes("no longer fires") ? "ended" : "began"));
  const mailer = { send, check: () => Promise.resolve({ ok: true }), close: () => undefined };
  const announce = createAnnounceFiring({ postgres, mailer, publicUrl: "http://localhost" });
  return { mails, announce: (event: "began" | "ended") => announce({ organisationId, firingId, event }) };
}

test("the end is mailed although its job ran before the beginning could be mailed, and each is mailed once", async () => {
  const { mails, announce } = announcing();
  await announce("ended");
  expect(mails).toEqual([]);
  await announce("began");
  expect(mails).toEqual(["began", "ended"]);
  for (const event of ["began", "ended"] as const) await announce(event);
  expect(mails).toEqual(["began", "ended"]);
});

test("of a firing that lasts, and of one whose monitor was muted before it ended, the end is not mailed", async () => {
  const { mails, announce } = announcing();
  const change = (statement: string, id: string) => asOwner(ownerUrl, (owner) => owner.query(statement, [id]));
  await change("update firings set ended_at = null where id = $1", firingId);
  await announce("began");
  expect(mails).toEqual(["began"]);
  await change("update firings set ended_at = now() where id = $1", firingId);
  await change("update monitors set muted_until = now() + interval '1 hour' where id = $1", monitorId);
  await announce("began");
  expect(mails).toEqual(["began"]);
});

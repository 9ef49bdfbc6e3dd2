import { newId } from "@airlock/platform";
import { Client } from "pg";
import { afterAll, beforeAll, beforeEach, afterEach, describe, expect, inject, test } from "vitest";
import { verifyAudit } from "./verify-audit.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Set by the integration project's global setup. */
    readonly environment: Record<string, string>;
  }
}

let owner: Client;
const organisationId = newId();

/** An organisation with its ADMI role and group, and a role that is renamed a few times: about ten entries. */
beforeAll(async () => {
  owner = new Client({ connectionString: inject("environment")["AIRLOCK_POSTGRES_MIGRATION_URL"] });
  await owner.connect();
  const [roleId, groupId, ownRole] = [newId(), newId(), newId()];
  await owner.query("begin");
  await owner.query(
    "insert into organisations (id, name, code, managed_by) values ($1, 'Audited', $1, (select id from organisations where managed_by is null))",
    [organisationId],
  );
  await owner.query("insert into roles (id, organisation_id, name, code, permissions) values ($1, $2, 'A', 'ADMI', '{*}')", [
    roleId,
    organisationId,
  ]);
  await owner.query("insert into groups (id, organisation_id, name, code) values ($1, $2, 'A', 'ADMI')", [groupId, organisationId]);
  await owner.query("insert into group_roles (organisation_id, group_id, role_id) values ($1, $2, $3)", [organisationId, groupId, roleId]);
  await owner.query("commit");
  await owner.query("insert into roles (id, organisation_id, name, code) values ($1, $2, 'Rôle \u{1F511} 0', 'ROLE')", [
    ownRole,
    organisationId,
  ]);
  for (let step = 1; step <= 5; step += 1)
    await owner.query("update roles set name = $1 where id = $2", [`Rôle \u{1F511} ${step}`, ownRole]);
});
afterAll(() => owner.end());

const verdict = (known?: Parameters<typeof verifyAudit>[1]) => verifyAudit(owner, { organisationId, ...known });

test("a chain that was only appended to is valid", async () => {
  const { entries, faults, ends } = await verdict();
  expect(faults).toEqual([]);
  expect(entries).toBe(10);
  expect(ends[organisationId]?.number).toBe(10);
});

test("every chain of this database is valid", async () => {
  // In one snapshot, like the command: others keep writing.
  await owner.query("begin isolation level repeatable read read only");
  try {
    const { faults, entries } = await verifyAudit(owner);
    expect(faults).toEqual([]);
    expect(entries).toBeGreaterThan(10);
  } finally {
    await owner.query("rollback");
  }
});

test("entries cannot be changed, removed or truncated, not even by the owner", async () => {
  for (const attack of [
    "update audit_entries set actor_name = 'x' where organisation_id = $1",
    "delete from audit_entries where organisation_id = $1",
  ]) {
    await expect(owner.query(attack, [organisationId])).rejects.toMatchObject({ code: "AL010" });
  }
  await expect(owner.query("truncate audit_entries")).rejects.toMatchObject({ code: "AL010" });
});

test("the product can only read it", async () => {
  const app = new Client({ connectionString: inject("environment")["AIRLOCK_POSTGRES_URL"] });
  await app.connect();
  try {
    for (const attack of [
      "update audit_entries set actor_name = 'x'",
      "delete from audit_entries",
      "truncate audit_entries",
      "insert into audit_entries (organisation_id, number, at) values ('x', 1, now())",
      "select * from airlock.audit_chains",
      "update airlock.audit_chains set number = 0",
      "select airlock.write_audit_entry(null, false, null)",
      "alter table users disable trigger audit",
    ]) {
      await expect(app.query(attack), attack).rejects.toThrow(/permission denied|must be owner/);
    }
    // Without an organisation in the transaction no rows are visible, not through the view either.
    expect((await app.query("select from audit_entries")).rowCount).toBe(0);
    expect((await app.query("select from airlock.own_audit_entries")).rowCount).toBe(0);
  } finally {
    await app.end();
  }
});

describe("an owner of the database who disables the trigger", () => {
  beforeEach(async () => {
    await owner.query("begin");
    await owner.query("alter table audit_entries disable trigger user");
  });
  afterEach(() => owner.query("rollback"));

  const attacks: readonly (readonly [string, string, string, number])[] = [
    ["who did it", "update audit_entries set actor_name = 'Mallory' where organisation_id = $1 and number = 7", "altered", 7],
    [
      "what it was before",
      `update audit_entries set before = jsonb_set(before, '{name}', '"x"') where organisation_id = $1 and number = 7`,
      "altered",
      7,
    ],
    ["when", "update audit_entries set at = at - interval '1 microsecond' where organisation_id = $1 and number = 7", "altered", 7],
    [
      "that nobody said which request",
      "update audit_entries set correlation_id = '' where organisation_id = $1 and number = 7",
      "altered",
      7,
    ],
    ["the hash itself", "update audit_entries set hash = repeat('0', 64) where organisation_id = $1 and number = 7", "altered", 7],
    ["a removed entry", "delete from audit_entries where organisation_id = $1 and number = 7", "missing", 7],
    ["the first, removed", "delete from audit_entries where organisation_id = $1 and number = 1", "missing", 1],
    ["the last, removed", "delete from audit_entries where organisation_id = $1 and number = 10", "missing", 10],
    ["all of it, removed", "delete from audit_entries where organisation_id = $1", "missing", 1],
    [
      "one put in at the end, with a good hash",
      `with made as (
         select (jsonb_populate_record(e, jsonb_build_object('number', 11, 'previous_hash', e.hash))).* from audit_entries e
         where organisation_id = $1 and number = 10)
       insert into audit_entries (organisation_id, number, at, actor_id, actor_name, noun, record_id, record_name, change, changed, before,
         after, correlation_id, managed_by, previous_hash, hash)
       select organisation_id, number, at, actor_id, actor_name, noun, record_id, record_name, change, changed, before, after,
         correlation_id, managed_by, previous_hash, airlock.audit_hash(made::audit_entries) from made`,
      "inserted",
      11,
    ],
    ["the end of the chain", "delete from airlock.audit_chains where organisation_id = $1", "missing", 0],
  ];

  test.each(attacks)("and changes %s is detected", async (_what, attack, kind, number) => {
    expect((await owner.query(attack, [organisationId])).rowCount).toBeGreaterThan(0);
    const { faults } = await verdict();
    expect(faults.map((fault) => [fault.kind, fault.number])).toContainEqual([kind, number]);
  });

  test("and alters an entry with a valid hash is detected: the next one does not follow it", async () => {
    await owner.query(
      "update audit_entries e set actor_name = 'M', hash = airlock.audit_hash(jsonb_populate_record(e, '{\"actor_name\": \"M\"}')) where organisation_id = $1 and number = 7",
      [organisationId],
    );
    expect((await verdict()).faults.map((fault) => [fault.kind, fault.number])).toEqual([["altered", 8]]);
  });

  test("and rewrites the whole chain with its end is detected with an earlier end", async () => {
    const { ends } = await verdict();
    await owner.query(`
      do $$
      declare e audit_entries; last text := '';
      begin
        for e in select * from audit_entries where organisation_id = '${organisationId}' order by number loop
          e.actor_name := 'Nobody';
          e.previous_hash := last;
          last := airlock.audit_hash(e);
          update audit_entries set actor_name = 'Nobody', previous_hash = e.previous_hash, hash = last
            where organisation_id = e.organisation_id and number = e.number;
        end loop;
        update airlock.audit_chains set hash = last where organisation_id = '${organisationId}';
      end $$`);
    expect((await verdict()).faults).toEqual([]);
    expect((await verdict({ known: ends })).faults.map((fault) => fault.kind)).toEqual(["rewritten"]);
  });
});

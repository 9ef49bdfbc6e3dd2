import { newId } from "@airlock/platform";
import { Client } from "pg";

export interface SeedPeople {
  /** Of the database's owner: a hundred thousand calls of the api would take an hour. */
  readonly url: string;
  readonly users: number;
  readonly organisations: number;
  readonly progress?: (users: number) => void;
}

const firstNames = "Ada Iris Noor Mateo Yuki Lena Omar Priya Jonas Aisha Pavel Chloe Tariq Ingrid Luca Zanele Hugo Mei Sofia Idris".split(
  " ",
);
const stems =
  "Okaf Lindqu Moreau Tanak Silv Novák Haddad Byrne Castell Eriks Fuji Gupt Hernánd Ivan Jansen Kowal Laurent Mbek Nguy Olsen".split(" ");
const ends = "or ist son ez ova sen ini ara ski el berg mann ides wala feld".split(" ");
const businesses = "Credit Bank Insurance Leasing Mobility Retail Energy Telecom Savings Mutual Capital Mortgage".split(" ");

const batch = 100;

/**
 * Organisations that the first one manages, each with its share of users; one in ten belongs to the first organisation itself. The same rows that
 * calls of the api would create, except for the audit.
 */
export async function seedPeople({ url, users, organisations, progress }: SeedPeople): Promise<void> {
  const client = new Client({ connectionString: url, application_name: "airlock seed" });
  await client.connect();
  try {
    const { rows } = await client.query<{ id: string; made: number }>(
      "select id, (select count(*)::int from organisations) as made from organisations where managed_by is null",
    );
    const [first] = rows;
    if (first === undefined) throw new Error("There is no first organisation: start the api once.");
    const atHome = Math.floor(users / 10);
    const share = (users - atHome) / organisations;
    let made = 0;
    for (let from = 0; from < organisations; from += batch) {
      const count = Math.min(batch, organisations - from);
      const ids = Array.from({ length: count }, () => newId());
      const until = Math.round((from + count) * share);
      await unaudited(client, async () => {
        await insertOrganisations(client, first.id, ids, first.made + from);
        await insertUsers(client, ids, made, until - made);
      });
      made = until;
      progress?.(made);
    }
    for (let left = atHome; left > 0; left -= batch * 20) {
      const count = Math.min(left, batch * 20);
      await unaudited(client, () => insertUsers(client, [first.id], made, count));
      made += count;
      progress?.(made);
    }
    // What autovacuum would do within minutes.
    for (const table of ["organisations", "users", "roles", "groups", "group_roles"]) await client.query(`vacuum analyze ${table}`);
  } finally {
    await client.end();
  }
}

const audited = ["organisations", "users", "roles", "groups", "group_roles"];

/** In one transaction, so that the audit is disabled for no one else, and restored in any case. */
async function unaudited(client: Client, work: () => Promise<void>): Promise<void> {
  await client.query("begin");
  try {
    for (const table of audited) await client.query(`alter table ${table} disable trigger audit`);
    await work();
    // Deferred constraints must be checked before the triggers can be restored.
    await client.query("set constraints all immediate");
    for (const table of audited) await client.query(`alter table ${table} enable trigger audit`);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw error;
  }
}

async function insertOrganisations(client: Client, managedBy: string, ids: readonly string[], from: number): Promise<void> {
  const names = ids.map(
    (_, index) =>
      `${pick(stems, from + index)}${pick(ends, Math.floor((from + index) / 20))} ${pick(businesses, from + index)} ${from + index}`,
  );
  const roles = ids.map(() => newId());
  const groups = ids.map(() => newId());
  await client.query(
    "insert into organisations (id, name, code, managed_by) select id, name, 'S' || $4 + number, $3 from unnest($1::text[], $2::text[]) with ordinality as o (id, name, number)",
    [ids, names, managedBy, from],
  );
  await client.query(
    `insert into roles (id, organisation_id, name, description, code, permissions)
     select id, organisation, 'Administrator', 'May do everything.', 'ADMI', '{*}' from unnest($1::text[], $2::text[]) as r (id, organisation)`,
    [roles, ids],
  );
  await client.query(
    `insert into groups (id, organisation_id, name, description, code)
     select id, organisation, 'Administrators', 'Whoever is in it is an administrator.', 'ADMI' from unnest($1::text[], $2::text[]) as g (id, organisation)`,
    [groups, ids],
  );
  await client.query(
    "insert into group_roles (organisation_id, group_id, role_id) select o, g, r from unnest($1::text[], $2::text[], $3::text[]) as p (o, g, r)",
    [ids, groups, roles],
  );
}

async function insertUsers(client: Client, organisations: readonly string[], from: number, count: number): Promise<void> {
  const numbers = Array.from({ length: count }, (_, index) => from + index);
  await client.query(
    `insert into users (id, organisation_id, type, first_name, name, email, status, last_login_at)
     select id, organisation, case when number % 50 = 0 then 'System account' else 'User' end, first_name, name,
       lower(first_name || '.' || name || '.' || number) || '@' || lower(right(organisation, 6)) || '.test',
       case when number % 50 = 0 or number % 10 > 2 then 'active' when number % 10 = 2 then 'disabled' else 'invited' end,
       case when number % 10 > 2 then now() - number * interval '1 minute' end
     from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::int[]) as u (id, organisation, first_name, name, number)`,
    [
      numbers.map(() => newId()),
      numbers.map((number) => pick(organisations, number)),
      numbers.map((number) => pick(firstNames, number * 7)),
      numbers.map((number) => pick(stems, Math.floor(number / 20)) + pick(ends, number)),
      numbers,
    ],
  );
}

function pick(from: readonly string[], number: number): string {
  return from[number % from.length] ?? "";
}

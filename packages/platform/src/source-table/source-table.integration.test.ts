import { createServer, type AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from "vitest";
import { connectOutOf, egressPolicyOf } from "../egress/index.ts";
import { WentWrong } from "../google/went-wrong.ts";
import { createSourceDatabase, type SourceDatabase } from "../testing/source-database.ts";
import { SourceRefused, withSourceTable, type SourceAccess, type SourceRow } from "./index.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Set by the integration project's global setup. */
    readonly environment: Record<string, string>;
  }
}

const never = new AbortController().signal;
let database: SourceDatabase;

beforeAll(async () => {
  database = await createSourceDatabase(inject("environment")["AIRLOCK_POSTGRES_URL"] ?? "");
  await database.run(`
    create table public.loans (id text, age int, "big ""Number""" int8, income numeric, ratio float8, approved bool, applied date, at timestamptz, extra jsonb);
    insert into loans values
      ('a', 34, 9007199254740993, 2850.50, 'NaN', true, '2026-02-03', '2026-02-03 10:00+02', '{"a": 1}'),
      (E'tab\\tline\\nü', null, null, null, 0.1, null, null, null, null);
    create table public.many as select x, repeat('x', 100) as text from generate_series(1, 30000) x;
    create table public.hidden (a int);
    create table public."we""ird; drop table loans; --" (a int);
    insert into "we""ird; drop table loans; --" values (7);
    create view public.sleeping as select pg_sleep(600)::text as a;
    create sequence public.counter;
    create view public.writing as select nextval('counter') as a;
    create table public.wide as select repeat('w', 3000000) as text from generate_series(1, 100);
    grant select on loans, many, "we""ird; drop table loans; --", sleeping, writing, wide to ${database.user};
    grant usage on sequence counter to ${database.user};
  `);
});
afterAll(() => database.close());

function access(table: string, changes: Partial<SourceAccess> = {}, source: Partial<SourceAccess["source"]> = {}): SourceAccess {
  const { host, port, user, password } = database;
  return {
    connect: connectOutOf(egressPolicyOf(`${host}:${port}`, {})),
    owner: "one",
    source: { host, port, database: database.database, user, schema: "public", table, tls: "off", ...source },
    password,
    timeoutMillis: 20_000,
    maxBytes: 1024 ** 3,
    signal: never,
    ...changes,
  };
}

const allOf = (given: SourceAccess, maxRows = 1_000_000) =>
  withSourceTable(given, async (table) => {
    const columns = (await table.describe()) ?? [];
    const rows: SourceRow[] = [];
    for await (const page of table.read(columns, maxRows)) rows.push(...page);
    return { columns: columns.map(({ name, type }) => `${name} ${type}`), rows, count: await table.count() };
  });

async function failure(work: Promise<unknown>): Promise<Error> {
  const error: unknown = await work.then(
    () => new Error("nothing failed"),
    (reason: unknown) => reason,
  );
  return error as Error; // Only errors are thrown.
}

test("values are the texts that Postgres writes, without loss", async () => {
  const { columns, rows, count } = await allOf(access("loans"));
  expect(columns.join(", ")).toBe(
    'id text, age int4, big "Number" int8, income numeric, ratio float8, approved bool, applied date, at timestamptz, extra jsonb',
  );
  expect(rows).toEqual([
    ["a", "34", "9007199254740993", "2850.50", "NaN", "true", "2026-02-03", "2026-02-03 08:00:00+00", '{"a": 1}'],
    ["tab\tline\nü", null, null, null, "0.1", null, null, null, null],
  ]);
  expect(count).toBe(2);
});

test("every row of a larger table is read once, or as many as requested", async () => {
  const { rows } = await allOf(access("many"));
  expect(new Set(rows.map(([x]) => x)).size).toBe(30_000);
  expect((await allOf(access("many"), 1234)).rows).toHaveLength(1234);
  expect(await withSourceTable(access("many"), (table) => table.count(100))).toBe(100);
});

test("a name with quotes and SQL is the name of a table, nothing else", async () => {
  expect((await allOf(access('we"ird; drop table loans; --'))).rows).toEqual([["7"]]);
  expect((await allOf(access("loans"))).count).toBe(2);
  for (const table of ['loans"; drop table loans; --', "loans; select 1", "pg_class", "Loans"]) {
    expect(await withSourceTable(access(table), (opened) => opened.describe()), table).toBe(undefined);
  }
});

test("a table whose columns the user may not read is not described", async () => {
  expect(await withSourceTable(access("hidden"), (table) => table.describe())).toBe(undefined);
});

test("a view that sleeps ends with the time limit, and its statement ends on the server", async () => {
  const error = await failure(withSourceTable(access("sleeping", { timeoutMillis: 500 }), (table) => table.count()));
  expect(error).toBeInstanceOf(SourceRefused);
  expect(error.message).toBe(`The database ${database.host}:${database.port} did not return rows of public.sleeping within 0.5 seconds.`);
  await expect
    .poll(() => database.run(`select 1 from pg_stat_activity where usename = '${database.user}' and state = 'active'`))
    .toEqual([]);
});

test("a view that writes is refused", async () => {
  const error = await failure(allOf(access("writing")));
  expect(error).toBeInstanceOf(SourceRefused);
  expect(error.message).toBe("Reading public.writing would change data. Airlock reads in read-only transactions.");
});

test("more bytes than allowed are not received", async () => {
  const error = await failure(allOf(access("wide", { maxBytes: 20_000_000 })));
  expect(error).toBeInstanceOf(SourceRefused);
  expect(error.message).toMatch(/^public\.wide has more than 20000000 bytes, the limit of one run\./);
});

test("what is wrong with the login, the database and the encryption is reported without the password", async () => {
  const where = `The database ${database.host}:${database.port}`;
  const login = await failure(allOf(access("loans", { password: "not the password" })));
  expect(login.message).toBe(`${where} does not accept the user ${database.user} with this password.`);
  expect((await failure(allOf(access("loans", {}, { database: "missing" })))).message).toBe(`${where} has no database missing.`);
  const tls = await failure(allOf(access("loans", {}, { tls: "verify" })));
  expect(tls.message).toBe(`${where} does not offer TLS. Turn it on there, or choose a connection without TLS.`);
  for (const error of [login, tls]) expect(error).toBeInstanceOf(SourceRefused);
});

test("an address in a private network is not connected to unless it is allowed, and Airlock's own database never is", async () => {
  const { host, port } = database;
  const closed = await failure(allOf(access("loans", { connect: connectOutOf(egressPolicyOf("", {})) })));
  expect(closed).toMatchObject({
    byPolicy: true,
    message: expect.stringMatching(/^Airlock does not connect to this address: 127\.0\.0\.1 is /) as string,
  });
  const own = { AIRLOCK_POSTGRES_URL: `postgres://airlock_app@${host}:${port}/airlock` };
  const blocked = await failure(allOf(access("loans", { connect: connectOutOf(egressPolicyOf("127.0.0.0/8", own)) })));
  expect(blocked.message).toBe("Airlock does not connect to this address: 127.0.0.1 is one of Airlock's own parts.");
  for (const name of ["localhost", "metadata.google.internal", "169.254.169.254", "::ffff:127.0.0.1", "postgres"]) {
    const error = await failure(allOf(access("loans", { connect: connectOutOf(egressPolicyOf("", {})) }, { host: name })));
    expect(error, name).toMatchObject({ byPolicy: true });
  }
});

test("a server that is gone in the middle is worth another try", async () => {
  const error = await failure(
    withSourceTable(access("many"), async (table) => {
      const columns = (await table.describe()) ?? [];
      for await (const _ of table.read(columns, 30_000)) {
        await database.run(`select pg_terminate_backend(pid) from pg_stat_activity where usename = '${database.user}'`);
      }
    }),
  );
  expect(error).toBeInstanceOf(WentWrong);
  expect(error.message).toMatch(
    /^The database .+ (?:does not answer: the connection was cut|cannot serve the query now \(error 57P01\))\.$/,
  );
  const nothing = await failure(allOf(access("many", { connect: connectOutOf(egressPolicyOf("127.0.0.1", {})) }, { port: 1 })));
  expect(nothing.message).toBe("The database 127.0.0.1:1 does not answer: the connection was refused.");
});

test("stopping ends a read at once", async () => {
  const stopping = new AbortController();
  const reading = failure(
    withSourceTable(access("sleeping", { timeoutMillis: 600_000, signal: stopping.signal }), (table) => table.count()),
  );
  await expect
    .poll(() => database.run(`select 1 as one from pg_stat_activity where usename = '${database.user}' and query like '%sleeping%'`))
    .toEqual([{ one: 1 }]);
  stopping.abort();
  expect(await reading).toMatchObject({ message: "Reading the table was interrupted." });
  await database.run(`select pg_terminate_backend(pid) from pg_stat_activity where usename = '${database.user}'`);
});

test("a server that sends without end instead of speaking the protocol is cut off", async () => {
  const flood = Buffer.alloc(64 * 1024, "x");
  let sent = 0;
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    // The beginning of a message of 1.5 GiB.
    socket.write(Buffer.from([0x45, 0x60, 0, 0, 0]));
    const more = (error?: Error | null) => {
      // A write that fails calls back before the socket is destroyed: another one would call back at once, without end.
      if (socket.destroyed || (error !== undefined && error !== null)) return;
      sent += flood.length;
      socket.write(flood, more);
    };
    more();
  });
  await new Promise<void>((listening) => void server.listen(0, "127.0.0.1", listening));
  onTestFinished(() => void server.close());
  // A listening TCP server has an address with a port.
  const { port } = server.address() as AddressInfo;
  const connect = connectOutOf(egressPolicyOf(`127.0.0.1:${port}`, {}));
  const error = await failure(allOf(access("loans", { connect, maxBytes: 4_000_000 }, { port })));
  expect(error).toBeInstanceOf(SourceRefused);
  expect(sent).toBeLessThan(40_000_000);
});

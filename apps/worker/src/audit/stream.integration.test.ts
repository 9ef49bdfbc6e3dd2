import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createServer as createTcpServer, type AddressInfo, type Server as TcpServer, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import type { AuditFields } from "@airlock/contract";
import { createLog, createMetrics, newId } from "@airlock/platform";
import { openPostgres, type Postgres } from "@airlock/platform/postgres";
import { Client } from "pg";
import { afterAll, beforeAll, beforeEach, expect, inject, test, vi } from "vitest";
import { openAuditReceiver } from "./receiver.ts";
import { startAuditStream } from "./start-audit-stream.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Set by the integration project's global setup. */
    readonly environment: Record<string, string>;
  }
}

const log = createLog({ name: "test", level: "silent" });
let postgres: Postgres;
let owner: Client;

beforeAll(async () => {
  postgres = openPostgres({ url: inject("environment")["AIRLOCK_POSTGRES_URL"] ?? "", name: "test", log, connections: 3 });
  owner = await connect();
});
afterAll(async () => {
  await owner.end();
  await postgres.close();
});
beforeEach(async () => {
  // Start with later entries only, without the lease of an earlier test's worker.
  await owner.query("delete from airlock.audit_stream_lease");
  await owner.query(
    `insert into airlock.audit_stream (organisation_id, number) select organisation_id, number from airlock.audit_chains
     on conflict (organisation_id) do update set number = excluded.number`,
  );
});

async function connect(): Promise<Client> {
  const client = new Client({ connectionString: inject("environment")["AIRLOCK_POSTGRES_MIGRATION_URL"] });
  await client.connect();
  return client;
}

/** An organisation with a role that can be renamed; each rename writes one entry. */
async function newOrganisation(): Promise<{
  readonly organisationId: string;
  readonly rename: (times: number, by?: Client) => Promise<void>;
}> {
  const [organisationId, role, group, ownRole] = [newId(), newId(), newId(), newId()];
  await owner.query("begin");
  await owner.query(
    "insert into organisations (id, name, code, managed_by) values ($1, 'Streamed', $1, (select id from organisations where managed_by is null))",
    [organisationId],
  );
  await owner.query("insert into roles (id, organisation_id, name, code, permissions) values ($1, $2, 'A', 'ADMI', '{*}')", [
    role,
    organisationId,
  ]);
  await owner.query("insert into groups (id, organisation_id, name, code) values ($1, $2, 'A', 'ADMI')", [group, organisationId]);
  await owner.query("insert into group_roles (organisation_id, group_id, role_id) values ($1, $2, $3)", [organisationId, group, role]);
  await owner.query("insert into roles (id, organisation_id, name, code) values ($1, $2, 'Role', 'ROLE')", [ownRole, organisationId]);
  await owner.query("commit");
  return {
    organisationId,
    rename: async (times, by = owner) => {
      for (let time = 0; time < times; time += 1) await by.query("update roles set name = $1 where id = $2", [`Rôle ${newId()}`, ownRole]);
    },
  };
}

function stream(url: string, token = "") {
  const metrics = createMetrics();
  const receiver = openAuditReceiver(url, token);
  return { metrics, ...startAuditStream({ postgres, receiver, metrics, log, restMillis: 10, maxBackoffMillis: 40 }) };
}

/** The numbers of an organisation's chain in the order in which they first arrived. */
function numbersOf(organisationId: string, received: readonly AuditFields[]): readonly number[] {
  const own = received.filter((entry) => entry.organisationWss === organisationId);
  return [...new Set(own.map((entry) => Number(entry.webSafeString.split("-").at(-1))))];
}

const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);
const patience = { timeout: 120_000, interval: 20 };

async function portOf(server: Server | TcpServer, port = 0): Promise<number> {
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

async function close(server: Server | TcpServer): Promise<void> {
  server.close();
  if ("closeAllConnections" in server) server.closeAllConnections();
  await once(server, "close");
}

const entriesOf = (body: string) =>
  body
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as AuditFields);

test("every entry arrives over HTTP in the order of its chain, although the receiver is down, fails and loses responses", async () => {
  const received: AuditFields[] = [];
  const tokens = new Set<string | undefined>();
  let requests = 0;
  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    requests += 1;
    const turn = requests % 3;
    const entries = entriesOf(await text(request));
    // Refused before anything is stored; stored without a response; stored with a response.
    if (turn === 1) return void response.writeHead(503).end();
    tokens.add(request.headers.authorization);
    received.push(...entries);
    if (turn === 2) return void request.socket.destroy();
    return void response.writeHead(204).end();
  };
  const server = () => createServer((request, response) => void receive(request, response));
  const first = server();
  const port = await portOf(first);
  await close(first);

  const { organisationId, rename } = await newOrganisation();
  await rename(20);
  const running = stream(`http://127.0.0.1:${port}/audit`, "a token");
  // No receiver is listening yet.
  await vi.waitFor(() => expect(running.metrics.text()).toMatch(/airlock_audit_stream_failures_total [1-9]/), patience);
  expect(running.metrics.text()).toMatch(/airlock_audit_stream_lag_entries [1-9]/);
  const second = server();
  await portOf(second, port);
  await rename(100);
  await vi.waitFor(() => expect(numbersOf(organisationId, received)).toHaveLength(125), patience);
  await close(second);
  await rename(10);
  const third = server();
  await portOf(third, port);
  await vi.waitFor(() => expect(numbersOf(organisationId, received)).toHaveLength(135), patience);
  await running.stop();
  await close(third);
  expect(numbersOf(organisationId, received)).toEqual(upTo(135));
  expect([...tokens]).toEqual(["Bearer a token"]);
});

function storingIn(received: AuditFields[]): Server {
  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    received.push(...entriesOf(await text(request)));
    response.writeHead(200).end();
  };
  return createServer((request, response) => void receive(request, response));
}

/** Parses frames of RFC 6587: the number of octets, a space, the message. */
function readFrames(bytes: Buffer): string[] {
  const messages: string[] = [];
  for (let at = 0; at < bytes.length;) {
    const space = bytes.indexOf(" ", at);
    const length = Number(bytes.toString("utf8", at, space));
    if (space < 0 || bytes.length < space + 1 + length) break;
    messages.push(bytes.toString("utf8", space + 1, space + 1 + length));
    at = space + 1 + length;
  }
  return messages;
}

test("entries that the receiver refuses for good hold back their own chain only, and are sent once it accepts them", async () => {
  const received: AuditFields[] = [];
  const refused = new Set<string>();
  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    const entries = entriesOf(await text(request));
    if (entries.length > 40) return void response.writeHead(413).end();
    if (entries.some(({ webSafeString }) => refused.has(webSafeString))) return void response.writeHead(400).end();
    received.push(...entries);
    return void response.writeHead(204).end();
  };
  const server = createServer((request, response) => void receive(request, response));
  const port = await portOf(server);
  // More chains than one batch has.
  const bad: Awaited<ReturnType<typeof newOrganisation>>[] = [];
  for (let count = 0; count < 11; count += 1) bad.push(await newOrganisation());
  const good = await newOrganisation();
  for (const { organisationId } of bad) refused.add(`${organisationId}-3`);
  await good.rename(100);
  const running = stream(`http://127.0.0.1:${port}/`);
  await vi.waitFor(() => expect(numbersOf(good.organisationId, received)).toEqual(upTo(105)), patience);
  for (const { organisationId } of bad) {
    await vi.waitFor(() => expect(numbersOf(organisationId, received)).toEqual(upTo(2)), patience);
  }
  await good.rename(1);
  await vi.waitFor(() => expect(numbersOf(good.organisationId, received)).toEqual(upTo(106)), patience);
  refused.clear();
  for (const { organisationId } of bad) {
    await vi.waitFor(() => expect(numbersOf(organisationId, received)).toEqual(upTo(5)), patience);
  }
  await running.stop();
  await close(server);
});

test("every entry arrives by syslog in the order of its chain, although the receiver dies during a batch", async () => {
  const received: AuditFields[] = [];
  const headers = new Set<string>();
  let connections = 0;
  const receive = (socket: Socket) => {
    connections += 1;
    const dies = connections % 2 === 1;
    let bytes = Buffer.alloc(0);
    socket.on("error", () => undefined);
    socket.on("data", (chunk: Buffer) => {
      // A receiver that dies has read some of the batch and stored none of it.
      if (dies) return socket.resetAndDestroy();
      bytes = Buffer.concat([bytes, chunk]);
    });
    socket.on("end", () => {
      for (const message of readFrames(bytes)) {
        const [header = "", json = ""] = message.split(" - audit - ");
        headers.add(header.replace(/ \S+ \S+ airlock$/, " TIME HOST airlock"));
        received.push(JSON.parse(json) as AuditFields);
      }
    });
  };
  const server = createTcpServer(receive);
  const port = await portOf(server);
  const { organisationId, rename } = await newOrganisation();
  await rename(100);
  const running = stream(`syslog://127.0.0.1:${port}`);
  await vi.waitFor(() => expect(numbersOf(organisationId, received)).toHaveLength(105), patience);
  await close(server);
  await rename(5);
  const back = createTcpServer(receive);
  await portOf(back, port);
  await vi.waitFor(() => expect(numbersOf(organisationId, received)).toHaveLength(110), patience);
  await running.stop();
  await close(back);
  expect(numbersOf(organisationId, received)).toEqual(upTo(110));
  expect([...headers]).toEqual(["<110>1 TIME HOST airlock"]);
});

test("an entry that is written early and committed late is not skipped, and does not delay other organisations", async () => {
  const received: AuditFields[] = [];
  const server = storingIn(received);
  const port = await portOf(server);
  const [late, other] = [await newOrganisation(), await newOrganisation()];
  const writer = await connect();
  await writer.query("begin");
  await late.rename(1, writer);
  // The entry is written in a transaction that stays open.
  await writer.query("set constraints all immediate");
  const running = stream(`http://127.0.0.1:${port}/`);
  await other.rename(3);
  await vi.waitFor(() => expect(numbersOf(other.organisationId, received)).toEqual(upTo(8)), patience);
  expect(numbersOf(late.organisationId, received)).toEqual(upTo(5));
  await writer.query("commit");
  await vi.waitFor(() => expect(numbersOf(late.organisationId, received)).toEqual(upTo(6)), patience);
  await running.stop();
  await writer.end();
  await close(server);
});

test("one worker sends at a time, and another one takes over when its lease expires", async () => {
  const received: AuditFields[] = [];
  const server = storingIn(received);
  const port = await portOf(server);
  await owner.query("insert into airlock.audit_stream_lease (owner, until) values ('another', now() + interval '1 hour')");
  const { organisationId, rename } = await newOrganisation();
  const running = stream(`http://127.0.0.1:${port}/`);
  await vi.waitFor(() => expect(running.metrics.text()).toMatch(/airlock_audit_stream_lag_entries [1-9]/), patience);
  expect(received).toEqual([]);
  await rename(1);
  await owner.query("update airlock.audit_stream_lease set until = now() - interval '1 second'");
  await vi.waitFor(() => expect(numbersOf(organisationId, received)).toEqual(upTo(6)), patience);
  await running.stop();
  await close(server);
});

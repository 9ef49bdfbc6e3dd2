import { execFile } from "node:child_process";
import { chmod, chown, copyFile, mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServer, type Server } from "node:tls";
import { promisify } from "node:util";
import { createLog, type TlsFiles } from "@airlock/platform";
import { createClickHouse } from "@airlock/platform/clickhouse";
import { openPostgres } from "@airlock/platform/postgres";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { clickhouseAccess } from "../../services/environment.ts";
import { port } from "../../services/instance.ts";
import { postgresData, postgresUrl } from "../../services/parts/postgres.ts";
import { migrate } from "../../services/stack.ts";

const run = promisify(execFile);
const instance = inject("instance");
const log = createLog({ name: "test", level: "silent" });
let folder: string;
let clickhouse: Server;
const file = (name: string): string => join(folder, name);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "airlock-tls-"));
  await certificate("ca", "basicConstraints=critical,CA:TRUE");
  await certificate("other-ca", "basicConstraints=critical,CA:TRUE");
  await certificate("server", "subjectAltName=DNS:localhost", "ca");
  await certificate("client", "extendedKeyUsage=clientAuth", "ca");
  await turnPostgresTlsOn();
  clickhouse = await startTlsFront();
});

afterAll(async () => {
  await asSuperuser("ALTER SYSTEM RESET ssl");
  await new Promise((resolve) => clickhouse.close(resolve));
  await rm(folder, { recursive: true, force: true });
});

async function certificate(name: string, extension: string, ca?: string): Promise<void> {
  const key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout", file(`${name}.key`)];
  const signed = ca === undefined ? [] : ["-CA", file(`${ca}.crt`), "-CAkey", file(`${ca}.key`)];
  await run("openssl", [
    "req",
    "-x509",
    ...key,
    ...signed,
    "-out",
    file(`${name}.crt`),
    "-days",
    "2",
    "-subj",
    `/CN=${name}`,
    "-addext",
    extension,
  ]);
}

/** At run time: connections without TLS, which all other tests use, stay possible. */
async function turnPostgresTlsOn(): Promise<void> {
  const data = await postgresData(instance);
  const owner = await stat(data);
  for (const [from, to] of [
    ["server.crt", "server.crt"],
    ["server.key", "server.key"],
  ] as const) {
    await copyFile(file(from), join(data, to));
    await chown(join(data, to), owner.uid, owner.gid);
    await chmod(join(data, to), 0o600);
  }
  await asSuperuser("ALTER SYSTEM SET ssl = on");
}

async function asSuperuser(statement: string): Promise<void> {
  const client = new Client({ connectionString: postgresUrl(instance, "superuser") });
  await client.connect();
  await client.query(statement);
  await client.query("SELECT pg_reload_conf()");
  await client.end();
}

/** The instance's ClickHouse behind TLS, for clients with a certificate. */
async function startTlsFront(): Promise<Server> {
  const [key, cert, ca] = await Promise.all(["server.key", "server.crt", "ca.crt"].map((name) => readFile(file(name))));
  const server = createServer({ key, cert, ca, requestCert: true, rejectUnauthorized: true }, (socket) => {
    const behind = connect(port(instance, "clickhouse"), "127.0.0.1");
    socket.on("error", () => behind.destroy());
    behind.on("error", () => socket.destroy());
    socket.pipe(behind).pipe(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}

const withClient = (ca: string): TlsFiles => ({ ca: file(ca), cert: file("client.crt"), key: file("client.key") });
const postgresAt = (host: string, role: "app" | "owner"): string => postgresUrl(instance, role).replace("127.0.0.1", host);
function clickhouseAt(host: string): string {
  const address = clickhouse.address();
  return `https://${host}:${typeof address === "object" && address !== null ? address.port : 0}`;
}

async function checkPostgres(url: string, tls?: TlsFiles): Promise<string> {
  const postgres = openPostgres({ url, tls, name: "tls test", log, connections: 1 });
  try {
    await postgres.check();
    const seen = new Client({ connectionString: postgresUrl(instance, "superuser") });
    await seen.connect();
    const { rows } = await seen.query<{ ssl: boolean }>(
      "SELECT ssl FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE application_name = 'tls test'",
    );
    await seen.end();
    return rows.map(({ ssl }) => (ssl ? "encrypted" : "plain")).join();
  } catch (error) {
    return error instanceof Error && "code" in error ? String(error.code) : String(error);
  } finally {
    await postgres.close();
  }
}

async function checkClickHouse(url: string, tls?: TlsFiles): Promise<string> {
  const client = createClickHouse({ ...clickhouseAccess(instance), url, tls, name: "tls test" });
  try {
    const [row] = await client.query<{ readonly one: number }>("SELECT 1 AS one");
    return row?.one === 1 ? "answers" : "no row";
  } catch (error) {
    return error instanceof Error && "code" in error ? String(error.code) : String(error);
  } finally {
    await client.close();
  }
}

describe("TLS to Postgres", () => {
  it("encrypts with the certificate authority of the server", async () => {
    expect(await checkPostgres(postgresAt("localhost", "app"), { ca: file("ca.crt") })).toBe("encrypted");
    expect(await checkPostgres(`${postgresAt("localhost", "app")}?sslmode=require`, { ca: file("ca.crt") })).toBe("encrypted");
  });

  it("refuses a server that another authority signed, or whose certificate names another host", async () => {
    expect(await checkPostgres(`${postgresAt("localhost", "app")}?sslmode=require`)).toMatch(/SELF_SIGNED|UNABLE_TO/);
    expect(await checkPostgres(postgresAt("localhost", "app"), { ca: file("other-ca.crt") })).toMatch(/SELF_SIGNED|UNABLE_TO/);
    expect(await checkPostgres(postgresAt("127.0.0.1", "app"), { ca: file("ca.crt") })).toBe("ERR_TLS_CERT_ALTNAME_INVALID");
  });
});

describe("TLS to ClickHouse", () => {
  it("connects with the certificate authority of the server, a client certificate and the password", async () => {
    expect(await checkClickHouse(clickhouseAt("localhost"), withClient("ca.crt"))).toBe("answers");
  });

  it("refuses a server that another authority signed, or whose certificate names another host", async () => {
    expect(await checkClickHouse(clickhouseAt("localhost"))).toMatch(/SELF_SIGNED|UNABLE_TO/);
    expect(await checkClickHouse(clickhouseAt("localhost"), withClient("other-ca.crt"))).toMatch(/SELF_SIGNED|UNABLE_TO/);
    expect(await checkClickHouse(clickhouseAt("127.0.0.1"), withClient("ca.crt"))).toBe("ERR_TLS_CERT_ALTNAME_INVALID");
  });

  it("is refused without a client certificate where the server requires one", async () => {
    expect(await checkClickHouse(clickhouseAt("localhost"), { ca: file("ca.crt") })).toMatch(/CERTIFICATE_REQUIRED|ECONNRESET/);
  });
});

it("migrations connect to both by the settings", async () => {
  const settings = {
    AIRLOCK_POSTGRES_MIGRATION_URL: `${postgresAt("localhost", "owner")}?sslmode=verify-full`,
    AIRLOCK_POSTGRES_TLS_CA: file("ca.crt"),
    AIRLOCK_CLICKHOUSE_URL: clickhouseAt("localhost"),
    AIRLOCK_CLICKHOUSE_TLS_CA: file("ca.crt"),
    AIRLOCK_CLICKHOUSE_TLS_CERT: file("client.crt"),
    AIRLOCK_CLICKHOUSE_TLS_KEY: file("client.key"),
  };
  await migrate(instance, settings);
  await expect(migrate(instance, { ...settings, AIRLOCK_POSTGRES_TLS_CA: file("other-ca.crt") })).rejects.toThrow(/self-signed|unable to/i);
});

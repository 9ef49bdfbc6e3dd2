import { execFile } from "node:child_process";
import { chown, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { ConnectionOptions } from "node:tls";
import { promisify } from "node:util";
import { createHash } from "node:crypto";
import { Client } from "pg";
import { exists, findExecutable } from "../install/cache.ts";
import { installPackages } from "../install/apt.ts";
import { port, projectRoot, type Instance } from "../instance.ts";
import type { Part } from "../part.ts";
import type { Command } from "../processes.ts";

const execute = promisify(execFile);
const database = "airlock";

export const postgresAccounts = {
  /** Initdb's superuser, only for creating the roles. */
  superuser: { user: "airlock_super", password: "airlock" },
  /** Owns the schema: migrations only. */
  owner: { user: "airlock_owner", password: "airlock" },
  /** For api and worker; always subject to row-level security. */
  app: { user: "airlock_app", password: "airlock" },
} as const;

export function postgresUrl(instance: Instance, account: keyof typeof postgresAccounts, to: string = database): string {
  const { user, password } = postgresAccounts[account];
  return `postgres://${user}:${password}@127.0.0.1:${port(instance, "postgres")}/${to}`;
}

/** How to connect; read for each connection. */
type Tls = () => Promise<ConnectionOptions | undefined>;

export const postgres = postgresPart();

/** With `tls`, which a server needs that accepts encrypted connections only. */
export function postgresPart(tls: Tls = () => Promise.resolve(undefined)): Part {
  return {
    name: "postgres",
    ports: ["postgres"],
    // "Fast" shutdown: ends the sessions and writes a checkpoint. SIGTERM would wait for every client to disconnect.
    stopSignal: "SIGINT",

    async install() {
      await installPackages(["postgresql"], async () => (await binaries()) !== undefined);
    },

    async prepare(instance) {
      const bin = await binaries();
      if (bin === undefined) throw new Error("PostgreSQL is not installed.");
      const user = await unprivilegedUser();
      const data = await postgresData(instance, user);
      if (!(await exists(join(data, "PG_VERSION")))) await initialise(bin, data, user);
      return {
        file: join(bin, "postgres"),
        args: ["-D", data, "-p", String(port(instance, "postgres")), ...postgresSettings.flatMap((setting) => ["-c", setting])],
        cwd: data,
        ...(user === undefined ? {} : { user }),
      };
    },

    async probe(instance) {
      await withClient(postgresUrl(instance, "superuser", "postgres"), tls, (client) => client.query("SELECT 1"));
    },

    async settle(instance) {
      await withClient(postgresUrl(instance, "superuser", "postgres"), tls, async (client) => {
        const found = await client.query("SELECT 1 FROM pg_database WHERE datname = $1", [database]);
        if (found.rowCount === 0) await client.query(`CREATE DATABASE ${database}`);
      });
      const roles = await readFile(join(projectRoot, "deploy/postgres/roles.sql"), "utf8");
      await withClient(postgresUrl(instance, "superuser"), tls, (client) => client.query(roles));
    },
  };
}

/** Of every server, a standby too: it must allow as many connections as its primary. */
export const postgresSettings: readonly string[] = [
  "listen_addresses=127.0.0.1",
  // The default socket folder belongs to the system's own server.
  "unix_socket_directories=",
  "fsync=on",
  "synchronous_commit=on",
  "max_connections=200",
  "shared_buffers=128MB",
  "log_min_messages=warning",
  "timezone=UTC",
];

/** The data folder of this instance's database. */
export async function postgresData(instance: Instance, user?: Command["user"]): Promise<string> {
  return join(await dataParent(instance, user ?? (await unprivilegedUser())), "postgres");
}

async function withClient<T>(url: string, tls: Tls, work: (client: Client) => Promise<T>): Promise<T> {
  const ssl = await tls();
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000, ...(ssl === undefined ? {} : { ssl }) });
  // A server that is shutting down ends idle connections; the query's own promise reports relevant errors.
  client.on("error", () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function initialise(bin: string, data: string, user: Command["user"]): Promise<void> {
  await mkdir(data, { recursive: true, mode: 0o700 });
  const passwordFile = `${data}.password`;
  await writeFile(passwordFile, postgresAccounts.superuser.password, { mode: 0o600 });
  if (user !== undefined) {
    await chown(data, user.uid, user.gid);
    await chown(passwordFile, user.uid, user.gid);
  }
  const options = ["--auth=scram-sha-256", "--encoding=UTF8", "--locale=C.UTF-8", `--username=${postgresAccounts.superuser.user}`];
  await execute(join(bin, "initdb"), ["-D", data, `--pwfile=${passwordFile}`, ...options], { cwd: dirname(data), ...user });
}

/** The folder of the server and its tools: Debian installs them outside the PATH, in a folder per version. */
export async function binaries(): Promise<string | undefined> {
  const versions = await readdir("/usr/lib/postgresql").catch(() => []);
  const newestFirst = versions
    .map(Number)
    .filter(Number.isInteger)
    .sort((a, b) => b - a);
  const initdb = await findExecutable(
    "initdb",
    newestFirst.map((version) => `/usr/lib/postgresql/${version}/bin`),
  );
  return initdb === undefined ? undefined : dirname(initdb);
}

/** PostgreSQL refuses to run as root; the package creates a user for it. */
export async function unprivilegedUser(): Promise<{ uid: number; gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const [uid, gid] = await Promise.all(["-u", "-g"].map(async (flag) => Number((await execute("id", [flag, "postgres"])).stdout)));
  if (uid === undefined || gid === undefined) throw new Error("The user postgres is missing although PostgreSQL is installed.");
  return { uid, gid };
}

/** The instance's folder, or one in the system's temporary folder if the server's user cannot access it (a clone below /root). */
async function dataParent(instance: Instance, user: Command["user"]): Promise<string> {
  if (user === undefined) return instance.folder;
  const reachable = await execute("test", ["-x", instance.folder], { cwd: "/", ...user }).then(
    () => true,
    () => false,
  );
  if (reachable) return instance.folder;
  const elsewhere = join(tmpdir(), `airlock-${createHash("sha256").update(instance.folder).digest("hex").slice(0, 12)}`);
  const marker = join(instance.folder, "postgres-is-elsewhere");
  // Deleting the instance's folder must delete its data, so data of an earlier instance is deleted here too.
  if (!(await exists(marker))) await rm(elsewhere, { recursive: true, force: true });
  await mkdir(elsewhere, { recursive: true });
  await writeFile(marker, elsewhere);
  return elsewhere;
}

import { execFile } from "node:child_process";
import { chown, copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseEnv, promisify } from "node:util";
import { clickhouseCredentials } from "../../services/clickhouse-users.ts";
import { all, named } from "../../services/compose.fixture.ts";
import { port, projectRoot, publicUrl, type Instance } from "../../services/instance.ts";
import type { Part } from "../../services/part.ts";
import { idpIssuer } from "../../services/parts/idp.ts";
import { nats } from "../../services/parts/nats.ts";
import { parts } from "../../services/parts.ts";
import { binaries, postgresAccounts, postgresData, postgresPart, unprivilegedUser } from "../../services/parts/postgres.ts";
import { s3 } from "../../services/parts/s3.ts";
import type { PortName } from "../../services/ports.ts";
import { Certificates, type TlsServer } from "./certificates.ts";

const run = promisify(execFile);

const names = [
  "certificates",
  "backup-volume",
  "postgres",
  "nats",
  "clickhouse",
  "keycloak",
  "inbox",
  "s3",
  "migrations",
  "api",
  "runtime",
  "worker",
  "edge",
] as const;
export type ServiceName = (typeof names)[number];

/**
 * compose.yaml on this machine: its values are those that deploy/make-env.sh writes, its certificates those of deploy/make-certificates.sh, and its
 * servers are found by their names at the ports of an instance.
 */
export class Compose {
  readonly #instance: Instance;
  readonly #secrets: Readonly<Record<string, string | undefined>>;
  readonly certificates: Certificates;
  /** The ports of servers whose replacement has no TLS. */
  readonly #fronts = new Map<TlsServer, number>();

  private constructor(instance: Instance, secrets: Readonly<Record<string, string | undefined>>) {
    this.#instance = instance;
    this.#secrets = secrets;
    this.certificates = new Certificates(join(instance.folder, "tls"));
  }

  static async read(instance: Instance): Promise<Compose> {
    // A service that is added must be started here too.
    const unknown = all.map(([name]) => name).filter((name) => !names.some((known) => known === name));
    if (unknown.length > 0) throw new Error(`compose.yaml has services that are not started here: ${unknown.join(", ")}.`);
    return new Compose(instance, await makeSecrets());
  }

  /** Services that may start at the same time, in the order of `depends_on`. */
  *order(): Generator<readonly ServiceName[]> {
    const started = new Set<string>();
    while (started.size < names.length) {
      const next = names.filter((name) => !started.has(name) && Object.keys(named(name).depends_on).every((other) => started.has(other)));
      if (next.length === 0) throw new Error("Services of compose.yaml wait for each other.");
      yield next;
      for (const name of next) started.add(name);
    }
  }

  /** The command, the tmpfs folders, the mounts and the settings of one of our services. */
  serviceOf(name: ServiceName) {
    const { command, tmpfs, volumes } = named(name);
    const mounts = volumes.includes("trusted:/etc/airlock/trusted:ro") ? { "/etc/airlock/trusted": this.certificates.trusted } : {};
    const memory = tmpfs.map((entry) => entry.split(":")[0] ?? "");
    return { command, memory, mounts: { ...mounts, "/etc/hosts": this.#hosts }, env: this.#environment(name) };
  }

  /** The service `certificates`, and the names that Docker would resolve. */
  async prepare(): Promise<void> {
    const { command } = named("certificates");
    if (command.join(" ") !== "sh /make-certificates.sh /tls") throw new Error("The service certificates has another command.");
    await this.certificates.make(join(projectRoot, "deploy/make-certificates.sh"));
    await writeFile(this.#hosts, `${await readFile("/etc/hosts", "utf8")}\n127.0.0.1 localhost ${names.join(" ")}\n`);
  }

  get #hosts(): string {
    return join(this.#instance.folder, "hosts");
  }

  /** Postgres with the command, its key and the passwords of each role. */
  get postgres(): Part {
    const { certificates } = this;
    const postgres = postgresPart(() => certificates.client("postgres"));
    return {
      ...postgres,
      prepare: async (instance) => {
        const started = await postgres.prepare(instance);
        const folder = await this.#postgresFiles(instance);
        const [, ...options] = named("postgres").command;
        return {
          ...started,
          args: [...started.args, ...options.map((option) => option.replace(/=\/etc\/airlock\/(?:tls\/)?/, `=${folder}/`))],
        };
      },
      settle: async (instance) => {
        await postgres.settle?.(instance);
        const { user, password } = postgresAccounts.superuser;
        const server = { PGHOST: "postgres", PGHOSTADDR: "127.0.0.1", PGPORT: String(port(instance, "postgres")), PGPASSWORD: password };
        const env = {
          ...this.#environment("postgres"),
          ...server,
          PGSSLMODE: "verify-full",
          PGSSLROOTCERT: certificates.authority,
          POSTGRES_USER: user,
          PATH: `${await binaries()}:${process.env["PATH"]}`,
        };
        await run("sh", [join(projectRoot, "deploy/postgres/passwords.sh")], { env });
      },
    };
  }

  /** What is mounted into the container, for the user that runs Postgres here. */
  async #postgresFiles(instance: Instance): Promise<string> {
    const user = await unprivilegedUser();
    const folder = await postgresData(instance, user);
    const files = {
      "server.crt": this.certificates.file("postgres", "server.crt"),
      "server.key": this.certificates.file("postgres", "server.key"),
      "pg_hba.conf": join(projectRoot, "deploy/postgres/pg_hba.conf"),
    };
    for (const [name, file] of Object.entries(files)) {
      const copy = join(folder, name);
      await rm(copy, { force: true });
      await copyFile(file, copy);
      if (user !== undefined) await chown(copy, user.uid, user.gid);
    }
    return folder;
  }

  /** NATS with the command and the passwords of its users. */
  get nats(): Part {
    const values = {
      "/etc/nats/airlock.conf": join(projectRoot, "deploy/nats/nats.conf"),
      "0.0.0.0": "127.0.0.1",
      "4222": String(port(this.#instance, "nats")),
      "8222": String(port(this.#instance, "natsMonitoring")),
      "/data": join(this.#instance.folder, "nats"),
    };
    return this.#server(nats, "nats", values, { port: "natsMonitoring", path: "/healthz?js-enabled-only=true" });
  }

  /** The bucket server with its command and key. */
  get s3(): Part {
    const values = { ":7070": `127.0.0.1:${port(this.#instance, "s3")}`, "/data": join(this.#instance.folder, "s3") };
    return this.#server(s3, "s3", values, { port: "s3", path: "/health" });
  }

  get clickhouse(): Part {
    return this.#behindFront(parts.clickhouse, "clickhouse", "clickhouse");
  }

  get inbox(): Part {
    return this.#behindFront(parts.inbox, "inbox", "smtp");
  }

  #behindFront(part: Part, name: TlsServer, behind: PortName): Part {
    return {
      ...part,
      settle: async (instance) => {
        await part.settle?.(instance);
        this.#fronts.set(name, await this.certificates.front(name, port(instance, behind)));
      },
    };
  }

  #server(
    part: Part,
    name: "nats" | "s3",
    values: Readonly<Record<string, string>>,
    health: { readonly port: PortName; readonly path: string },
  ): Part {
    const files = {
      "/etc/airlock/tls/server.crt": this.certificates.file(name, "server.crt"),
      "/etc/airlock/tls/server.key": this.certificates.file(name, "server.key"),
    };
    const local: Readonly<Record<string, string>> = { ...values, ...files };
    return {
      ...part,
      prepare: async (instance) => ({
        ...(await part.prepare(instance)),
        args: named(name).command.map((argument) => local[argument] ?? argument),
        env: this.#environment(name),
      }),
      probe: (instance) => this.certificates.expectOk(name, port(instance, health.port), health.path),
    };
  }

  #environment(name: ServiceName): Record<string, string> {
    const own = this.#onThisMachine();
    return Object.fromEntries(
      Object.entries(named(name).environment).map(([setting, value]) => [setting, own[setting] ?? this.#local(name, value)]),
    );
  }

  /** Settings that depend on the network of the containers. */
  #onThisMachine(): Readonly<Record<string, string>> {
    const of = this.#instance;
    const runtime = `127.0.0.1:${port(of, "runtime1")}`;
    return {
      // With every address a runtime reports its host name to others, which may not resolve here.
      AIRLOCK_HOST: "127.0.0.1",
      AIRLOCK_API_PORT: String(port(of, "api")),
      AIRLOCK_RUNTIME_PORT: String(port(of, "runtime1")),
      AIRLOCK_WORKER_PORT: String(port(of, "worker")),
      AIRLOCK_TRUSTED_PROXIES: "loopback",
      EDGE_LISTEN: String(port(of, "edge")),
      EDGE_RESOLVER: "",
      EDGE_API: `127.0.0.1:${port(of, "api")}`,
      EDGE_RUNTIMES: `server ${runtime} max_fails=1 fail_timeout=1s;`,
      EDGE_ANY_RUNTIME: `server ${runtime} max_fails=0;`,
    };
  }

  #local(name: ServiceName, value: string): string {
    const of = this.#instance;
    const issuer = idpIssuer(of);
    const addresses = {
      "http://keycloak.localhost:8098/realms/airlock": issuer,
      "http://keycloak.localhost:8098": new URL(issuer).origin,
      "http://localhost:8080": publicUrl(of),
    };
    const ports: Readonly<Record<string, number | undefined>> = {
      "postgres:5432": port(of, "postgres"),
      "nats:4222": port(of, "nats"),
      "nats:8222": port(of, "natsMonitoring"),
      "clickhouse:8443": this.#fronts.get("clickhouse"),
      "s3:7070": port(of, "s3"),
      "inbox:1025": this.#fronts.get("inbox"),
    };
    let local = value.replaceAll(/\$\{(\w+):\?[^}]*\}/g, (_whole, variable: string) => this.#secret(variable)).replaceAll("$$", "$");
    for (const [from, to] of Object.entries(addresses)) local = local.replaceAll(from, to);
    // Names of servers stay: their certificates are for them.
    return local.replaceAll(new RegExp(`(?<=[/@])(${names.join("|")})[.:]\\w*`, "g"), (address, server: string) => {
      const there = ports[address];
      if (there === undefined) throw new Error(`There is no port on this machine for ${address} in a setting of ${name}.`);
      return `${server}:${there}`;
    });
  }

  #secret(variable: string): string {
    // The engine that replaces the server has passwords of its own.
    const user = /^AIRLOCK_CLICKHOUSE_(\w+)_PASSWORD$/.exec(variable)?.[1];
    const value = user === undefined ? this.#secrets[variable] : clickhouseCredentials(user.toLowerCase()).password;
    if (value === undefined) throw new Error(`deploy/make-env.sh does not write ${variable}.`);
    return value;
  }
}

/** What deploy/make-env.sh writes, in a folder of its own. */
async function makeSecrets(): Promise<Readonly<Record<string, string | undefined>>> {
  const folder = await mkdtemp(join(tmpdir(), "airlock-env-"));
  try {
    await mkdir(join(folder, "deploy"));
    await copyFile(join(projectRoot, "deploy/make-env.sh"), join(folder, "deploy/make-env.sh"));
    await run("sh", [join(folder, "deploy/make-env.sh")]);
    return parseEnv(await readFile(join(folder, ".env"), "utf8"));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

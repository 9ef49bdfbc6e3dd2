import { execFile } from "node:child_process";
import { copyFile, mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseEnv, promisify } from "node:util";
import { parse } from "yaml";
import { z } from "zod";
import { clickhouseCredentials } from "../../services/clickhouse-users.ts";
import { expectOk } from "../../services/http.ts";
import { port, projectRoot, publicUrl, type Instance } from "../../services/instance.ts";
import type { Part } from "../../services/part.ts";
import { idpIssuer } from "../../services/parts/idp.ts";
import { nats } from "../../services/parts/nats.ts";
import { binaries, postgres, postgresAccounts } from "../../services/parts/postgres.ts";
import { s3 } from "../../services/parts/s3.ts";

const run = promisify(execFile);

const service = z.object({
  command: z.array(z.string()).default([]),
  environment: z.record(z.string(), z.string()).default({}),
  tmpfs: z.array(z.string()).default([]),
  depends_on: z.record(z.string(), z.unknown()).default({}),
});
const names = ["postgres", "nats", "clickhouse", "keycloak", "inbox", "s3", "migrations", "api", "runtime", "worker", "edge"] as const;
export type ServiceName = (typeof names)[number];
/** Strict: a service that is added is started here too, or this fails. */
const file = z.object({
  services: z.strictObject(Object.fromEntries(names.map((name) => [name, service])) as Record<ServiceName, typeof service>),
});

/** compose.yaml on this machine: its values are those that deploy/make-env.sh writes, and its addresses those of an instance. */
export class Compose {
  readonly #instance: Instance;
  readonly #services: z.output<typeof file>["services"];
  readonly #secrets: Readonly<Record<string, string | undefined>>;

  private constructor(
    instance: Instance,
    services: z.output<typeof file>["services"],
    secrets: Readonly<Record<string, string | undefined>>,
  ) {
    this.#instance = instance;
    this.#services = services;
    this.#secrets = secrets;
  }

  static async read(instance: Instance): Promise<Compose> {
    const { services } = file.parse(parse(await readFile(join(projectRoot, "compose.yaml"), "utf8"), { merge: true }));
    return new Compose(instance, services, await makeSecrets());
  }

  /** Services that may start at the same time, in the order of `depends_on`. */
  *order(): Generator<readonly ServiceName[]> {
    const started = new Set<string>();
    while (started.size < names.length) {
      const next = names.filter(
        (name) => !started.has(name) && Object.keys(this.#services[name].depends_on).every((other) => started.has(other)),
      );
      if (next.length === 0) throw new Error("Services of compose.yaml wait for each other.");
      yield next;
      for (const name of next) started.add(name);
    }
  }

  /** The command, the tmpfs folders and the settings of one of our services. */
  serviceOf(name: ServiceName) {
    const { command, tmpfs } = this.#services[name];
    return { command, memory: tmpfs.map((entry) => entry.split(":")[0] ?? ""), env: this.#environment(name) };
  }

  /** Postgres with the passwords of each role. */
  get postgres(): Part {
    return {
      ...postgres,
      settle: async (instance) => {
        await postgres.settle?.(instance);
        const { user, password } = postgresAccounts.superuser;
        const server = { PGHOST: "127.0.0.1", PGPORT: String(port(instance, "postgres")), PGPASSWORD: password };
        const env = {
          ...this.#environment("postgres"),
          ...server,
          POSTGRES_USER: user,
          PATH: `${await binaries()}:${process.env["PATH"]}`,
        };
        await run("sh", [join(projectRoot, "deploy/postgres/passwords.sh")], { env });
      },
    };
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
    const health = `http://127.0.0.1:${port(this.#instance, "natsMonitoring")}/healthz?js-enabled-only=true`;
    return this.#server(nats, "nats", values, health);
  }

  /** The bucket server with its command and key. */
  get s3(): Part {
    const values = { ":7070": `127.0.0.1:${port(this.#instance, "s3")}`, "/data": join(this.#instance.folder, "s3") };
    return this.#server(s3, "s3", values, `http://127.0.0.1:${port(this.#instance, "s3")}/health`);
  }

  #server(part: Part, name: "nats" | "s3", values: Readonly<Record<string, string>>, health: string): Part {
    return {
      ...part,
      prepare: async (instance) => ({
        ...(await part.prepare(instance)),
        args: this.#services[name].command.map((argument) => values[argument] ?? argument),
        env: this.#environment(name),
      }),
      probe: async () => {
        await expectOk(health);
      },
    };
  }

  #environment(name: ServiceName): Record<string, string> {
    const own = this.#onThisMachine();
    return Object.fromEntries(
      Object.entries(this.#services[name].environment).map(([setting, value]) => [setting, own[setting] ?? this.#local(name, value)]),
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
      "nats://nats:4222": `nats://127.0.0.1:${port(of, "nats")}`,
      "http://nats:8222": `http://127.0.0.1:${port(of, "natsMonitoring")}`,
      "http://clickhouse:8123": `http://127.0.0.1:${port(of, "clickhouse")}`,
      "@postgres:5432/": `@127.0.0.1:${port(of, "postgres")}/`,
      "http://s3:7070": `http://127.0.0.1:${port(of, "s3")}`,
      "smtp://inbox:1025": `smtp://127.0.0.1:${port(of, "smtp")}`,
      "http://keycloak.localhost:8098/realms/airlock": issuer,
      "http://keycloak.localhost:8098": new URL(issuer).origin,
      "http://localhost:8080": publicUrl(of),
    };
    let local = value.replaceAll(/\$\{(\w+):\?[^}]*\}/g, (_whole, variable: string) => this.#secret(variable)).replaceAll("$$", "$");
    for (const [from, to] of Object.entries(addresses)) local = local.replaceAll(from, to);
    const left = names.find((other) => new RegExp(`[/@]${other}[.:]`).test(local));
    if (left !== undefined) throw new Error(`There is no address on this machine for ${left} in a setting of ${name}.`);
    return local;
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

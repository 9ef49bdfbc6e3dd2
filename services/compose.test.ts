import { existsSync, globSync } from "node:fs";
import { dirname, join } from "node:path";
import { bucketSettings, clickhouseSettings, natsSettings, postgresTlsSettings } from "@airlock/platform";
import { clickhouseUsers } from "@airlock/platform/clickhouse-grants";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { all, compose, mains, named, networksOf, read, service } from "./compose.fixture.ts";
import { contentSecurityPolicy } from "./edge/policy.ts";
import { environment } from "./environment.ts";
import { seededAccounts } from "./idp/accounts.ts";
import { projectRoot } from "./instance.ts";
import { s3Settings } from "./parts/s3.ts";
import { portOffsets } from "./ports.ts";

/** Lists of settings that the processes share. */
const spreads = {
  natsSettings,
  clickhouseSettings,
  postgresTlsSettings,
  bucketSettings,
  ownerSettings: ["AIRLOCK_POSTGRES_MIGRATION_URL", ...postgresTlsSettings],
};
/** Compose fails if it is not set. */
const fromEnv = /^(\w+:)?\$\{\w+:\?[^}]+\}$/;

describe("compose.yaml, checked without Docker", () => {
  it("has the api trust only the address of the edge", () => {
    const edge = z.object({ networks: z.object({ web: z.object({ ipv4_address: z.string() }) }) });
    const parsed = z.object({ services: z.object({ edge }) }).parse(parse(read("compose.yaml"), { merge: true }));
    expect(named("api").environment["AIRLOCK_TRUSTED_PROXIES"]).toBe(parsed.services.edge.networks.web.ipv4_address);
  });

  it("gives each process the settings that it reads, and no others", () => {
    const dev = { name: "dev", base: 8080, folder: "/dev" };
    // The bucket is on S3, in the region that is the default.
    const unused = ["AIRLOCK_GCS_ENDPOINT", "AIRLOCK_S3_REGION"];
    const instance = Object.keys({ ...environment(dev), ...s3Settings(dev) }).filter((setting) => !unused.includes(setting));
    for (const [name, main] of Object.entries(mains)) {
      const reads = new Set([...read(main).matchAll(/"(AIRLOCK_\w+)"/g)].map(([, setting]) => setting ?? ""));
      for (const [spread, settings] of Object.entries(spreads))
        if (read(main).includes(`...${spread}`)) for (const setting of settings) reads.add(setting);
      // Node's own. compose-tls.test.ts checks its value.
      const given = Object.keys(named(name).environment).filter((setting) => setting !== "NODE_EXTRA_CA_CERTS");
      expect([name, given.filter((setting) => !reads.has(setting))]).toEqual([name, []]);
      expect([name, instance.filter((setting) => reads.has(setting) && !given.includes(setting))]).toEqual([name, []]);
    }
  });

  it("gives ClickHouse the users of deploy/clickhouse/users.xml with their passwords, and each process its own", () => {
    const { environment: given, volumes, healthcheck } = named("clickhouse");
    expect(volumes).toContain("./deploy/clickhouse/users.xml:/etc/clickhouse-server/users.d/airlock.xml:ro");
    const variables = [...read("deploy/clickhouse/users.xml").matchAll(/from_env="(\w+)"/g)].map(([, name]) => name);
    expect(variables).toEqual(clickhouseUsers.map((user) => `AIRLOCK_CLICKHOUSE_${user.toUpperCase()}_PASSWORD`));
    expect(Object.keys(given)).toEqual(expect.arrayContaining(variables));
    for (const [process, user] of Object.entries({ api: "api", worker: "worker", migrations: "migrate" }))
      expect(named(process).environment).toMatchObject({
        AIRLOCK_CLICKHOUSE_USER: user,
        AIRLOCK_CLICKHOUSE_PASSWORD: given[`AIRLOCK_CLICKHOUSE_${user.toUpperCase()}_PASSWORD`],
      });
    // The user `default` is removed: neither the image's own set-up nor its health check may need it.
    expect(Object.keys(given)).not.toContain("CLICKHOUSE_DB");
    expect(healthcheck?.test.join(" ")).not.toContain("clickhouse-client");
  });

  it("has the disk of ClickHouse's backups, on a volume that its user may write", () => {
    const [, path = ""] = /<path>(.+)\/<\/path>/.exec(read("deploy/clickhouse/backups.xml")) ?? [];
    const { volumes, user, depends_on } = named("clickhouse");
    expect(volumes).toContain("./deploy/clickhouse/backups.xml:/etc/clickhouse-server/config.d/airlock-backups.xml:ro");
    expect(volumes).toContain(`clickhouse-backups:${path.replace(/\/$/, "")}`);
    // A new volume belongs to root.
    expect(named("backup-volume")).toMatchObject({
      user: "root",
      command: ["chown", user, "/backups"],
      volumes: ["clickhouse-backups:/backups"],
    });
    expect(depends_on["backup-volume"]).toEqual({ condition: "service_completed_successfully" });
  });

  it("takes every password and key from .env, which deploy/make-env.sh writes, and gives each to no other process", () => {
    const settings = all.flatMap(([name, { environment: given }]) =>
      Object.entries(given).map(([setting, value]) => ({ name, setting, value })),
    );
    const passwords = settings.flatMap(({ setting, value }) => [
      ...(/PASSWORD|SECRET|_TOKEN$/.test(setting) ? [value] : []),
      ...[...value.matchAll(/:\/\/[^:/@]+:(.*)@/g)].map(([, password = ""]) => password),
    ]);
    expect(passwords.filter((password) => !fromEnv.test(password))).toEqual([]);
    const uses = settings.flatMap(({ name, value }) =>
      [...value.matchAll(/\$\{(\w+):\?/g)].map(([, variable = ""]) => ({ name, variable })),
    );
    const holders = new Map(
      [...Map.groupBy(uses, ({ variable }) => variable)].map(([variable, by]) => [variable, by.map(({ name }) => name).toSorted()]),
    );
    expect(Object.fromEntries(holders)).toMatchObject({
      AIRLOCK_POSTGRES_SUPER_PASSWORD: ["postgres"],
      AIRLOCK_POSTGRES_OWNER_PASSWORD: ["migrations", "postgres"],
      AIRLOCK_POSTGRES_APP_PASSWORD: ["api", "postgres", "worker"],
      AIRLOCK_SECRET_KEY: ["api", "runtime", "worker"],
      AIRLOCK_NATS_API_PASSWORD: ["api", "nats"],
      AIRLOCK_NATS_RUNTIME_PASSWORD: ["nats", "runtime"],
      AIRLOCK_NATS_WORKER_PASSWORD: ["nats", "worker"],
      AIRLOCK_NATS_MIGRATE_PASSWORD: ["migrations", "nats"],
      AIRLOCK_CLICKHOUSE_API_PASSWORD: ["api", "clickhouse"],
      AIRLOCK_CLICKHOUSE_WORKER_PASSWORD: ["clickhouse", "worker"],
      AIRLOCK_CLICKHOUSE_MIGRATE_PASSWORD: ["clickhouse", "migrations"],
      AIRLOCK_CLICKHOUSE_ADMIN_PASSWORD: ["clickhouse"],
      AIRLOCK_S3_SECRET_KEY: ["api", "s3", "worker"],
    });
    const written = [...read("deploy/make-env.sh").matchAll(/^(\w+)=/gm)].map(([, variable]) => variable);
    expect(new Set(written)).toEqual(new Set(holders.keys()));
  });

  it("separates runtimes from Postgres, ClickHouse and the bucket, and publishes only the ports of the edge, the provider and the inbox", () => {
    const shared = (one: string, other: string) => networksOf(one).filter((network) => networksOf(other).includes(network));
    for (const part of ["postgres", "clickhouse", "s3"])
      expect([part, shared("runtime", part), shared("edge", part)]).toEqual([part, [], []]);
    for (const [one, other] of [
      ["api", "postgres"],
      ["worker", "postgres"],
      ["api", "clickhouse"],
      ["worker", "clickhouse"],
      ["api", "s3"],
      ["worker", "s3"],
      ["runtime", "nats"],
      ["edge", "runtime"],
      ["edge", "api"],
      ["api", "keycloak"],
      ["worker", "inbox"],
    ] as const)
      expect([one, other, shared(one, other).length]).toEqual([one, other, 1]);
    for (const part of ["postgres", "nats", "clickhouse", "s3"])
      expect([part, networksOf(part).every((network) => compose.networks[network]?.internal === true)]).toEqual([part, true]);
    expect(all.filter(([, { ports }]) => ports.length > 0).map(([name]) => name)).toEqual(["keycloak", "inbox", "edge"]);
  });

  it("gives containers no privileges, limits their memory and processes, and runs the product read-only and not as root", () => {
    for (const [name, one] of all) {
      expect([name, one.security_opt, one.cap_drop]).toEqual([name, ["no-new-privileges:true"], ["ALL"]]);
      // They have no network and give keys and a volume to the users of other containers.
      expect([name, one.cap_add]).toEqual([name, ["certificates", "backup-volume"].includes(name) ? ["CHOWN"] : []]);
      expect([name, /^\d+[mg]$/.test(one.mem_limit ?? ""), (one.pids_limit ?? 0) > 0]).toEqual([name, true, true]);
    }
    for (const name of [...Object.keys(mains), "edge"])
      expect([name, named(name).read_only, named(name).tmpfs.length > 0]).toEqual([name, true, true]);
    const dockerfile = read("deploy/Dockerfile");
    expect(dockerfile.split(/^FROM .* AS server$/m)[1]).toMatch(/^USER node$/m);
    expect(dockerfile).toMatch(/^FROM nginxinc\/nginx-unprivileged:[\d.]+-alpine AS edge$/m);
    // Images install with `--no-save`, which follows the lock file and does not rewrite it.
    expect(
      [...dockerfile.matchAll(/^RUN npm (?!run )(.*)$/gm)].filter(([, command = ""]) => !command.startsWith("install --no-save")),
    ).toEqual([]);
  });

  it("builds the console with everything that it reads, including templates and news", () => {
    const [, shared = "", console = ""] =
      /AS sources$([\s\S]*?)^FROM sources AS console$([\s\S]*?)^RUN npm run build/m.exec(read("deploy/Dockerfile")) ?? [];
    const copied = [...`${shared}${console}`.matchAll(/^COPY (.+) \S+$/gm)].flatMap(([, sources = ""]) => sources.split(" "));
    const ignored = read(".dockerignore").split("\n");
    const globs = globSync("apps/console/src/**/*.{ts,tsx}", { cwd: projectRoot }).flatMap((file) =>
      [...read(file).matchAll(/import\.meta\.glob<\w+>\("([^"]+)"/g)].map(([, glob = ""]) => join(dirname(file), glob)),
    );
    expect(globs.length).toBeGreaterThan(1);
    for (const glob of globs) {
      const [top = ""] = glob.split("/");
      expect([glob, copied.includes(top), ignored.includes(top)]).toEqual([glob, true, false]);
      expect([glob, globSync(glob, { cwd: projectRoot }).length > 0]).toEqual([glob, true]);
    }
    // A pattern for every depth would hide source folders of the same name: `coverage` is one in packages/editor.
    expect(ignored.filter((pattern) => pattern.startsWith("**/"))).toEqual(["**/node_modules"]);
  });

  it("gives each process a NATS user of its own, with the server's password", () => {
    const users = { migrations: "migrate", api: "api", runtime: "runtime", worker: "worker" };
    const passwords = [...read("deploy/nats/nats.conf").matchAll(/user: (\w+)\n\s+password: \$(\w+)/g)];
    expect(passwords.map(([, user = ""]) => user).sort()).toEqual(["admin", ...Object.values(users)].sort());
    for (const [, , variable = ""] of passwords) expect(named("nats").environment).toHaveProperty(variable);
    for (const [name, user] of Object.entries(users)) {
      const variable = passwords.find(([, one]) => one === user)?.[2] ?? "";
      const { AIRLOCK_NATS_USER, AIRLOCK_NATS_PASSWORD } = named(name).environment;
      expect([AIRLOCK_NATS_USER, AIRLOCK_NATS_PASSWORD]).toEqual([user, named("nats").environment[variable]]);
    }
  });

  it("publishes the same ports as an instance at 8080, on this machine only", () => {
    const offsets = new Set(Object.values(portOffsets).map(String));
    for (const published of all.flatMap(([, { ports }]) => ports)) {
      const [address, host] = published.split(":");
      expect(address).toBe("127.0.0.1");
      expect(offsets).toContain(String(Number(host) - 8080));
    }
  });

  it("mounts and builds only existing paths, and declares every volume", () => {
    const sources = all.flatMap(([, { volumes }]) => volumes.map((volume) => volume.split(":")[0] ?? ""));
    const files = sources.filter((source) => source.startsWith("./"));
    const declared = sources.filter((source) => !/^[./]/.test(source));
    expect(files.filter((file) => !existsSync(join(projectRoot, file)))).toEqual([]);
    expect(new Set(declared)).toEqual(new Set(Object.keys(compose.volumes)));
    const missing = all.filter(([, { build }]) => build && !read(build.dockerfile).includes(` AS ${build.target}\n`));
    expect(missing).toEqual([]);
  });

  it("starts existing files and waits only for services with a health check", () => {
    const started = all.flatMap(([, { command }]) => (command[0] === "node" ? [command[1] ?? ""] : []));
    expect(started).toHaveLength(4);
    expect(started.filter((file) => !existsSync(join(projectRoot, file)))).toEqual([]);
    const awaited = all.flatMap(([, { depends_on }]) => Object.entries(depends_on));
    const unasked = awaited.filter(([other, { condition }]) => condition === "service_healthy" && named(other).healthcheck === undefined);
    expect(unasked).toEqual([]);
  });

  it("fills the edge's templates with the policy and the addresses of development", () => {
    const given = named("edge").environment;
    const issuer = named("api").environment["AIRLOCK_OIDC_ISSUER"] ?? "";
    const variables = ["edge.conf.template", "console/files.conf.template"].flatMap((file) =>
      [...read(`deploy/edge/templates/${file}`).matchAll(/\$\{([A-Z_]+)\}/g)].map(([, name]) => name ?? ""),
    );
    expect(new Set(Object.keys(given))).toEqual(new Set(variables));
    expect(given["EDGE_CSP"]?.replaceAll("$$", "$")).toBe(contentSecurityPolicy(issuer, "files"));
    const product: unknown = JSON.parse(read("package.json"));
    const { version } = z.object({ version: z.string() }).parse(product);
    const config = { issuer, clientId: "airlock-console", scope: "openid profile email", productVersion: version };
    expect(JSON.parse(given["EDGE_CONFIG"] ?? "")).toEqual(config);
  });

  it("uses the versions of development", () => {
    const pinned = (path: string) => /[vV]ersion = "v?([\d.]+)"/.exec(read(path))?.[1] ?? "not pinned";
    expect(named("nats").image).toContain(pinned("services/parts/nats.ts"));
    expect(named("s3").image).toContain(pinned("services/parts/s3.ts"));
    expect(named("keycloak").image).toContain(pinned("services/install/keycloak.ts"));
    const wheels = [...read("services/install/lightgbm.ts").matchAll(/platform: "(\w+)", sha256: "(\w+)"/g)];
    expect(wheels).toHaveLength(2);
    const platforms = wheels.map(([, platform, sha256]) => `platform=${platform} sum=${sha256} ;;`);
    const servers = [
      ["nats", "nats-server", "services/parts/nats.ts"],
      ["s3", "versitygw", "services/parts/s3.ts"],
    ] as const;
    const copied = servers.flatMap(([name, binary, part]) => [
      `FROM ${named(name).image} AS ${name}\n`,
      `COPY --from=${name} /usr/local/bin/${binary} /opt/airlock/bin/${binary}-v${pinned(part)}\n`,
    ]);
    for (const wanted of [`lightgbm==${pinned("services/install/lightgbm.ts")}`, ...platforms, ...copied])
      expect(read("deploy/Dockerfile")).toContain(wanted);
  });

  it("has a trial image that runs not as root, says that it is not for production, and publishes what compose publishes", () => {
    const [stages = "", trial = ""] = read("deploy/Dockerfile").split(/^FROM \S+ AS trial$/m);
    expect(trial).toMatch(/^USER node$/m);
    expect(trial).toContain("Not for production");
    const published = [portOffsets.edge, portOffsets.idp, portOffsets.inbox].map((offset) => 8080 + offset);
    expect(trial).toContain(`EXPOSE ${published.join(" ")}\n`);
    const { services } = z.object({ services: z.object({ trial: service }) }).parse(parse(read("deploy/compose.trial.yaml")));
    expect(services.trial).toMatchObject({
      build: { dockerfile: "deploy/Dockerfile", target: "trial" },
      cap_drop: ["ALL"],
      read_only: true,
      tmpfs: ["/tmp"],
      ports: published.map((port) => `127.0.0.1:${port}:${port}`),
      volumes: ["trial:/data"],
    });
    // An unknown name would be left out silently.
    const { devDependencies } = z.object({ devDependencies: z.record(z.string(), z.string()) }).parse(JSON.parse(read("package.json")));
    const [, packages = ""] = /const services = \[(.*?)\]/.exec(stages) ?? [];
    expect(packages).toContain("chdb");
    expect(Object.keys(devDependencies)).toEqual(expect.arrayContaining(packages.split(", ").map((name) => name.slice(1, -1))));
  });

  it("has in the trial image what the servers of services/ read in deploy/", () => {
    const [, trial = ""] = read("deploy/Dockerfile").split(/^FROM \S+ AS trial$/m);
    const copied = [...trial.matchAll(/^COPY (deploy\/\w+) /gm)].map(([, folder]) => folder);
    const programs = globSync("services/**/*.ts", { cwd: projectRoot }).filter((file) => !file.endsWith(".test.ts"));
    const used = programs.flatMap((file) => [...read(file).matchAll(/deploy\/\w+(?=\/)/g)].map(([folder]) => folder));
    // Keycloak is not in the image.
    expect(new Set(copied)).toEqual(new Set(used.filter((folder) => folder !== "deploy/keycloak")));
  });

  it("gives Keycloak the accounts of the development provider", () => {
    const realm = z
      .object({ users: z.array(z.object({ email: z.string(), firstName: z.string(), lastName: z.string() })) })
      .parse(JSON.parse(read("deploy/keycloak/airlock-realm.json")));
    const seeded = seededAccounts.map(({ email, givenName, familyName }) => ({ email, firstName: givenName, lastName: familyName }));
    expect(realm.users).toEqual(seeded);
  });
});

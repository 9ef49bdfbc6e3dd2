import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { contentSecurityPolicy } from "./edge/policy.ts";
import { environment } from "./environment.ts";
import { seededAccounts } from "./idp/accounts.ts";
import { projectRoot } from "./instance.ts";
import { portOffsets } from "./ports.ts";

const service = z.object({
  image: z.string(),
  build: z.object({ context: z.string(), dockerfile: z.string(), target: z.string() }).optional(),
  command: z.array(z.string()).optional(),
  environment: z.record(z.string(), z.string()).default({}),
  volumes: z.array(z.string()).default([]),
  ports: z.array(z.string()).default([]),
  depends_on: z.record(z.string(), z.object({ condition: z.string() })).default({}),
  healthcheck: z.object({ test: z.array(z.string()) }).optional(),
});

const read = (path: string) => readFileSync(join(projectRoot, path), "utf8");
const compose = z
  .object({ services: z.record(z.string(), service), volumes: z.record(z.string(), z.null()) })
  .parse(parse(read("compose.yaml"), { merge: true }));
const named = (name: string) => {
  const found = compose.services[name];
  if (found === undefined) throw new Error(`compose.yaml has no ${name}.`);
  return found;
};
const all = Object.entries(compose.services);

describe("compose.yaml, which cannot be started where there is no Docker", () => {
  it("gives the product's processes every setting that an instance gives them", () => {
    const settings = Object.keys(environment({ name: "dev", base: 8080, folder: "/dev" }));
    for (const name of ["migrations", "api", "runtime", "worker"]) expect(Object.keys(named(name).environment)).toEqual(settings);
  });

  it("opens the same ports as an instance at 8080, on this machine only", () => {
    const offsets = new Set(Object.values(portOffsets).map(String));
    for (const published of all.flatMap(([, { ports }]) => ports)) {
      const [address, host] = published.split(":");
      expect(address).toBe("127.0.0.1");
      expect(offsets).toContain(String(Number(host) - 8080));
    }
  });

  it("mounts and builds only what exists, and declares every volume", () => {
    const sources = all.flatMap(([, { volumes }]) => volumes.map((volume) => volume.split(":")[0] ?? ""));
    const files = sources.filter((source) => source.startsWith("./"));
    const declared = sources.filter((source) => !/^[./]/.test(source));
    expect(files.filter((file) => !existsSync(join(projectRoot, file)))).toEqual([]);
    expect(new Set(declared)).toEqual(new Set(Object.keys(compose.volumes)));
    const missing = all.filter(([, { build }]) => build && !read(build.dockerfile).includes(` AS ${build.target}\n`));
    expect(missing).toEqual([]);
  });

  it("starts files that exist and waits only for services with a health check", () => {
    const started = all.flatMap(([, { command = [] }]) => (command[0] === "node" ? [command[1] ?? ""] : []));
    expect(started).toHaveLength(4);
    expect(started.filter((file) => !existsSync(join(projectRoot, file)))).toEqual([]);
    const awaited = all.flatMap(([, { depends_on }]) => Object.entries(depends_on));
    const unasked = awaited.filter(([other, { condition }]) => condition === "service_healthy" && named(other).healthcheck === undefined);
    expect(unasked).toEqual([]);
  });

  it("fills the edge's templates with the policy and the addresses that development uses", () => {
    const given = named("edge").environment;
    const issuer = named("api").environment["AIRLOCK_OIDC_ISSUER"] ?? "";
    const asked = ["edge.conf.template", "console/files.conf.template"].flatMap((file) =>
      [...read(`deploy/edge/templates/${file}`).matchAll(/\$\{([A-Z_]+)\}/g)].map(([, name]) => name ?? ""),
    );
    expect(new Set(Object.keys(given))).toEqual(new Set(asked));
    expect(given["EDGE_CSP"]?.replaceAll("$$", "$")).toBe(contentSecurityPolicy(issuer, "files"));
    const product: unknown = JSON.parse(read("package.json"));
    const { version } = z.object({ version: z.string() }).parse(product);
    const config = { issuer, clientId: "airlock-console", scope: "openid profile email", productVersion: version };
    expect(JSON.parse(given["EDGE_CONFIG"] ?? "")).toEqual(config);
  });

  it("runs the versions that development runs", () => {
    const pinned = (path: string) => /[vV]ersion = "v?([\d.]+)"/.exec(read(path))?.[1] ?? "not pinned";
    expect(named("nats").image).toContain(pinned("services/parts/nats.ts"));
    expect(named("gcs").image).toContain(pinned("services/parts/gcs.ts"));
    expect(named("keycloak").image).toContain(pinned("services/install/keycloak.ts"));
    const sha256 = /sha256: "(\w+)"/.exec(read("services/install/lightgbm.ts"))?.[1] ?? "not pinned";
    for (const wanted of [`lightgbm==${pinned("services/install/lightgbm.ts")}`, sha256])
      expect(read("deploy/Dockerfile")).toContain(wanted);
  });

  it("gives Keycloak the accounts of the development provider", () => {
    const realm = z
      .object({ users: z.array(z.object({ email: z.string(), firstName: z.string(), lastName: z.string() })) })
      .parse(JSON.parse(read("deploy/keycloak/airlock-realm.json")));
    const seeded = seededAccounts.map(({ email, givenName, familyName }) => ({ email, firstName: givenName, lastName: familyName }));
    expect(realm.users).toEqual(seeded);
  });
});

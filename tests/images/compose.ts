import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { z } from "zod";
import { contentSecurityPolicy } from "../../services/edge/policy.ts";
import { environment } from "../../services/environment.ts";
import { consoleClientId } from "../../services/idp/provider.ts";
import { port, projectRoot, type Instance } from "../../services/instance.ts";
import type { NatsUser } from "../../services/nats-users.ts";
import { s3Settings } from "../../services/parts/s3.ts";

const service = z.object({
  command: z.array(z.string()).default([]),
  environment: z.record(z.string(), z.string()),
  tmpfs: z.array(z.string()).default([]),
});
const compose = z
  .object({ services: z.object({ migrations: service, api: service, runtime: service, worker: service, edge: service }) })
  .parse(parse(readFileSync(join(projectRoot, "compose.yaml"), "utf8"), { merge: true }));

export type ServiceName = keyof typeof compose.services;

/** The command, the tmpfs folders and the settings of a service in compose.yaml, with the values of an instance. */
export function serviceOf(name: ServiceName, instance: Instance) {
  const { command, environment: given, tmpfs } = compose.services[name];
  const values: Readonly<Record<string, string>> =
    name === "edge" ? edgeSettings(instance) : { ...environment(instance, natsUser[name]), ...s3Settings(instance), ...imageSettings };
  const missing = Object.keys(given).filter((setting) => values[setting] === undefined);
  if (missing.length > 0) throw new Error(`There is no value for ${missing.join(", ")} of ${name}.`);
  return {
    command,
    memory: tmpfs.map((entry) => entry.split(":")[0] ?? ""),
    env: Object.fromEntries(Object.keys(given).map((setting) => [setting, values[setting] ?? ""])),
  };
}

const natsUser: Readonly<Record<Exclude<ServiceName, "edge">, NatsUser>> = {
  migrations: "migrate",
  api: "api",
  runtime: "runtime",
  worker: "worker",
};
/** Paths in the image. */
const imageSettings = { AIRLOCK_DATA_DIR: "/data", AIRLOCK_LIGHTGBM: "/usr/local/lib/lib_lightgbm.so" };

/** Without names to resolve: everything is on this machine. */
function edgeSettings(instance: Instance): Readonly<Record<string, string>> {
  const issuer = environment(instance).AIRLOCK_OIDC_ISSUER;
  const product = z.object({ version: z.string() }).parse(JSON.parse(readFileSync(join(projectRoot, "package.json"), "utf8")));
  const runtime = `127.0.0.1:${port(instance, "runtime1")}`;
  return {
    ...compose.services.edge.environment,
    EDGE_LISTEN: String(port(instance, "edge")),
    EDGE_RESOLVER: "",
    EDGE_API: `127.0.0.1:${port(instance, "api")}`,
    EDGE_RUNTIMES: `server ${runtime} max_fails=1 fail_timeout=1s;`,
    EDGE_ANY_RUNTIME: `server ${runtime} max_fails=0;`,
    EDGE_CSP: contentSecurityPolicy(issuer, "files"),
    EDGE_CONFIG: JSON.stringify({ issuer, clientId: consoleClientId, scope: "openid profile email", productVersion: product.version }),
  };
}

import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { jetstreamManager } from "@nats-io/jetstream";
import { connect } from "@nats-io/transport-node";
import { natsCredentials, natsPasswords, natsUrlOf, type NatsUser } from "../nats-users.ts";
import { goBinary, installGo } from "../install/go.ts";
import { port, projectRoot, type Instance } from "../instance.ts";
import type { Part } from "../part.ts";
import type { PortName } from "../ports.ts";

export const natsVersion = "v2.15.2";

interface Member {
  readonly name: "nats" | "nats2" | "nats3";
  readonly route: PortName;
}

const members: readonly Member[] = [
  { name: "nats", route: "natsRoute" },
  { name: "nats2", route: "natsRoute2" },
  { name: "nats3", route: "natsRoute3" },
];

/** One server, or the three of a cluster separated by commas. */
export function natsServers(instance: Instance): string {
  return (isCluster(instance) ? members : members.slice(0, 1)).map(({ name }) => urlOf(instance, name)).join(",");
}

/** The same with a user's credentials in each URL: for tests and benchmarks, which have all permissions by default. */
export function natsUrl(instance: Instance, user: NatsUser = "admin"): string {
  return natsUrlOf(natsServers(instance), user);
}

export function natsMonitoringUrl(instance: Instance): string {
  return `http://127.0.0.1:${port(instance, "natsMonitoring")}`;
}

export function natsReplicas(instance: Instance): string {
  return isCluster(instance) ? "3" : "1";
}

/** Decided at the first start of an instance: a single server cannot read a store of three replicas. */
export async function makeCluster(instance: Instance): Promise<void> {
  await writeFile(marker(instance), "");
}

function isCluster(instance: Instance): boolean {
  return existsSync(marker(instance));
}

function marker(instance: Instance): string {
  return join(instance.folder, "nats-is-a-cluster");
}

function urlOf(instance: Instance, name: PortName): string {
  return `nats://127.0.0.1:${port(instance, name)}`;
}

export const [nats, nats2, nats3] = [member("nats"), member("nats2"), member("nats3")];

function member(name: Member["name"]): Part {
  return {
    name,
    ports: name === "nats" ? ["nats", "natsMonitoring"] : [name],

    async install() {
      await installGo("github.com/nats-io/nats-server/v2", natsVersion, "nats-server");
    },

    async prepare(instance) {
      const store = join(instance.folder, name);
      await mkdir(store, { recursive: true });
      const address = ["--addr", "127.0.0.1", "--port", String(port(instance, name))];
      const monitoring = name === "nats" ? ["--http_port", String(port(instance, "natsMonitoring"))] : [];
      const names = ["--server_name", `airlock-${instance.name}${name === "nats" ? "" : `-${name}`}`, "--store_dir", store];
      const args = ["--config", join(projectRoot, "deploy/nats/nats.conf"), ...address, ...monitoring, ...names, ...routes(instance, name)];
      return { file: goBinary("nats-server", natsVersion), args, env: natsPasswords() };
    },

    async probe(instance) {
      const { user, password } = natsCredentials("admin");
      const connection = await connect({ servers: urlOf(instance, name), user, pass: password, reconnect: false, timeout: 10_000 });
      try {
        const manager = await jetstreamManager(connection, { timeout: 10_000 });
        await manager.getAccountInfo();
      } finally {
        await connection.close();
      }
    },
  };
}

function routes(instance: Instance, name: Member["name"]): readonly string[] {
  if (!isCluster(instance)) return [];
  // A server that joins the cluster can read everything, so routes have a password too.
  const addressOf = (route: PortName): string => `nats://route:${natsCredentials("route").password}@127.0.0.1:${port(instance, route)}`;
  const own = members.find((one) => one.name === name)?.route ?? "natsRoute";
  const all = members.map(({ route }) => addressOf(route)).join(",");
  return ["--cluster_name", "airlock", "--cluster", addressOf(own), "--routes", all];
}

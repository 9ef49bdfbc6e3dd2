import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { jetstreamManager } from "@nats-io/jetstream";
import { connect } from "@nats-io/transport-node";
import { goBinary, installGo } from "../install/go.ts";
import { port, projectRoot, type Instance } from "../instance.ts";
import type { Part } from "../part.ts";

const version = "v2.15.2";

export function natsUrl(instance: Instance): string {
  return `nats://127.0.0.1:${port(instance, "nats")}`;
}

export const nats: Part = {
  name: "nats",
  ports: ["nats", "natsMonitoring"],

  async install() {
    await installGo("github.com/nats-io/nats-server/v2", version, "nats-server");
  },

  async prepare(instance) {
    const store = join(instance.folder, "nats");
    await mkdir(store, { recursive: true });
    const address = [
      "--addr",
      "127.0.0.1",
      "--port",
      String(port(instance, "nats")),
      "--http_port",
      String(port(instance, "natsMonitoring")),
    ];
    const names = ["--server_name", `airlock-${instance.name}`, "--store_dir", store];
    return { file: goBinary("nats-server", version), args: ["--config", join(projectRoot, "deploy/nats/nats.conf"), ...address, ...names] };
  },

  async probe(instance) {
    const connection = await connect({ servers: natsUrl(instance), reconnect: false, timeout: 2000 });
    try {
      const manager = await jetstreamManager(connection, { timeout: 2000 });
      await manager.getAccountInfo();
    } finally {
      await connection.close();
    }
  },
};

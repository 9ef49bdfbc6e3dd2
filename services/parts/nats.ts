import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { jetstreamManager } from "@nats-io/jetstream";
import { connect } from "@nats-io/transport-node";
import { goBinary, installGo } from "../install/go.ts";
import { port, type Instance } from "../instance.ts";
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
    const config = join(instance.folder, "nats.conf");
    await writeFile(config, configuration(instance, store));
    return { file: goBinary("nats-server", version), args: ["--config", config] };
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

function configuration(instance: Instance, store: string): string {
  return `server_name: airlock-${instance.name}
listen: "127.0.0.1:${port(instance, "nats")}"
http: "127.0.0.1:${port(instance, "natsMonitoring")}"
max_payload: 4MB
jetstream {
  store_dir: ${JSON.stringify(store)}
  # An append is acknowledged only after it is on the disk: the product's promise for every 2xx rests on this line.
  sync_interval: always
  max_file_store: 20GB
  max_memory_store: 256MB
}
`;
}

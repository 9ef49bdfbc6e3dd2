import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { environment } from "./environment.ts";
import { expectOk } from "./http.ts";
import { port, projectRoot, publicUrl, type Instance } from "./instance.ts";
import type { NatsUser } from "./nats-users.ts";
import { nodeCommand } from "./node-command.ts";
import type { Part } from "./part.ts";
import type { PortName } from "./ports.ts";
import type { Command } from "./processes.ts";

export interface ProcessOptions {
  /** Settings that differ from the instance's own. */
  readonly env: Readonly<Record<string, string>>;
  /** Restart when a loaded file changes. */
  readonly watch: boolean;
}

/** `ready` checks every part that the process needs; `live` only the process, for when its parts are stopped on purpose. */
export type Health = "ready" | "live";

const install = () => Promise.resolve();

export function api(options: ProcessOptions, health: Health = "ready"): Part {
  return {
    name: "api",
    ports: ["api"],
    install,
    prepare: (instance) => Promise.resolve(command("apps/api/src/main.ts", instance, "api", options)),
    probe: (instance) => askHealth(instance, "api", health),
  };
}

/** Each runtime has a folder and a port of its own. */
export function runtime(name: PortName, options: ProcessOptions, health: Health = "ready"): Part {
  return {
    name,
    ports: [name],
    install,
    async prepare(instance) {
      const folder = join(instance.folder, name);
      await mkdir(folder, { recursive: true });
      const own = { AIRLOCK_RUNTIME_PORT: String(port(instance, name)), AIRLOCK_DATA_DIR: folder };
      return command("apps/runtime/src/main.ts", instance, "runtime", { ...options, env: { ...own, ...options.env } });
    },
    probe: (instance) => askHealth(instance, name, health),
  };
}

export function worker(options: ProcessOptions, health: Health = "ready"): Part {
  return {
    name: "worker",
    ports: ["worker"],
    install,
    prepare: (instance) => Promise.resolve(command("apps/worker/src/main.ts", instance, "worker", options)),
    probe: (instance) => askHealth(instance, "worker", health),
  };
}

/** The console's development server, behind the edge. */
export const consoleServer: Part = {
  name: "console",
  ports: ["console"],
  install,
  prepare: (instance) =>
    Promise.resolve({
      file: process.execPath,
      args: [join(projectRoot, "node_modules/vite/bin/vite.js"), "--clearScreen", "false"],
      env: { AIRLOCK_CONSOLE_PORT: String(port(instance, "console")), AIRLOCK_EDGE_URL: publicUrl(instance) },
      cwd: join(projectRoot, "apps/console"),
    }),
  probe: async (instance) => {
    await expectOk(`http://127.0.0.1:${port(instance, "console")}/`);
  },
};

/** The development server of the documentation site, behind the edge. */
export const documentationServer: Part = {
  name: "documentation",
  ports: ["documentation"],
  install,
  prepare: (instance) =>
    Promise.resolve({
      file: process.execPath,
      args: [join(projectRoot, "apps/documentation/src/run.ts"), "dev"],
      env: { AIRLOCK_DOCUMENTATION_PORT: String(port(instance, "documentation")) },
      cwd: join(projectRoot, "apps/documentation"),
    }),
  probe: async (instance) => {
    await expectOk(`http://127.0.0.1:${port(instance, "documentation")}/documentation/`);
  },
};

function command(main: string, instance: Instance, user: NatsUser, options: ProcessOptions): Command {
  const started = nodeCommand(main, [], { ...environment(instance, user), ...options.env });
  return options.watch ? { ...started, args: ["--watch", "--watch-preserve-output", ...started.args] } : started;
}

async function askHealth(instance: Instance, name: PortName, health: Health): Promise<void> {
  await expectOk(`http://127.0.0.1:${port(instance, name)}/${health}`);
}

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { z } from "zod";
import { projectRoot } from "./instance.ts";

/** A service of a Compose file, as far as the tests read it. */
export const service = z.object({
  image: z.string(),
  build: z.object({ context: z.string(), dockerfile: z.string(), target: z.string() }).optional(),
  user: z.string().optional(),
  command: z.array(z.string()).default([]),
  environment: z.record(z.string(), z.string()).default({}),
  volumes: z.array(z.string()).default([]),
  ports: z.array(z.string()).default([]),
  depends_on: z.record(z.string(), z.object({ condition: z.string() })).default({}),
  healthcheck: z.object({ test: z.array(z.string()) }).optional(),
  networks: z.union([z.array(z.string()), z.record(z.string(), z.unknown())]).default([]),
  security_opt: z.array(z.string()).optional(),
  cap_drop: z.array(z.string()).optional(),
  cap_add: z.array(z.string()).default([]),
  read_only: z.boolean().optional(),
  tmpfs: z.array(z.string()).default([]),
  mem_limit: z.string().optional(),
  pids_limit: z.number().optional(),
});

export const read = (path: string) => readFileSync(join(projectRoot, path), "utf8");
export const compose = z
  .object({
    services: z.record(z.string(), service),
    volumes: z.record(z.string(), z.null()),
    networks: z.record(z.string(), z.object({ internal: z.boolean().default(false) }).nullable()).default({}),
  })
  .parse(parse(read("compose.yaml"), { merge: true }));
export const named = (name: string) => {
  const found = compose.services[name];
  if (found === undefined) throw new Error(`compose.yaml has no ${name}.`);
  return found;
};
export const all = Object.entries(compose.services);
export const networksOf = (name: string): readonly string[] => {
  const { networks } = named(name);
  return Array.isArray(networks) ? networks : Object.keys(networks);
};
/** The product's processes, by the file that reads their settings. */
export const mains = {
  migrations: "database/migrate.ts",
  api: "apps/api/src/main.ts",
  runtime: "apps/runtime/src/start.ts",
  worker: "apps/worker/src/main.ts",
};

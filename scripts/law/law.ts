/**
 * The import law: who may import whom. Imports run downwards only and apps never import apps.
 *
 * `pure` rooms hold no I/O: they may not import Node's modules, nor any package outside `packages` listed here.
 */
export interface Room {
  readonly path: string;
  readonly mayImport: readonly string[];
  readonly pure?: { readonly packages: readonly string[] };
  /** Sub-paths of our own packages that this room may not load, for a reason. */
  readonly never?: readonly string[];
}

export const rooms: Readonly<Record<string, Room>> = {
  flow: { path: "packages/flow", mayImport: [], pure: { packages: [] } },
  engine: { path: "packages/engine", mayImport: ["flow"], pure: { packages: [] } },
  contract: { path: "packages/contract", mayImport: ["flow"], pure: { packages: ["zod"] } },
  editor: { path: "packages/editor", mayImport: ["flow", "engine"] },
  platform: { path: "packages/platform", mayImport: ["contract"] },
  console: { path: "apps/console", mayImport: ["contract", "editor", "flow"] },
  api: { path: "apps/api", mayImport: ["contract", "engine", "flow", "platform"] },
  // Nothing on the answering path may need Postgres.
  runtime: {
    path: "apps/runtime",
    mayImport: ["contract", "engine", "flow", "platform"],
    never: ["@airlock/platform/postgres", "@airlock/platform/jobs", "@airlock/platform/orders"],
  },
  worker: { path: "apps/worker", mayImport: ["contract", "engine", "flow", "platform"] },
  database: { path: "database", mayImport: ["platform"] },
  services: { path: "services", mayImport: ["contract", "platform"] },
  scripts: { path: "scripts", mayImport: ["contract", "flow", "engine"] },
  tests: { path: "tests", mayImport: ["contract", "editor", "engine", "flow", "platform", "services"] },
  bench: { path: "bench", mayImport: ["contract", "editor", "engine", "flow", "platform", "services", "tests"] },
};

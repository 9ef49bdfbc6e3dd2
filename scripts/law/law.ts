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
  model: { path: "packages/model", mayImport: [], pure: { packages: [] } },
  contract: { path: "packages/contract", mayImport: ["flow"], pure: { packages: ["zod"] } },
  editor: { path: "packages/editor", mayImport: ["flow", "engine"] },
  platform: { path: "packages/platform", mayImport: ["contract"] },
  console: { path: "apps/console", mayImport: ["contract", "editor", "flow"] },
  api: { path: "apps/api", mayImport: ["contract", "engine", "flow", "model", "platform"] },
  // Nothing on the answering path may need Postgres.
  runtime: {
    path: "apps/runtime",
    mayImport: ["contract", "engine", "flow", "model", "platform"],
    never: [
      "@airlock/platform/postgres",
      "@airlock/platform/jobs",
      "@airlock/platform/orders",
      "@airlock/platform/service-account",
      "@airlock/platform/buckets",
      "@airlock/platform/objects",
      "@airlock/platform/own-bucket",
      "@airlock/platform/csv",
      "@airlock/platform/shelf",
      "@airlock/platform/stored-account",
      "@airlock/platform/warehouse",
      "@airlock/platform/lightgbm",
    ],
  },
  worker: { path: "apps/worker", mayImport: ["contract", "engine", "flow", "model", "platform"] },
  database: { path: "database", mayImport: ["platform"] },
  services: { path: "services", mayImport: ["contract", "platform"] },
  scripts: { path: "scripts", mayImport: ["contract", "flow", "engine"] },
  tests: { path: "tests", mayImport: ["contract", "editor", "engine", "flow", "model", "platform", "services"] },
  bench: { path: "bench", mayImport: ["contract", "editor", "engine", "flow", "model", "platform", "services", "tests"] },
};

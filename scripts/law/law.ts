/**
 * The import rules. Imports go downwards only, and apps never import apps.
 *
 * `pure` rooms have no I/O: they may not import Node's modules, nor any package that is not listed in `packages`.
 */
export interface Room {
  readonly path: string;
  readonly mayImport: readonly string[];
  readonly pure?: { readonly packages: readonly string[] };
  /** Sub-paths of our own packages that this room may not load. */
  readonly never?: readonly string[];
  /** Files inside the room that must stay independent of others in it. */
  readonly apart?: readonly Apart[];
  readonly layers?: Layers;
}

/** Layers inside a room: a file imports from its own folder and from folders of lower layers. */
export interface Layers {
  /** The folder that contains the layers, relative to the room. Files directly in it are above all layers. */
  readonly path: string;
  /** Folders by layer, the highest first. Folders of one layer do not import each other. */
  readonly order: readonly (readonly string[])[];
}

/** Paths are relative to the room. */
export interface Apart {
  readonly files: RegExp;
  readonly mayNotImport: RegExp;
  /** Whether `import type` is allowed nevertheless. */
  readonly typesAllowed: boolean;
  readonly why: string;
}

export const rooms: Readonly<Record<string, Room>> = {
  flow: { path: "packages/flow", mayImport: [], pure: { packages: [] } },
  engine: {
    path: "packages/engine",
    mayImport: ["flow"],
    pure: { packages: [] },
    // `npm run parity` compares three implementations; it proves nothing about code that they share.
    apart: [
      {
        files: /^src\/reference\/|^src\/kinds\/[^/]+\/reference\.ts$/,
        mayNotImport: /^src\/(?!reference\/|kinds\/[^/]+\/reference\.ts$|types\.ts$|effect-failure\.ts$)/,
        typesAllowed: false,
        why: "the reference interpreter shares no code with the compiler",
      },
      {
        // These two start from a compiled plan.
        files: /^src\/sql\/(?!to-sql\.|ways\.)|^src\/kinds\/[^/]+\/sql\.ts$/,
        mayNotImport: /^src\/(compile|run|reference)\/|^src\/kinds\/(registry\.ts|[^/]+\/(?!sql\.ts))/,
        typesAllowed: true,
        why: "the SQL back end runs nothing of the compiler",
      },
    ],
  },
  model: { path: "packages/model", mayImport: [], pure: { packages: [] } },
  contract: { path: "packages/contract", mayImport: ["flow"], pure: { packages: ["zod"] } },
  // Files of other products: no I/O, and the libraries that read them.
  interchange: {
    path: "packages/interchange",
    mayImport: ["flow"],
    pure: { packages: ["dmn-moddle", "feelin", "read-excel-file/universal", "write-excel-file/universal"] },
  },
  editor: { path: "packages/editor", mayImport: ["flow", "engine", "interchange"] },
  platform: { path: "packages/platform", mayImport: ["contract"] },
  // Shared by api and worker.
  backend: { path: "packages/backend", mayImport: ["contract", "engine", "flow", "model", "platform"] },
  console: {
    path: "apps/console",
    mayImport: ["contract", "editor", "flow", "interchange"],
    layers: {
      path: "src",
      order: [
        ["app"],
        // Features: one folder per noun. Two features are connected by a URL or in parts/.
        [
          "audit",
          "comparisons",
          "dashboard",
          "datasources",
          "executions",
          "releases",
          "release-requests",
          "requests",
          "experiments",
          "groups",
          "heat-map",
          "lists",
          "monitors",
          "organisations",
          "predictions",
          "profile",
          "public",
          "roles",
          "secrets",
          "solutions",
          "thresholds",
          "users",
        ],
        ["parts"],
        ["api"],
        ["ui"],
      ],
    },
  },
  // Pages are generated from the registries and tables of these.
  documentation: { path: "apps/documentation", mayImport: ["editor", "flow", "platform"] },
  api: { path: "apps/api", mayImport: ["backend", "contract", "engine", "flow", "model", "platform"] },
  // Nothing on the execute path may need Postgres.
  runtime: {
    path: "apps/runtime",
    mayImport: ["contract", "engine", "flow", "model", "platform"],
    never: [
      "@airlock/platform/postgres",
      "@airlock/platform/jobs",
      "@airlock/platform/service-account",
      "@airlock/platform/buckets",
      "@airlock/platform/objects",
      "@airlock/platform/s3-account",
      "@airlock/platform/s3-shelf",
      "@airlock/platform/own-bucket",
      "@airlock/platform/bucket-of",
      "@airlock/platform/csv",
      "@airlock/platform/file-source",
      "@airlock/platform/stored-account",
      "@airlock/platform/warehouse",
      "@airlock/platform/lightgbm",
    ],
  },
  worker: { path: "apps/worker", mayImport: ["backend", "contract", "engine", "flow", "model", "platform"] },
  database: { path: "database", mayImport: ["platform"] },
  services: { path: "services", mayImport: ["contract", "platform"] },
  scripts: { path: "scripts", mayImport: ["contract", "flow", "engine"] },
  tests: { path: "tests", mayImport: ["backend", "contract", "editor", "engine", "flow", "interchange", "model", "platform", "services"] },
  demo: { path: "demo", mayImport: ["backend", "contract", "engine", "flow", "model", "platform", "services", "tests"] },
  bench: { path: "bench", mayImport: ["backend", "contract", "editor", "engine", "flow", "model", "platform", "services", "tests"] },
};

/**
 * The stages of CI, grouped for two cores. Stages of one phase run in parallel, at most `stagesAtOnce` of them, in the order of the list; phases run
 * in sequence. A stage that measures time on the clock has a phase of its own. Stages that measure processor time share one.
 */
export interface Stage {
  readonly name: string;
  readonly command: readonly string[];
  /** Timeout in minutes, after which the stage fails. It only detects hangs: a machine that is five times slower must stay below it. */
  readonly limit: number;
}

/** More would only share two cores among more servers. */
export const stagesAtOnce = 5;

const npm = (script: string, ...rest: string[]): readonly string[] => [
  "npm",
  "run",
  "--silent",
  script,
  ...(rest.length > 0 ? ["--", ...rest] : []),
];

export const phases: readonly (readonly Stage[])[] = [
  [
    // The longest first.
    { name: "install", command: npm("services", "install", "--with", "keycloak,bigquery,s3"), limit: 30 },
    { name: "unit", command: npm("test"), limit: 30 },
    { name: "types", command: npm("types"), limit: 30 },
    { name: "lint", command: npm("lint"), limit: 30 },
    { name: "console", command: npm("build"), limit: 30 },
    { name: "rules", command: npm("rules:check"), limit: 30 },
    { name: "law", command: npm("law"), limit: 30 },
    { name: "documentation", command: npm("docs:build"), limit: 30 },
    { name: "format", command: npm("format:check"), limit: 30 },
  ],
  [
    // Two shards, each with its own servers: tests wait more than they compute.
    { name: "integration", command: npm("test:integration", "--shard", "1/2"), limit: 60 },
    { name: "integration 2", command: npm("test:integration", "--shard", "2/2"), limit: 60 },
    { name: "component", command: npm("test:component"), limit: 60 },
    { name: "fuzz:api", command: npm("fuzz:api", "--requests", "4000", "--seed", "1"), limit: 60 },
    { name: "bundle", command: npm("bundle:check"), limit: 30 },
    { name: "parity", command: npm("parity", "--flows", "150"), limit: 30 },
    { name: "fuzz", command: npm("fuzz", "--count", "10000"), limit: 25 },
    { name: "numbers", command: npm("numbers", "--count", "200000"), limit: 25 },
    { name: "pack", command: npm("pack:check"), limit: 25 },
  ],
  // Two workers, each with its own product.
  [{ name: "journeys", command: npm("journeys"), limit: 70 }],
  [{ name: "faults", command: npm("faults", "--short", "--seed", "1"), limit: 30 }],
  // Ratios of processor time.
  [
    { name: "bench:engine", command: npm("bench:engine", "--check", "--floor", "0.5"), limit: 30 },
    { name: "bench:sql", command: npm("bench:sql", "--check", "--floor", "0.5", "--rows", "1000000"), limit: 30 },
  ],
  [{ name: "bench:editor", command: npm("bench:editor", "--check", "--floor", "0.5", "--rounds", "2", "--moves", "40"), limit: 15 }],
  [
    {
      name: "bench:executions",
      command: npm("bench:executions", "--check", "--floor", "0.5", "--count", "2000000", "--seconds", "0.2", "--rounds", "2"),
      limit: 15,
    },
  ],
  // With this few rows the ratio is mostly fixed overhead. It also checks that every row equals the result of serving.
  [
    {
      name: "bench:experiment",
      command: npm("bench:experiment", "--check", "--floor", "0.5", "--rows", "1000000", "--sample", "2000", "--rounds", "3"),
      limit: 15,
    },
  ],
  // Half of its time warms up the compilers of runtime and client, which need it.
  [{ name: "bench:serving", command: npm("bench:serving", "--check", "--floor", "0.5", "--rounds", "3"), limit: 15 }],
  [{ name: "bench:console", command: npm("bench:console", "--check", "--floor", "0.5", "--rounds", "3"), limit: 15 }],
  [{ name: "bench:prediction", command: npm("bench:prediction", "--check", "--floor", "0.5"), limit: 15 }],
];

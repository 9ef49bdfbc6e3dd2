/**
 * What CI runs, and what may stand side by side on two cores. Stages of one phase run at the same time; phases follow each
 * other. Whatever measures time has a phase to itself.
 */
export interface Stage {
  readonly name: string;
  readonly command: readonly string[];
  /** Minutes after which the stage is ended and counts as failed. */
  readonly limit: number;
}

const npm = (script: string, ...rest: string[]): readonly string[] => [
  "npm",
  "run",
  "--silent",
  script,
  ...(rest.length > 0 ? ["--", ...rest] : []),
];

export const phases: readonly (readonly Stage[])[] = [
  [
    { name: "install", command: npm("services", "install", "--with", "keycloak,bigquery"), limit: 25 },
    { name: "types", command: npm("types"), limit: 5 },
    { name: "lint", command: npm("lint"), limit: 5 },
    { name: "format", command: npm("format:check"), limit: 2 },
    { name: "law", command: npm("law"), limit: 2 },
    { name: "unit", command: npm("test"), limit: 10 },
    { name: "console", command: npm("build"), limit: 5 },
  ],
  [
    // Halves, each with servers of its own: a test waits more than it works.
    { name: "integration", command: npm("test:integration", "--shard", "1/2"), limit: 20 },
    { name: "integration 2", command: npm("test:integration", "--shard", "2/2"), limit: 20 },
    { name: "bundle", command: npm("bundle:check"), limit: 2 },
    { name: "parity", command: npm("parity", "--flows", "300"), limit: 10 },
  ],
  [{ name: "journeys", command: npm("journeys"), limit: 40 }],
  [
    { name: "fuzz:api", command: npm("fuzz:api", "--requests", "2000", "--seed", "1"), limit: 12 },
    { name: "fuzz", command: npm("fuzz", "--count", "20000"), limit: 10 },
    { name: "numbers", command: npm("numbers", "--count", "200000"), limit: 5 },
    { name: "pack", command: npm("pack:check"), limit: 10 },
  ],
  [{ name: "faults", command: npm("faults", "--short", "--seed", "1"), limit: 12 }],
  [{ name: "bench:engine", command: npm("bench:engine", "--check", "--floor", "0.5"), limit: 8 }],
  [{ name: "bench:editor", command: npm("bench:editor", "--check", "--floor", "0.5", "--rounds", "2", "--moves", "40"), limit: 8 }],
  [
    {
      name: "bench:executions",
      command: npm("bench:executions", "--check", "--floor", "0.5", "--count", "2000000", "--seconds", "0.2", "--rounds", "2"),
      limit: 8,
    },
  ],
  // With so few rows it is as much what stands around them as the rows; that every row is what serving answers is looked at, too.
  [
    {
      name: "bench:experiment",
      command: npm("bench:experiment", "--check", "--floor", "0.5", "--rows", "1000000", "--sample", "2000", "--rounds", "3"),
      limit: 8,
    },
  ],
  [{ name: "bench:sql", command: npm("bench:sql", "--check", "--floor", "0.5", "--rows", "1000000"), limit: 8 }],
  [{ name: "bench:prediction", command: npm("bench:prediction", "--check", "--floor", "0.5"), limit: 8 }],
];

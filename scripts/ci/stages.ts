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
    { name: "install", command: npm("services", "install", "--with", "keycloak"), limit: 25 },
    { name: "types", command: npm("types"), limit: 5 },
    { name: "lint", command: npm("lint"), limit: 5 },
    { name: "format", command: npm("format:check"), limit: 2 },
    { name: "law", command: npm("law"), limit: 2 },
    { name: "unit", command: npm("test"), limit: 10 },
    { name: "console", command: npm("build"), limit: 5 },
  ],
  [
    { name: "integration", command: npm("test:integration"), limit: 15 },
    { name: "parity", command: npm("parity", "--flows", "300"), limit: 10 },
  ],
  [
    { name: "journeys", command: npm("journeys"), limit: 20 },
    { name: "fuzz", command: npm("fuzz", "--count", "20000"), limit: 10 },
    { name: "numbers", command: npm("numbers", "--count", "200000"), limit: 5 },
    { name: "pack", command: npm("pack:check"), limit: 10 },
  ],
  [{ name: "faults", command: npm("faults", "--short"), limit: 12 }],
  [{ name: "bench:engine", command: npm("bench:engine", "--check", "--floor", "0.5"), limit: 8 }],
  [{ name: "bench:sql", command: npm("bench:sql", "--check", "--floor", "0.5", "--rows", "1000000"), limit: 8 }],
];

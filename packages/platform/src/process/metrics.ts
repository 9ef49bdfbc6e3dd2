import type { MetricNameOf } from "./metric-table.ts";

/**
 * Counters, gauges and histograms in the Prometheus text format. An update is an addition on a plain object, cheap enough for the execute path; a
 * scrape reads all of them.
 */
export interface Counter {
  readonly add: (amount?: number) => void;
  readonly value: () => number;
}
export interface Histogram {
  readonly observe: (value: number) => void;
}
export type Labels = Readonly<Record<string, string>>;

/** `Other`: names that are not in the table, for tests. */
export interface Metrics<Other extends string = never> {
  readonly counter: (name: MetricNameOf<"counter"> | Other, help: string, labels?: Labels) => Counter;
  /** A counter whose total is read on each scrape. */
  readonly readCounter: (name: MetricNameOf<"counter"> | Other, help: string, read: () => number) => void;
  /** Read on each scrape. */
  readonly gauge: (name: MetricNameOf<"gauge"> | Other, help: string, read: () => number, labels?: Labels) => void;
  readonly histogram: (name: MetricNameOf<"histogram"> | Other, help: string, bounds: readonly number[]) => Histogram;
  readonly text: () => string;
}

interface Family {
  readonly help: string;
  readonly kind: "counter" | "gauge" | "histogram";
  readonly lines: (() => string)[];
}

export function createMetrics<Other extends string = never>(): Metrics<Other> {
  const families = new Map<string, Family>();

  function family(name: string, help: string, kind: Family["kind"]): Family {
    const known = families.get(name);
    if (known !== undefined) return known;
    const made: Family = { help, kind, lines: [] };
    families.set(name, made);
    return made;
  }

  return {
    counter: (name, help, labels = {}) => {
      let total = 0;
      family(name, help, "counter").lines.push(() => `${name}${labelText(labels)} ${total}`);
      return {
        add: (amount = 1) => {
          total += amount;
        },
        value: () => total,
      };
    },
    readCounter: (name, help, read) => {
      family(name, help, "counter").lines.push(() => `${name} ${read()}`);
    },
    gauge: (name, help, read, labels = {}) => {
      family(name, help, "gauge").lines.push(() => `${name}${labelText(labels)} ${read()}`);
    },
    histogram: (name, help, bounds) => {
      const counts = new Float64Array(bounds.length + 1);
      let sum = 0;
      family(name, help, "histogram").lines.push(() => histogramText(name, bounds, counts, sum));
      return {
        observe: (value) => {
          let index = 0;
          while (index < bounds.length && value > (bounds[index] ?? 0)) index += 1;
          counts[index] = (counts[index] ?? 0) + 1;
          sum += value;
        },
      };
    },
    text: () =>
      [...families]
        .map(
          ([name, { help, kind, lines }]) => `# HELP ${name} ${help}\n# TYPE ${name} ${kind}\n${lines.map((line) => line()).join("\n")}\n`,
        )
        .join(""),
  };
}

function labelText(labels: Labels): string {
  const entries = Object.entries(labels);
  if (entries.length === 0) return "";
  return `{${entries.map(([name, value]) => `${name}=${JSON.stringify(value)}`).join(",")}}`;
}

function histogramText(name: string, bounds: readonly number[], counts: Float64Array, sum: number): string {
  let total = 0;
  const lines: string[] = [];
  for (const [index, count] of counts.entries()) {
    total += count;
    lines.push(`${name}_bucket{le="${bounds[index] ?? "+Inf"}"} ${total}`);
  }
  return `${lines.join("\n")}\n${name}_sum ${sum}\n${name}_count ${total}`;
}

import { execFileSync } from "node:child_process";
import { readForest, type Column } from "@airlock/model";
import { describe, expect, inject, it } from "vitest";
import type { Block, Iteration } from "./messages.ts";
import { usualSettings } from "./settings.ts";
import { TrainingFailed, trainForest, type TrainOptions } from "./train-forest.ts";

declare module "vitest" {
  interface ProvidedContext {
    readonly environment: Record<string, string>;
  }
}

const library = inject("environment")["AIRLOCK_LIGHTGBM"] ?? "";
const label = { name: "paid", kind: "class", values: ["no", "yes"] } as const;
const columns = 4;
const named: readonly Column[] = [
  { name: "a", kind: "number" },
  { name: "b", kind: "number" },
  { name: "c", kind: "category", values: ["0", "1", "2", "3", "4", "5", "6"] },
  { name: "d", kind: "number" },
];
const rows = { training: 4_000, validation: 500, holdout: 500 };

/** Two columns that matter, one category that does, one that does not. */
function makeRows(count: number): { readonly rows: Float64Array; readonly labels: Float32Array } {
  const rows = new Float64Array(count * columns);
  const labels = new Float32Array(count);
  for (let row = 0; row < count; row += 1) {
    const [a, b, c, d] = [(row * 37) % 101, (row * 61) % 89, row % 7, (row * 13) % 53];
    rows.set([a, b, c, d], row * columns);
    labels[row] = a + b + c * 9 + ((row * 7919) % 60) > 145 ? 1 : 0;
  }
  return { rows, labels };
}

const all = makeRows(5_000);
const training = { rows: all.rows.slice(0, 4_000 * columns), labels: all.labels.slice(0, 4_000) };
const validation = { rows: all.rows.slice(4_000 * columns, 4_500 * columns), labels: all.labels.slice(4_000, 4_500) };
const holdout = { rows: all.rows.slice(4_500 * columns), labels: all.labels.slice(4_500) };

async function* blocks(): AsyncGenerator<Block> {
  for (let from = 0; from < 4_000; from += 1_000) {
    const values = training.rows.slice(from * columns, (from + 1_000) * columns);
    yield await Promise.resolve({ of: "training" as const, rows: values, labels: training.labels.slice(from, from + 1_000) });
  }
  yield { of: "validation", ...validation };
  yield { of: "holdout", ...holdout };
}

const endless = { ...usualSettings, iterations: 100_000, patience: 100_000 };

function options(more: Partial<TrainOptions> = {}): TrainOptions {
  return {
    library,
    columns: named,
    label,
    rows,
    blocks: blocks(),
    settings: { ...usualSettings, iterations: 60 },
    threads: 1,
    searchSeconds: 0,
    signal: new AbortController().signal,
    onIteration: () => undefined,
    ...more,
  };
}

describe("training in a child process", () => {
  it("returns a model and its learning curve, and is reproducible", async () => {
    const curve: Iteration[] = [];
    const first = await trainForest(options({ onIteration: (iteration) => curve.push(iteration) }));
    const second = await trainForest(options({ threads: 2 }));
    const forest = readForest(first.text);
    expect(forest.trees).toHaveLength(first.best);
    expect(forest.objective).toEqual({ kind: "binary", sigmoid: 1 });
    expect(curve.length).toBeGreaterThanOrEqual(first.best);
    expect(curve.at(-1)?.validation).toBeLessThan(curve[0]?.validation ?? 0);
    expect(readForest(second.text)).toEqual(forest);
    expect(first.evaluated).toMatchObject({ objective: "binary", rows: 500 });
    expect(first.importance[3]).toBeLessThan(first.importance[0] ?? 0);
    expect(first.distributions.map(({ rows: counted }) => counted)).toEqual([4_000, 4_000, 4_000, 4_000]);
    expect(first.leaking).toEqual([]);
  });

  it("works if the worker runs under node --watch, whose children report their imports", async () => {
    process.env["WATCH_REPORT_DEPENDENCIES"] = "1";
    try {
      expect(readForest((await trainForest(options())).text).trees.length).toBeGreaterThan(0);
    } finally {
      delete process.env["WATCH_REPORT_DEPENDENCIES"];
    }
  });

  it("tries other settings within its time limit, and is never worse for it", async () => {
    const trials: number[] = [];
    const plain = await trainForest(options());
    const searched = await trainForest(options({ searchSeconds: 30, onSearch: ({ trial }) => trials.push(trial) }));
    expect(trials.length).toBeGreaterThan(1);
    expect(plain.evaluated.objective).toBe(searched.evaluated.objective);
    expect(searched.parameters).toContain("num_leaves=");
  });

  it("ends early if the validation does not improve", async () => {
    const noise = { of: "validation" as const, ...validation, labels: validation.labels.map((_, index) => index % 2) };
    async function* noisy(): AsyncGenerator<Block> {
      for await (const block of blocks()) if (block.of !== "validation") yield block;
      yield noise;
    }
    const curve: Iteration[] = [];
    const { best } = await trainForest(
      options({
        blocks: noisy(),
        settings: { ...usualSettings, iterations: 300, patience: 5 },
        onIteration: (iteration) => curve.push(iteration),
      }),
    );
    expect(curve.length).toBeLessThan(60);
    expect(best).toBeLessThanOrEqual(curve.length - 5);
  });

  it("is cancelled within an iteration, and reports nothing afterwards", async () => {
    const cancel = new AbortController();
    let seen = 0;
    const running = trainForest(
      options({
        settings: endless,
        signal: cancel.signal,
        onIteration: ({ iteration }) => {
          seen = iteration;
          if (iteration !== 3) return;
          // Blocks the parent, so that reports of the child are still unread when it is cancelled.
          Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
          cancel.abort();
        },
      }),
    );
    await expect(running).rejects.toThrow("cancelled");
    expect(seen).toBe(3);
  });

  it("fails if the child is killed", async () => {
    const killed = options({
      settings: endless,
      onIteration: ({ iteration }) => {
        if (iteration === 3) execFileSync("pkill", ["-9", "-P", String(process.pid), "-f", "training/child"]);
      },
    });
    await expect(trainForest(killed)).rejects.toThrow("ended by SIGKILL");
  });

  it("fails if the library is missing, and if rows are missing", async () => {
    await expect(trainForest(options({ library: `${library}.gone` }))).rejects.toThrow(TrainingFailed);
    await expect(trainForest(options({ rows: { ...rows, training: 4_001 } }))).rejects.toThrow("4001 rows were promised and 4000 came");
  });
});

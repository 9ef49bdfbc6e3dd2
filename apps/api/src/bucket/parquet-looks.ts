import { createSlotQueue } from "@airlock/platform";
import { describeParquet, type ParquetDescription, type ParquetSource } from "@airlock/platform/parquet";
import type { WorkFor } from "../definition/definition-pool.ts";

/** Previews of Parquet files, each in a thread of its own. Organisations take turns. */
export interface ParquetLooks {
  /** Rejects with `Busy`, `TaskTimeout`, the signal's reason, or like `describeParquet`. */
  readonly look: (source: ParquetSource, whose: WorkFor) => Promise<ParquetDescription>;
}

const lookLimits = {
  // Threads. A preview mostly waits for the bucket server, so there may be more than cores.
  all: 4,
  each: 2,
  waitingEach: 8,
  // The sum is the 30 s that a client waits for a response.
  waitMillis: 10_000,
  runMillis: 20_000,
};

export function createParquetLooks(limits: typeof lookLimits = lookLimits): ParquetLooks {
  const queue = createSlotQueue(limits);
  return {
    look: (source, { organisationId, signal }) =>
      queue.run(organisationId, signal, () => describeParquet(source, { runMillis: limits.runMillis, signal })),
  };
}

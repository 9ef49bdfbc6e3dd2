import type { DeadLetters, Log } from "@airlock/platform";
import type { ClickHouse } from "@airlock/platform/clickhouse";
import type { JobData } from "@airlock/platform/jobs";
import type { OwnBucket } from "@airlock/platform/own-bucket";
import { keepings } from "../across-organisations.ts";
import type { Postgres } from "@airlock/platform/postgres";
import { createRunErasure } from "../erasure/run-erasure.ts";
import { createDeadLetterSweep } from "../erasure/sweep-dead-letters.ts";
import { sweepErasures } from "../erasure/sweep-erasures.ts";
import { createRemoveExport, removeExpiredExports } from "../export/remove-exports.ts";
import { createRunExport } from "../export/run-export.ts";
import { repeatTask } from "../repeat-task.ts";
import { keepExecutions } from "../retention/keep-executions.ts";

export interface PastExecutions {
  readonly runExport: (job: JobData["export.run"]) => Promise<void>;
  readonly removeExport: (job: JobData["export.remove"]) => Promise<void>;
  readonly runErasure: (job: JobData["erasure.run"]) => Promise<void>;
  readonly stop: () => Promise<void>;
}

export interface PastExecutionsOptions {
  readonly postgres: Postgres;
  /** With a timeout long enough for a file or a mutation. */
  readonly clickhouse: ClickHouse;
  readonly bucket: OwnBucket;
  /** Undefined while JetStream is unavailable. */
  readonly deadLetters: () => Promise<DeadLetters | undefined>;
  readonly log: Log;
  readonly stopping: AbortSignal;
}

const sweepSeconds = 20;
const keepSeconds = 600;

/** Tasks on stored executions: exports, erasures and retention. Each task runs in one worker at a time, and none waits for another. */
export function startPastExecutions(options: PastExecutionsOptions): PastExecutions {
  const { postgres, clickhouse, bucket, log } = options;
  const sweepDeadLetters = createDeadLetterSweep(options);
  const sweep = { postgres, log, intervalSeconds: sweepSeconds, restMillis: (sweepSeconds * 1000) / 4 };
  const keep = { postgres, log, intervalSeconds: keepSeconds, restMillis: (keepSeconds * 1000) / 10 };
  const tasks = [
    repeatTask({
      ...sweep,
      name: "sweep erasures",
      work: async (signal) => {
        await sweepErasures(options, signal);
        await sweepDeadLetters(signal);
      },
    }),
    repeatTask({ ...keep, name: "remove exports", work: (signal) => removeExpiredExports(options, signal) }),
    repeatTask({
      ...keep,
      name: "keep executions",
      work: async (signal) => keepExecutions(await keepings(postgres), { clickhouse, bucket, log, signal }),
    }),
  ];
  return {
    runExport: createRunExport(options),
    removeExport: createRemoveExport(bucket),
    runErasure: createRunErasure(options),
    stop: async () => {
      await Promise.all(tasks.map((task) => task.stop()));
    },
  };
}

import { createAnalytics } from "./analytics/analytics.ts";
import { createComparisons } from "./comparison/comparisons.ts";
import { createLivePredictions } from "./drift/live-predictions.ts";
import { createExperiments } from "./experiment/experiments.ts";
import { createDatasets } from "./import/datasets.ts";
import { createDatasourceRows } from "./rows/datasource-rows.ts";
import type { Stores } from "./stores.ts";
import { createRunTraining } from "./training/run-training.ts";
import type { WorkerOptions } from "./worker-options.ts";

/** Jobs on datasources and predictions, which take minutes or hours. */
export function createLongJobs(stores: Stores, options: WorkerOptions, stopping: AbortSignal) {
  const { secrets, google, bigQueryBudget, sources, publicUrl, log } = options;
  const shared = { postgres: stores.postgres, clickhouse: stores.slowQueryClickHouse, cluster: options.clickhouseCluster, log, stopping };
  const rows = createDatasourceRows({ ...shared, secrets, google, bigQueryBudget, sources });
  const overRows = { ...shared, rows };
  const runTraining = createRunTraining({ ...overRows, library: options.lightgbm });
  return {
    runTraining,
    datasets: createDatasets({ ...overRows, secrets, google, ownBucket: stores.ownBucket, connectOut: sources.connectOut }),
    experiments: createExperiments(overRows),
    comparisons: createComparisons(overRows),
    analytics: createAnalytics({ ...overRows, runTraining }),
    livePredictions: createLivePredictions({ ...shared, mailer: stores.mailer, publicUrl }),
  };
}

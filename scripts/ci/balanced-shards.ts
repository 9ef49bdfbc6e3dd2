import { relative } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Seconds of the slow test files, as a run of `npm run test:integration` reports them. They need not be exact: only the balance of shards depends on them. */
const slow: Readonly<Record<string, number>> = {
  "tests/api/monitors.integration.test.ts": 130,
  "tests/past-executions/past-executions.integration.test.ts": 100,
  "apps/api/src/links.integration.test.ts": 100,
  "apps/api/src/tenancy/matrix.integration.test.ts": 95,
  "apps/api/src/rollout/guards.integration.test.ts": 60,
  "tests/engine/parity-harness.integration.test.ts": 55,
  "demo/demo.integration.test.ts": 55,
  "apps/api/src/release-request/release-request.integration.test.ts": 50,
  "apps/api/src/experiment/experiment.integration.test.ts": 45,
  "apps/api/src/what-if/what-if.integration.test.ts": 40,
  "apps/worker/src/retention/keep-executions.integration.test.ts": 40,
  "tests/api/bigquery-killed.integration.test.ts": 40,
  "tests/stores/own-bucket.integration.test.ts": 40,
  "tests/api/keys.integration.test.ts": 40,
  "apps/api/src/prediction/training.integration.test.ts": 35,
  "tests/api/prediction-drift.integration.test.ts": 35,
  "apps/api/src/datasource/datasource.integration.test.ts": 30,
  "tests/api/comparison-killed.integration.test.ts": 25,
  "tests/api/import-killed.integration.test.ts": 25,
  "apps/api/src/rollout/approval.integration.test.ts": 25,
  "tests/stores/organisation-s3.integration.test.ts": 25,
  "tests/api/training-killed.integration.test.ts": 25,
  "apps/api/src/prediction/analytics.integration.test.ts": 25,
  "apps/api/src/datasource/postgres-datasource.integration.test.ts": 25,
  "apps/api/src/definition/large-definitions.integration.test.ts": 20,
  "tests/engine/sql.integration.test.ts": 20,
  "tests/data-plane/sink.integration.test.ts": 20,
  "tests/api/prediction-run-killed.integration.test.ts": 20,
  "apps/worker/src/analytics/features.integration.test.ts": 20,
  "apps/worker/src/erasure/sweep-erasures.integration.test.ts": 20,
  "apps/api/src/comparison/comparison-rows.integration.test.ts": 20,
  "apps/api/src/organisation/organisation.integration.test.ts": 20,
  "apps/worker/src/monitor/judge-monitors.integration.test.ts": 19,
  "apps/api/src/execution/execution.integration.test.ts": 19,
  "tests/data-plane/refused-requests.integration.test.ts": 19,
  "tests/model/sql.integration.test.ts": 18,
  "apps/worker/src/rows/datasource-rows.integration.test.ts": 18,
  "apps/worker/src/rows/postgres-rows.integration.test.ts": 17,
  "tests/api/experiment-killed.integration.test.ts": 15,
  "apps/api/src/comparison/comparison.integration.test.ts": 15,
  "tests/api/rollouts.integration.test.ts": 14,
  "apps/api/src/stats/minutes.integration.test.ts": 12,
  "tests/data-plane/nats-cluster.integration.test.ts": 12,
  "tests/data-plane/nats-shape.integration.test.ts": 12,
  "tests/data-plane/runtime-split.integration.test.ts": 12,
  "apps/api/src/session/memberships.integration.test.ts": 11,
  "tests/stores/product-on-s3.integration.test.ts": 11,
  "apps/api/src/rules.integration.test.ts": 11,
  "tests/api/sign-in.integration.test.ts": 11,
  "services/clickhouse/clickhouse.integration.test.ts": 10,
};
const usualSeconds = 4;

/** Journeys that take longer than their size suggests. They begin first, so that no worker is left with one of them at the end. */
const longJourneys: readonly string[] = [
  "demo/pseudo-language.journey.ts",
  "tests/journeys/tutorials.journey.ts",
  "tests/journeys/editor-build-keys.journey.ts",
  "tests/journeys/editor-build-mouse.journey.ts",
  "tests/journeys/keycloak.journey.ts",
  "tests/journeys/pseudo-language.journey.ts",
  "tests/journeys/editor-usability.journey.ts",
];
export const namedFiles: readonly string[] = [...Object.keys(slow), ...longJourneys];

/** Puts the files of `long` first, in their order there, and leaves the others as they are. */
export function longFirst<T>(files: readonly T[], nameOf: (file: T) => string, long: readonly string[] = longJourneys): T[] {
  const rankOf = (file: T): number => {
    const rank = long.indexOf(nameOf(file));
    return rank === -1 ? long.length : rank;
  };
  return files.toSorted((one, other) => rankOf(one) - rankOf(other));
}

/** Assigns each file, the slowest first, to the shard with the least so far. */
export function shardsOf(files: readonly string[], count: number, seconds: Readonly<Record<string, number>> = slow): readonly string[][] {
  const shards = Array.from({ length: count }, () => ({ seconds: 0, files: [] as string[] }));
  const secondsOf = (file: string): number => seconds[file] ?? usualSeconds;
  // By name among equals, so that the process of every shard computes the same split.
  for (const file of files.toSorted().toSorted((one, other) => secondsOf(other) - secondsOf(one))) {
    const [least] = shards.toSorted((one, other) => one.seconds - other.seconds);
    least?.files.push(file);
    if (least !== undefined) least.seconds += secondsOf(file);
  }
  return shards.map((shard) => shard.files);
}

/** Splits files among shards by their seconds; Vitest itself splits them by a hash of their names. Sorts by duration or size as Vitest does, after long journeys. */
export class BalancedShards extends BaseSequencer {
  override shard(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { shard } = this.ctx.config;
    if (shard === undefined) return Promise.resolve(files);
    const own = new Set(shardsOf(files.map(this.#nameOf), shard.count)[shard.index - 1]);
    return Promise.resolve(files.filter((file) => own.has(this.#nameOf(file))));
  }

  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return longFirst(await super.sort(files), this.#nameOf);
  }

  readonly #nameOf = ({ moduleId }: TestSpecification): string => relative(this.ctx.config.root, moduleId);
}

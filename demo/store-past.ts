import { encodeExecution, encodeGroup, executionSubject, groupMessageId, type LoggedExecution } from "@airlock/contract";
import { outcomeSourceOf, type OutcomeSource } from "@airlock/backend/executions";
import { openModel } from "@airlock/backend/models";
import { modelOf, type Definition, type FlowList } from "@airlock/flow";
import { answerOf, type Predictor } from "@airlock/model";
import { connectNats, createLog, publishDurable, type Nats } from "@airlock/platform";
import { createClickHouse, type ClickHouse } from "@airlock/platform/clickhouse";
import { openPostgres } from "@airlock/platform/postgres";
import { environment } from "../services/environment.ts";
import { natsUrl } from "../services/parts/nats.ts";
import { exampleHost } from "../tests/support/examples.ts";
import { eventually } from "../tests/support/eventually.ts";
import type { Product } from "../tests/support/product.ts";
import { settleMinutes } from "../tests/support/seed-executions.ts";
import type { Staff } from "./people.ts";
import type { DrawnSolution, DrawnSolutions } from "./solutions.ts";
import { accountLists } from "./solutions/account-opening.ts";
import { appendPast, type PastTraffic } from "./traffic/past-executions.ts";

const log = createLog({ name: "demo", level: "silent" });

export interface Past {
  /** Appends the calls of every version that has not been appended yet to the execution log. */
  readonly append: (drawn: DrawnSolutions) => Promise<void>;
  /** Waits until the worker has stored all of them and counts their minutes. */
  readonly settle: (drawn: DrawnSolutions) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** The calls of the last 30 days. The worker stores them like those of a runtime. */
export async function openPast(product: Product, staff: Staff, count: number): Promise<Past> {
  const { organisationId } = staff;
  const now = Date.now();
  const nats = await connectNats({ url: natsUrl(product), name: "demo", log });
  const clickhouse = createClickHouse({ ...product.clickhouse, name: "demo", requestMillis: 55_000 });
  const postgres = openPostgres({ url: environment(product).AIRLOCK_POSTGRES_URL, name: "demo", log, connections: 1 });
  const predictors = new Map<string, Predictor>();
  const appended = new Set<string>();
  let appendedCount = 0;

  async function append(executions: readonly LoggedExecution[]): Promise<void> {
    appendedCount += executions.length;
    await publish(nats, executions);
  }

  async function loadPredictors(definition: Definition): Promise<void> {
    for (const { config, model } of definition.solutionDefinition.nodes.flatMap((node) => modelOf(node) ?? [])) {
      const predictor = await postgres.inOrganisation({ organisationId, userId: null }, (tx) => openModel(tx, config, model));
      if (predictor !== undefined) predictors.set(config, predictor);
    }
  }

  async function appendSolution({ solutionId, versions, traffic, caller }: DrawnSolution, lists: readonly FlowList[]): Promise<void> {
    const past: PastTraffic = {
      organisationId,
      solutionId,
      keyId: staff.systems[caller].keyId,
      callerId: staff.systems[caller].userId,
      traffic,
      effects: {
        predict: ({ config, inputs, reasonCodes }) => {
          const predictor = predictors.get(config);
          if (predictor === undefined) throw new Error("A flow of the demo uses an unknown prediction.");
          return answerOf(predictor, inputs, reasonCodes);
        },
        list: exampleHost(accountLists, { lists }),
      },
      count: Math.round(count * traffic.share),
      now,
    };
    for (const { live, ...version } of versions) {
      if (live === undefined || appended.has(version.versionId)) continue;
      appended.add(version.versionId);
      await loadPredictors(version.definition);
      await appendPast(append, past, { ...version, live });
    }
  }

  return {
    append: async ({ loan, card, account, lists }) => {
      for (const solution of [loan, card, account]) await appendSolution(solution, lists);
    },
    settle: async ({ loan, card, account }) => {
      await untilStored(clickhouse, organisationId, appendedCount);
      const versions = [loan, card, account].flatMap((solution) => solution.versions);
      const sources = new Map(
        versions.flatMap(({ versionId, definition }): [string, OutcomeSource][] => {
          const source = outcomeSourceOf(definition);
          return source === undefined ? [] : [[versionId, source]];
        }),
      );
      await settleMinutes(clickhouse, organisationId, () => sources);
    },
    close: async () => {
      await Promise.all([clickhouse.close(), nats.close(), postgres.close()]);
    },
  };
}

/** As a runtime does. */
async function publish(nats: Nats, executions: readonly LoggedExecution[]): Promise<void> {
  const [first] = executions;
  if (first === undefined) return;
  const message = {
    subject: executionSubject(first.versionId),
    payload: encodeGroup(executions.map(encodeExecution)),
    messageId: groupMessageId(first.executionId, executions.length),
  };
  await publishDurable(nats, message, 30_000);
}

/** Distinct ones are counted only when there are enough rows: rows that were delivered twice are merged later. */
async function untilStored(clickhouse: ClickHouse, organisation: string, count: number): Promise<void> {
  const counted = async (what: string) => {
    const text = `SELECT ${what} AS n FROM executions WHERE organisation = {organisation:String}`;
    return (await clickhouse.query<{ readonly n: number }>(text, { organisation }))[0]?.n ?? 0;
  };
  await eventually(
    "the worker to store the executions",
    async () => ((await counted("count()")) >= count && (await counted("uniqExact(id)")) >= count ? true : undefined),
    { seconds: 180, everyMillis: 250 },
  );
}

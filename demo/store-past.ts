import { outcomeSourceOf, type OutcomeSource } from "@airlock/backend/executions";
import { openModel } from "@airlock/backend/models";
import { answerOf, type Predictor } from "@airlock/model";
import { connectNats, createLog } from "@airlock/platform";
import { createClickHouse, type ClickHouse } from "@airlock/platform/clickhouse";
import { openPostgres } from "@airlock/platform/postgres";
import { environment } from "../services/environment.ts";
import { natsUrl } from "../services/parts/nats.ts";
import { exampleHost } from "../tests/support/examples.ts";
import { eventually } from "../tests/support/eventually.ts";
import type { Product } from "../tests/support/product.ts";
import { settleMinutes } from "../tests/support/seed-executions.ts";
import type { Learned } from "./learning.ts";
import type { Staff } from "./people.ts";
import type { DrawnSolutions } from "./solutions.ts";
import { accountLists } from "./solutions/account-opening.ts";
import { publishPast, type PastTraffic } from "./traffic/past-executions.ts";

const log = createLog({ name: "demo", level: "silent" });

/** Publishes the calls of the last 30 days and waits until the worker has stored them and their minutes are counted. */
export async function storePast(product: Product, staff: Staff, learned: Learned, drawn: DrawnSolutions, count: number): Promise<void> {
  const { organisationId } = staff;
  const now = Date.now();
  const predictors = await openPredictors(product, organisationId, [learned.risk, learned.fraud]);
  const solutions = [drawn.loan, drawn.card, drawn.account];
  const nats = await connectNats({ url: natsUrl(product), name: "demo", log });
  const clickhouse = createClickHouse({ ...product.clickhouse, name: "demo", requestMillis: 120_000 });
  try {
    let left = count;
    for (const [at, { solutionId, versions, traffic, caller }] of solutions.entries()) {
      const own = at === solutions.length - 1 ? left : Math.round(count * traffic.share);
      const past: PastTraffic = {
        organisationId,
        solutionId,
        keyId: staff.systems[caller].keyId,
        callerId: staff.systems[caller].userId,
        versions: versions.filter(({ isPast }) => isPast),
        traffic,
        effects: {
          predict: ({ config, inputs, reasonCodes }) => {
            const predictor = predictors.get(config);
            if (predictor === undefined) throw new Error("A flow of the demo uses an unknown prediction.");
            return answerOf(predictor, inputs, reasonCodes);
          },
          list: exampleHost(accountLists, drawn),
        },
        count: own,
        seed: 11 + at,
      };
      left -= await publishPast(nats, past, now);
    }
    await untilStored(clickhouse, organisationId, count);
    const sources = new Map(
      solutions.flatMap(({ versions }) =>
        versions.flatMap(({ versionId, definition }): [string, OutcomeSource][] => {
          const source = outcomeSourceOf(definition);
          return source === undefined ? [] : [[versionId, source]];
        }),
      ),
    );
    await settleMinutes(clickhouse, organisationId, () => sources);
  } finally {
    await clickhouse.close();
    await nats.close();
  }
}

async function untilStored(clickhouse: ClickHouse, organisation: string, count: number): Promise<void> {
  await eventually(
    "the worker to store the executions",
    async () => {
      const [row] = await clickhouse.query<{ readonly n: number }>(
        "SELECT uniqExact(id) AS n FROM executions WHERE organisation = {organisation:String}",
        { organisation },
      );
      return (row?.n ?? 0) >= count ? true : undefined;
    },
    { seconds: 180, everyMillis: 250 },
  );
}

async function openPredictors(product: Product, organisationId: string, ids: readonly string[]): Promise<ReadonlyMap<string, Predictor>> {
  const postgres = openPostgres({ url: environment(product).AIRLOCK_POSTGRES_URL, name: "demo", log, connections: 1 });
  try {
    return await postgres.inOrganisation({ organisationId, userId: null }, async (tx) => {
      const found = new Map<string, Predictor>();
      for (const id of ids) {
        const predictor = await openModel(tx, id, 1);
        if (predictor === undefined) throw new Error("A prediction of the demo has no model.");
        found.set(id, predictor);
      }
      return found;
    });
  } finally {
    await postgres.close();
  }
}

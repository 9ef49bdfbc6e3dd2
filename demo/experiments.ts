import type { ChartSpec } from "@airlock/contract";
import { eventually } from "../tests/support/eventually.ts";
import type { Learned } from "./learning.ts";
import type { Staff } from "./people.ts";
import type { DrawnSolution, DrawnSolutions } from "./solutions.ts";

/** Experiments that ran, each with a chart. */
export async function runExperiments({ as }: Staff, learned: Learned, { card, account }: DrawnSolutions): Promise<void> {
  await Promise.all([
    run(as.amina, card, {
      name: "Payments of Q3, score against points",
      description: "Does the fraud likelihood find payments that the points miss?",
      datasourceId: learned.payments,
      carry: ["payment_id", "fraud"],
      chart: {
        mark: "square",
        width: 250,
        height: 250,
        encoding: {
          x: { field: "runtime.risk", type: "quantitative" },
          y: { field: "runtime.fraud_score", type: "quantitative" },
          color: { field: "runtime.result", type: "nominal" },
        },
      },
    }),
    run(as.amina, account, {
      name: "Accounts of the spring, by country",
      description: "How many accounts a stricter list of countries would have sent to review",
      datasourceId: learned.accounts,
      carry: ["account_id"],
      chart: {
        mark: "bar",
        width: 250,
        height: 250,
        encoding: {
          x: { field: "application.country", type: "nominal" },
          y: { aggregate: "count", type: "quantitative" },
          color: { field: "runtime.decision", type: "nominal" },
        },
      },
    }),
  ]);
}

interface Wanted {
  readonly name: string;
  readonly description: string;
  readonly datasourceId: string;
  readonly carry: readonly string[];
  readonly chart: ChartSpec;
}

async function run(analyst: Staff["as"]["amina"], { solutionId, versions }: DrawnSolution, wanted: Wanted): Promise<void> {
  const { name, description, datasourceId, carry, chart } = wanted;
  const made = await analyst.do("experiments.create", { body: { name, description } });
  const at = { experimentId: made._embedded.webSafeString };
  const newest = versions.at(-1);
  const fields = newest?.definition.applicationDatasetFields ?? [];
  const fieldMapping = fields.map((field) => ({ key: field.key, value: field.name, useDatasource: true }));
  await analyst.do("experiment.update", {
    at,
    body: { solutionId, versionId: newest?.versionId ?? null, datasourceId, fieldMapping, records: "all", carry },
  });
  const result = { experimentResultId: (await analyst.do("experiment.run", { at }))._embedded.webSafeString };
  await eventually(
    `${name} to have run`,
    async () => {
      const { status, message } = (await analyst.do("experimentResult.read", { at: result }))._embedded;
      if (status === "failed") throw new Error(`${name}: ${message}`);
      return status === "done" ? true : undefined;
    },
    { seconds: 120, everyMillis: 200 },
  );
  await analyst.do("experimentResult.graph", { at: result, body: chart });
}

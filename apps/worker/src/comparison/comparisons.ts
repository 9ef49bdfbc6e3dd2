import { experimentTable } from "@airlock/backend/datasets";
import type { JobData } from "@airlock/platform/jobs";
import type { OverRowsParts } from "../experiment/over-rows.ts";
import { dropTable } from "../experiment/run-range.ts";
import { createRunOverExecutions } from "./run-over-executions.ts";
import { createRunOverRows } from "./run-over-rows.ts";

/** The jobs of comparisons. The sweep of experiments also removes their leftovers in ClickHouse. */
export interface Comparisons {
  readonly runComparison: (data: JobData["comparison.run"]) => Promise<void>;
  readonly removeComparison: (data: JobData["comparison.remove"]) => Promise<void>;
}

export function createComparisons(parts: OverRowsParts): Comparisons {
  const { postgres, clickhouse } = parts;
  const overExecutions = createRunOverExecutions(parts);
  const overRows = createRunOverRows(parts);
  return {
    runComparison: async (job) => {
      const row = await postgres.inOrganisation({ organisationId: job.organisationId, userId: null }, (tx) =>
        tx.selectFrom("comparisons").where("id", "=", job.comparisonId).select("datasource_id").executeTakeFirst(),
      );
      if (row !== undefined) await (row.datasource_id === null ? overExecutions(job) : overRows(job));
    },
    /** Idempotent. */
    removeComparison: async ({ organisationId, comparisonId }) => {
      await dropTable(parts, experimentTable(comparisonId));
      await clickhouse.command(
        "DELETE FROM comparison_records WHERE organisation = {organisation:String} AND comparison = {comparison:String}",
        { organisation: organisationId, comparison: comparisonId },
      );
    },
  };
}

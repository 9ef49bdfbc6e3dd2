import { modelReport, modelSummary, type ModelReport, type ModelSummary, type PageQuery } from "@airlock/contract";
import type { Tx } from "@airlock/platform/postgres";
import { sql } from "kysely";
import { readPage, type Page } from "../http/page.ts";
import type { Refused } from "../outcome.ts";

export interface ModelRow {
  readonly number: number;
  readonly training_job_id: string;
  readonly objective: ModelSummary["objective"];
  readonly hash: string;
  readonly rows_hash: string;
  readonly rows: string;
  readonly metric: unknown;
  readonly created_at: Date;
  readonly created_by: string | null;
}

function models(tx: Tx, predictionId: string) {
  return tx
    .selectFrom("prediction_models")
    .where("prediction_id", "=", predictionId)
    .select(["number", "training_job_id", "objective", "hash", "rows_hash", "rows", "metric", "created_at", "created_by"]);
}

// Zero-padded, so that cursors compare like numbers.
const order = { sorts: { number: sql<string>`lpad(number::text, 9, '0')` }, id: sql<string>`lpad(number::text, 9, '0')` };

export function listModels(tx: Tx, predictionId: string, query: Pick<PageQuery, "limit" | "after">): Promise<Page<ModelRow> | Refused> {
  return readPage(models(tx, predictionId), { ...query, sort: "-number" }, order);
}

export function findModel(tx: Tx, predictionId: string, number: number): Promise<ModelRow | undefined> {
  return models(tx, predictionId).where("number", "=", number).executeTakeFirst();
}

export function summaryOf(row: ModelRow, deployed: number | null): ModelSummary {
  return {
    number: row.number,
    created: row.created_at.toISOString(),
    jobId: row.training_job_id,
    objective: row.objective,
    hash: row.hash,
    rowsHash: row.rows_hash,
    rows: Number(row.rows),
    metric: modelSummary.shape.metric.parse(row.metric),
    status: row.number === deployed ? "deployed" : "trained",
  };
}

const stored = modelReport.omit({
  number: true,
  created: true,
  jobId: true,
  objective: true,
  hash: true,
  rowsHash: true,
  rows: true,
  metric: true,
  status: true,
});

export async function readReport(tx: Tx, predictionId: string, row: ModelRow, deployed: number | null): Promise<ModelReport> {
  const { report } = await tx
    .selectFrom("prediction_models")
    .where("prediction_id", "=", predictionId)
    .where("number", "=", row.number)
    .select("report")
    .executeTakeFirstOrThrow();
  return { ...summaryOf(row, deployed), ...stored.parse(report) };
}

import type { Log } from "@airlock/platform";
import type { ClickHouse } from "@airlock/platform/clickhouse";
import { copyTableName, onCluster } from "@airlock/backend/datasets";
import type { ConnectOut } from "@airlock/platform/egress";
import type { Postgres } from "@airlock/platform/postgres";
import type { SecretBox } from "@airlock/platform/secrets";
import type { GoogleEndpoints } from "@airlock/platform/stored-account";
import type { WarehouseAnswer } from "@airlock/platform/warehouse-question";
import { z } from "zod";

/** Access to organisations' own databases, and its limits for one run. */
export interface SourceLimits {
  readonly connectOut: ConnectOut;
  readonly maxRows: number;
  readonly maxBytes: number;
  /** Of each statement. */
  readonly timeoutMillis: number;
}

export interface CopyParts {
  readonly postgres: Postgres;
  /** With a long statement timeout. */
  readonly clickhouse: ClickHouse;
  /** Name of a ClickHouse cluster; empty for one server. */
  readonly cluster: string;
  readonly secrets: SecretBox;
  readonly google: GoogleEndpoints;
  /** Maximum bytes of an organisation's BigQuery table that one query may read. */
  readonly bigQueryBudget: number;
  readonly sources: SourceLimits;
  readonly log: Log;
  /** The process is stopping: another worker continues the run. */
  readonly stopping: AbortSignal;
}

const answer = z.object({ projectId: z.string(), job: z.string(), location: z.string(), rows: z.int() });
const copy = z.object({ organisationId: z.string(), answer: answer.optional() }) satisfies z.ZodType<Copy>;

/** The comment of a table with copied rows: their organisation, and the BigQuery result that they are read from, if it is one. */
export interface Copy {
  readonly organisationId: string;
  readonly answer?: WarehouseAnswer | undefined;
}

/** Base64, so that it cannot end the SQL string. */
export function commentFor(of: Copy): string {
  return `'${Buffer.from(JSON.stringify(of)).toString("base64url")}'`;
}

export interface FoundCopy {
  readonly table: string;
  readonly runId: string;
  /** Undefined if the comment is not one of ours. */
  readonly copy: Copy | undefined;
}

export async function copiesFrom({ clickhouse }: Pick<CopyParts, "clickhouse">, prefix: string): Promise<readonly FoundCopy[]> {
  const found = await clickhouse.query<{ readonly name: string; readonly comment: string }>(
    `SELECT name, comment FROM system.tables WHERE database = currentDatabase() AND startsWith(name, {prefix:String}) ORDER BY name`,
    { prefix },
  );
  return found.flatMap(({ name, comment }) => {
    const runId = copyTableName.exec(name)?.[1];
    return runId === undefined ? [] : [{ table: name, runId, copy: copyIn(comment) }];
  });
}

function copyIn(comment: string): Copy | undefined {
  try {
    return copy.parse(JSON.parse(Buffer.from(comment, "base64url").toString("utf8")));
  } catch {
    return undefined;
  }
}

export async function dropCopies(parts: Pick<CopyParts, "clickhouse" | "cluster">, runId: string): Promise<void> {
  const found = [...(await copiesFrom(parts, `copying_${runId}_`)), ...(await copiesFrom(parts, `copy_${runId}_`))];
  for (const { table } of found) await dropTable(parts, table);
}

export async function dropTable({ clickhouse, cluster }: Pick<CopyParts, "clickhouse" | "cluster">, table: string): Promise<void> {
  await clickhouse.command(`DROP TABLE IF EXISTS ${table}${onCluster(cluster)} SYNC`);
}

export async function sweepCopies(parts: CopyParts): Promise<void> {
  let swept = 0;
  for (const { table, runId, copy: of } of await copiesFrom(parts, "copy")) {
    if (of !== undefined && (await isUnderWay(parts, of.organisationId, runId))) continue;
    await dropTable(parts, table);
    swept += 1;
  }
  if (swept > 0) parts.log.info({ tables: swept }, "unneeded copies of rows were removed");
}

/** False for a deleted organisation. */
export async function isUnderWay({ postgres }: Pick<CopyParts, "postgres">, organisationId: string, id: string): Promise<boolean> {
  return postgres.inOrganisation({ organisationId, userId: null }, async (tx) => {
    const statuses = ["waiting", "running"] as const;
    const result = tx.selectFrom("experiment_results").where("id", "=", id).where("status", "in", statuses).select("id");
    if ((await result.executeTakeFirst()) !== undefined) return true;
    const training = tx.selectFrom("training_jobs").where("id", "=", id).where("status", "in", ["waiting", "training"]).select("id");
    if ((await training.executeTakeFirst()) !== undefined) return true;
    const run = tx.selectFrom("prediction_runs").where("id", "=", id).where("status", "in", statuses).select("id");
    if ((await run.executeTakeFirst()) !== undefined) return true;
    const comparison = tx.selectFrom("comparisons").where("id", "=", id).where("status", "in", statuses).select("id");
    return (await comparison.executeTakeFirst()) !== undefined;
  });
}

import type { Log } from "@airlock/platform";
import type { ClickHouse } from "@airlock/platform/clickhouse";
import { datasourceTable, importTable, onCluster } from "@airlock/backend/datasets";
import type { JobData } from "@airlock/platform/jobs";
import type { OwnBucket } from "@airlock/platform/own-bucket";
import { datasourcesGone } from "../across-organisations.ts";
import type { Postgres } from "@airlock/platform/postgres";

export interface RemoveParts {
  readonly postgres: Postgres;
  readonly clickhouse: ClickHouse;
  readonly cluster: string;
  readonly ownBucket: OwnBucket;
  readonly log: Log;
}

/** Removes the tables and files of a deleted datasource. Idempotent. */
export function createRemoveDatasource(parts: RemoveParts): (data: JobData["datasource.remove"]) => Promise<void> {
  return async ({ organisationId, datasourceId, importId, file }) => {
    await dropTables(parts, datasourceId);
    if (importId !== null) {
      await parts.clickhouse.command(
        `DELETE FROM rejected_rows${onCluster(parts.cluster)} WHERE organisation = {organisation:String} AND import = {import:String}`,
        { organisation: organisationId, import: importId },
      );
    }
    if (file !== null) await parts.ownBucket.remove(file);
  };
}

async function dropTables({ clickhouse, cluster }: RemoveParts, datasourceId: string): Promise<void> {
  for (const table of [importTable(datasourceId), datasourceTable(datasourceId)]) {
    await clickhouse.command(`DROP TABLE IF EXISTS ${table}${onCluster(cluster)} SYNC`);
  }
}

/** Drops tables whose datasource does not exist: its organisation was deleted, or a worker died in between. */
export async function sweepTables(parts: RemoveParts): Promise<void> {
  const { clickhouse, postgres, log } = parts;
  const found = await clickhouse.query<{ readonly id: string }>(
    `SELECT DISTINCT extract(name, '^(?:datasource|import)_([0-9A-Z]{26})$') AS id FROM system.tables
     WHERE database = currentDatabase() AND id != ''`,
  );
  const gone = await datasourcesGone(
    postgres,
    found.map(({ id }) => id),
  );
  for (const id of gone) await dropTables(parts, id);
  if (gone.length > 0) log.info({ datasources: gone.length }, "tables of deleted datasources were removed");
}

import { isUnderWay } from "../rows/copies.ts";
import type { Log } from "@airlock/platform";
import type { Postgres } from "@airlock/platform/postgres";
import { dropFeatures, featureTableName, type FeatureTableParts } from "./feature-table.ts";

/** Drops the tables of trainings that ended or were deleted, left by workers that died. */
export async function sweepFeatures(parts: FeatureTableParts & { readonly postgres: Postgres; readonly log: Log }): Promise<void> {
  const found = await parts.clickhouse.query<{ readonly name: string }>(
    `SELECT name FROM system.tables WHERE database = currentDatabase() AND startsWith(name, 'features_')`,
  );
  for (const { name } of found) {
    const [, organisationId, trainingId] = featureTableName.exec(name) ?? [];
    if (organisationId === undefined || trainingId === undefined || (await isUnderWay(parts, organisationId, trainingId))) continue;
    await dropFeatures(parts, name);
    parts.log.info({ table: name }, "a table of a training was removed");
  }
}

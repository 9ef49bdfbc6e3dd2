import type { ColumnProfile } from "@airlock/contract";
import type { ClickHouse } from "@airlock/platform/clickhouse";
import { column, datasourceTable } from "@airlock/backend/datasets";
import { findHome } from "../bucket/file-source-of.ts";
import type { UserCall } from "../http/call.ts";
import { refuse, type Refused, isRefused } from "../outcome.ts";
import type { Parts } from "../parts.ts";
import { columnsOf, profilesOf } from "./columns-of.ts";
import type { Records } from "./records.ts";
import { sourceRecords } from "./source.ts";
import type { DatasourceRow } from "./store.ts";
import { openTables, tableRecords } from "./warehouse.ts";

const shownRecords = 20;

/** Finds the location of the rows in the transaction; they are read after it. */
export async function recordsOf(
  parts: Parts,
  { actor, tx, signal }: Pick<UserCall<"datasource.count">, "actor" | "tx" | "signal">,
  row: DatasourceRow,
): Promise<Records | Refused> {
  if (row.type === "LinkedStorage") return importedRecords(parts.clickhouse.forOrganisation(actor.organisationId, signal), row);
  if (row.type === "Postgres") return sourceRecords(parts, { actor, tx, signal }, row);
  const home = await findHome(tx, parts, actor);
  if (isRefused(home)) return home;
  if (home.kind === "airlock") return refuse("WAREHOUSE_NOT_USED");
  return tableRecords(parts, () => openTables(parts, home), row);
}

function importedRecords(clickhouse: ClickHouse, row: DatasourceRow): Records {
  const table = datasourceTable(row.id);
  const selected = columnsOf(row.columns).filter(({ name }) => row.selected_columns.includes(name));
  return {
    count: async () => {
      const [counted] = await clickhouse.query<{ readonly count: number }>(`SELECT count() AS count FROM ${table}`);
      return counted?.count ?? 0;
    },
    metadata: async () => {
      const written = selected.map(({ key }) => `toString(${column(key)})`).join(", ");
      const found = await clickhouse.query<{ readonly record: readonly (string | null)[] }>(
        `SELECT [${written}] AS record FROM ${table} ORDER BY row LIMIT ${shownRecords}`,
      );
      const profiles: readonly ColumnProfile[] = profilesOf(row.profile) ?? [];
      return {
        columns: selected.map((described, at) => ({ ...described, profile: profiles[at] ?? null })),
        records: found.map(({ record }) => [...record]),
        cost: null,
      };
    },
  };
}

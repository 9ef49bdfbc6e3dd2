import type { ColumnProfile, DatasourceMetadata } from "@airlock/contract";
import type { Log } from "@airlock/platform";
import { column, datasourceTable } from "@airlock/platform/dataset-tables";
import { WentWrong } from "@airlock/platform/shelf";
import { findHome, isRefused } from "../bucket/shelf-of.ts";
import type { UserCall } from "../http/call.ts";
import { refuse, type Refused } from "../outcome.ts";
import type { Parts } from "../parts.ts";
import { columnsOf, profilesOf } from "./columns-of.ts";
import type { DatasourceRow } from "./store.ts";
import { openTables, tableRecords } from "./warehouse.ts";

/** The records of a datasource, wherever they are. */
export interface Records {
  readonly count: () => Promise<number | Refused>;
  /** `keys` of the columns whose cost is wanted; all without. */
  readonly metadata: (keys?: readonly string[]) => Promise<DatasourceMetadata | Refused>;
}

const shownRecords = 20;

/** Finds out inside the transaction where the records are; they are asked for after it. */
export async function recordsOf(
  parts: Parts,
  { actor, tx }: Pick<UserCall<"datasource.count">, "actor" | "tx">,
  row: DatasourceRow,
): Promise<Records | Refused> {
  if (row.type === "LinkedStorage") return importedRecords(parts, row);
  const home = await findHome(tx, parts, actor);
  if (isRefused(home)) return home;
  if (home.kind === "airlock") return refuse("WAREHOUSE_NOT_USED");
  return tableRecords(parts, () => openTables(parts, home), row);
}

function importedRecords({ clickhouse }: Parts, row: DatasourceRow): Records {
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

/** What ClickHouse cannot answer now is told as that; what others' servers say has its own words. */
export function unreadable(log: Log, error: unknown): Refused {
  if (error instanceof WentWrong) throw error;
  log.warn({ err: error }, "the records of a datasource cannot be read");
  return refuse("RECORDS_UNAVAILABLE");
}

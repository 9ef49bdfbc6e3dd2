import { columnTypeOf } from "@airlock/contract";
import { requestAccessToken } from "@airlock/platform/service-account";
import type { Home } from "@airlock/platform/stored-account";
import type { TablePlace } from "@airlock/platform/warehouse-select";
import { openWarehouseTables, type WarehouseTables } from "@airlock/platform/warehouse-tables";
import type { Refused } from "../outcome.ts";
import type { Parts } from "../parts.ts";
import { columnsOf } from "./columns-of.ts";
import type { Records } from "./records.ts";
import type { DatasourceRow } from "./store.ts";

const shownRecords = 20;

export async function openTables({ google }: Parts, { account }: Extract<Home, { kind: "account" }>): Promise<WarehouseTables> {
  const token = await requestAccessToken(account, google.token);
  return openWarehouseTables({ token, endpoint: google.bigquery });
}

/** Table information that BigQuery returns for free, and the cost of reading the table. */
export function tableRecords({ bigQueryBudget }: Parts, open: () => Promise<WarehouseTables>, row: DatasourceRow): Records {
  const place: TablePlace = { projectId: row.project_id, dataset: row.dataset, table: row.table_name };
  const gone: Refused = {
    kind: "refused",
    problem: { code: "TABLE_NOT_FOUND", details: { table: row.table_name, where: `${row.project_id}.${row.dataset}` } },
  };
  return {
    count: async () => {
      const described = await (await open()).describe(place);
      return described === undefined ? gone : described.records;
    },
    metadata: async (keys) => {
      const tables = await open();
      const described = await tables.describe(place);
      if (described === undefined) return gone;
      const names = described.columns.map(({ name }) => name);
      const wanted = keys === undefined ? names : columnsOf(row.columns).flatMap(({ key, name }) => (keys.includes(key) ? [name] : []));
      const bytes = await tables.cost(
        place,
        described.columns.filter(({ name }) => wanted.includes(name)),
      );
      const records = await tables.first(place, names, shownRecords);
      return {
        columns: described.columns.map(({ name, type }, at) => ({ name, key: `c${at}`, type: columnTypeOf(type), profile: null })),
        records: records.map((record) => [...record]),
        cost: { bytes, budget: bigQueryBudget },
      };
    },
  };
}

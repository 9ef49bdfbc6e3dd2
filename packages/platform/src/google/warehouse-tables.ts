import { BigQuery } from "@google-cloud/bigquery";
import { z } from "zod";
import { clientWith } from "./client.ts";
import type { AccessToken } from "./service-account-token.ts";
import { openWarehouse } from "./warehouse-question.ts";
import { leastBytes, selectFrom, type TableColumnDescription, type TablePlace } from "./warehouse-select.ts";
import { sdkFailure, within, WentWrong } from "./went-wrong.ts";

export interface TableDescription {
  readonly records: number;
  readonly columns: readonly TableColumnDescription[];
}

/** Read-only access to an organisation's BigQuery. Everything rejects with `WentWrong`. */
export interface WarehouseTables {
  /** All tables of this name in these projects. */
  readonly find: (projects: readonly string[], table: string) => Promise<readonly TablePlace[]>;
  /** From the table's metadata, which is free. Undefined if the table was deleted. */
  readonly describe: (place: TablePlace) => Promise<TableDescription | undefined>;
  /** The number of bytes that reading these columns of all rows would take, from a dry run. */
  readonly cost: (place: TablePlace, columns: readonly TableColumnDescription[]) => Promise<number>;
  /** The first rows as texts, by `tabledata.list`, which is free. Empty for a view, which would need a query. */
  readonly first: (place: TablePlace, columns: readonly string[], maxResults: number) => Promise<readonly (readonly (string | null)[])[]>;
}

export interface WarehouseOptions {
  readonly token: AccessToken;
  /** Empty for Google's own. */
  readonly endpoint: string;
  readonly millis?: number;
}

const maxDatasets = 200;
const may = "the right to see tables (bigquery.tables.get)";

const described = z.looseObject({
  numRows: z.coerce.number().default(0),
  schema: z
    .looseObject({
      fields: z.array(z.looseObject({ name: z.string(), type: z.string(), mode: z.string().default("NULLABLE") })).default([]),
    })
    .default({ fields: [] }),
});
const listed = z.looseObject({ totalRows: z.coerce.number().default(0) });

export function openWarehouseTables({ token, endpoint, millis = 10_000 }: WarehouseOptions): WarehouseTables {
  const who = endpoint === "" ? "BigQuery" : `The warehouse ${new URL(endpoint).host}`;
  const open = (projectId: string) =>
    new BigQuery({
      ...(endpoint === "" ? {} : { apiEndpoint: endpoint }),
      authClient: clientWith(token),
      projectId,
      autoRetry: false,
      maxRetries: 0,
    });
  const request = async <T>(projectId: string, work: Promise<T>): Promise<T> => {
    try {
      return await within(millis, who, work);
    } catch (error) {
      throw sdkFailure(error, who, projectId, may);
    }
  };
  const tableAt = ({ projectId, dataset, table }: TablePlace) => open(projectId).dataset(dataset, { projectId }).table(table);
  const questions = openWarehouse({ token: () => Promise.resolve(token), endpoint, millis });
  /** By `tabledata.list`, which is free; 0 for a view, which does not support it. */
  async function rowsOf(place: TablePlace): Promise<number> {
    try {
      const [, , answer] = await within(millis, who, tableAt(place).getRows({ maxResults: 0, autoPaginate: false }));
      return listed.safeParse(answer).data?.totalRows ?? 0;
    } catch (error) {
      if (Number((error as { readonly code?: unknown }).code) === 400) return 0;
      throw sdkFailure(error, who, place.projectId, may);
    }
  }
  async function metadataOf(place: TablePlace): Promise<unknown> {
    try {
      const [metadata] = await within(millis, who, tableAt(place).getMetadata());
      return metadata as unknown;
    } catch (error) {
      if (Number((error as { readonly code?: unknown }).code) === 404) return undefined;
      throw sdkFailure(error, who, place.projectId, may);
    }
  }
  return {
    find: async (projects, table) => {
      const places: TablePlace[] = [];
      for (const projectId of projects) {
        const query = { projectId, maxResults: maxDatasets, autoPaginate: false } as const;
        const [datasets] = await request(projectId, open(projectId).getDatasets(query));
        const found = await Promise.all(
          datasets.map(async ({ id = "" }) => {
            const place = { projectId, dataset: id, table };
            return (await metadataOf(place)) === undefined ? [] : [place];
          }),
        );
        places.push(...found.flat());
      }
      return places;
    },
    describe: async (place) => {
      const metadata = await metadataOf(place);
      if (metadata === undefined) return undefined;
      const read = described.safeParse(metadata);
      if (!read.success) throw new WentWrong(`${who} describes the table in a way that cannot be understood.`);
      const columns = read.data.schema.fields.map(({ name, type, mode }) => ({
        name,
        type: type.toUpperCase(),
        isRepeated: mode === "REPEATED",
      }));
      return { records: read.data.numRows, columns };
    },
    cost: async (place, columns) => {
      if (columns.length === 0) return 0;
      const bytes = await questions.weigh({ projectId: place.projectId, sql: selectFrom(place, columns) });
      // An emulator reports 0 bytes; its number of rows is still right.
      return bytes > 0 ? bytes : (await rowsOf(place)) * leastBytes(columns);
    },
    first: async (place, columns, maxResults) => {
      try {
        const listing = tableAt(place).getRows({ maxResults, autoPaginate: false });
        const [rows] = await within(millis, who, listing);
        // A row is an object keyed by column names, which BigQuery restricts to letters, digits and underscores.
        return (rows as readonly Readonly<Record<string, unknown>>[]).map((row) => columns.map((name) => textOf(row[name])));
      } catch (error) {
        if (error instanceof WentWrong) throw error;
        return [];
      }
    },
  };
}

function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === "string") return value;
  // Dates and large numbers are wrapped in objects.
  const { value: inner } = value as { readonly value?: unknown };
  return typeof inner === "string" ? inner : JSON.stringify(value);
}

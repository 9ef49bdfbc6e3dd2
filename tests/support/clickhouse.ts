import { createClient, type ClickHouseClient } from "@clickhouse/client";
import type { Product } from "./product.ts";

/** Rows of a query on the instance's ClickHouse. */
export async function rowsOf(product: Product, query: string, parameters: Readonly<Record<string, unknown>>): Promise<readonly unknown[]> {
  const { url, database, user = "default", password = "" } = product.clickhouse;
  const client: ClickHouseClient = createClient({ url, database, username: user, password });
  try {
    const result = await client.query({ query, query_params: { ...parameters }, format: "JSONEachRow" });
    return await result.json();
  } finally {
    await client.close();
  }
}

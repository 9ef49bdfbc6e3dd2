import type { DatasourceColumn } from "@airlock/contract";
import { onCluster } from "@airlock/backend/datasets";
import { copiesFrom, type CopyParts } from "./copies.ts";

/** Gives a copy its final name, once it has every row exactly once. */
export async function finishCopy(
  parts: Pick<CopyParts, "clickhouse" | "cluster">,
  table: string,
  whole: string,
  rows: number,
): Promise<string> {
  const { clickhouse, cluster } = parts;
  const count = async (): Promise<number> => {
    const [counted] = await clickhouse.query<{ readonly count: number }>(`SELECT count() AS count FROM ${table}`);
    return counted?.count ?? 0;
  };
  if ((await count()) !== rows) {
    await clickhouse.command(`OPTIMIZE TABLE ${table}${onCluster(cluster)} FINAL`);
    const counted = await count();
    if (counted !== rows) throw new Error(`The copy ${table} has ${counted} rows instead of ${rows}.`);
  }
  await clickhouse.command(`RENAME TABLE ${table} TO ${whole}${onCluster(cluster)}`);
  return whole;
}

export async function isCopied(parts: Pick<CopyParts, "clickhouse">, whole: string): Promise<boolean> {
  return (await copiesFrom(parts, whole)).length > 0;
}

/** A FLOAT that is not finite is missing, as in a file. */
export function cellOf(value: string | null, type: DatasourceColumn["type"]): string | null {
  return value !== null && type === "FLOAT" && !Number.isFinite(Number(value)) ? null : value;
}

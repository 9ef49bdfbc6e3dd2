import type { Definition } from "@airlock/flow";
import type { Tx } from "@airlock/platform/postgres";

/** Rows of all versions of lists that a flow pins. */
export async function countListRows(tx: Tx, { lists = [] }: Pick<Definition, "lists">): Promise<number> {
  let count = 0;
  for (const { listId, version } of lists) {
    if (version === undefined) continue;
    const found = await tx
      .selectFrom("list_versions")
      .where("list_id", "=", listId)
      .where("number", "=", version)
      .select("rows")
      .executeTakeFirst();
    count += found?.rows ?? 0;
  }
  return count;
}

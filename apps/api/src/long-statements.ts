import type { Tx } from "@airlock/platform/postgres";
import { sql } from "kysely";

/** For the rest of the transaction: a statement over a million rows of a list takes longer than any other. */
export async function allowLongStatements(tx: Tx): Promise<void> {
  await sql`set local statement_timeout = '120s'`.execute(tx);
}

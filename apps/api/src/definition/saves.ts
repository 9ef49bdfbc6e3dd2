import type { PageQuery } from "@airlock/contract";
import type { Tx } from "@airlock/platform/postgres";
import { sql } from "kysely";
import { readPage, type Page } from "../http/page.ts";
import type { Refused } from "../outcome.ts";

export interface SaveRow {
  readonly revision: number;
  readonly valid_runtime: boolean;
  readonly saved_at: Date;
  readonly saved_by: string | null;
  readonly saved_by_name: string;
}

const columns = ["saves.revision", "saves.valid_runtime", "saves.saved_at", "saves.saved_by", "saves.saved_by_name"] as const;
/** As text, for the cursor; revisions have up to ten digits. */
const revisionText = sql<string>`lpad(saves.revision::text, 10, '0')`;

/** Those that can be read and restored. Of older saves only the user is kept. */
function savesOf(tx: Tx, solutionId: string) {
  return tx.selectFrom("saves").where("saves.solution_id", "=", solutionId).where("saves.document", "is not", null);
}

export function listSaves(tx: Tx, solutionId: string, query: PageQuery): Promise<Page<SaveRow> | Refused> {
  return readPage(
    savesOf(tx, solutionId).select(columns),
    { ...query, sort: query.sort ?? "-revision" },
    { sorts: { revision: revisionText }, id: revisionText },
  );
}

export async function findSave(tx: Tx, solutionId: string, revision: number): Promise<SaveRow | undefined> {
  return savesOf(tx, solutionId).where("saves.revision", "=", revision).select(columns).executeTakeFirst();
}

export async function readSaveText(tx: Tx, solutionId: string, revision: number): Promise<string> {
  const row = await savesOf(tx, solutionId)
    .where("saves.revision", "=", revision)
    .select(sql<string>`saves.document::text`.as("text"))
    .executeTakeFirstOrThrow();
  return row.text;
}

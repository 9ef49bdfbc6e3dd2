import type { PageQuery } from "@airlock/contract";
import type { Tx } from "@airlock/platform/postgres";
import { sql } from "kysely";
import { readPage, type Page } from "../http/page.ts";
import type { Refused } from "../outcome.ts";
import type { ListRow } from "./store.ts";

export interface ListUseRow {
  readonly solution_id: string;
  readonly solution_name: string;
  readonly version_id: string;
  readonly version_name: string;
  readonly desired: "serving" | "stopped" | null;
  readonly pinned: number | null;
}

/** By solution; of each, the oldest first. */
export function listUses(tx: Tx, { id }: Pick<ListRow, "id">, query: PageQuery): Promise<Page<ListUseRow> | Refused> {
  const uses = tx
    .selectFrom("version_lists as u")
    .innerJoin("versions as v", "v.id", "u.version_id")
    .innerJoin("solutions as s", "s.id", "v.solution_id")
    .where("u.list_id", "=", id)
    .where("v.deleted_at", "is", null)
    .where("s.deleted_at", "is", null)
    .select(["s.id as solution_id", "s.name as solution_name", "v.id as version_id", "v.name as version_name", "v.desired", "u.pinned"]);
  return readPage(uses, query, { sorts: { solution: sql<string>`lower(s.name) || ' ' || s.id` }, id: sql<string>`v.id` });
}

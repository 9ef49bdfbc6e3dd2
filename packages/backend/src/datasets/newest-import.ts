import type { Tables } from "@airlock/platform/postgres";
import type { ExpressionBuilder } from "kysely";

/** Selects, for each datasource, the id of its newest import as `import_id`. */
export function newestImport(select: ExpressionBuilder<Tables, "datasources">) {
  return select
    .selectFrom("imports")
    .whereRef("imports.datasource_id", "=", "datasources.id")
    .select("imports.id")
    .orderBy("imports.id", "desc")
    .limit(1)
    .as("import_id");
}

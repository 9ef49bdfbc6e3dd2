import { modelKey, type SqlModel, type SqlModels } from "@airlock/engine/sql";
import { inlined, modelOf, type Definition } from "@airlock/flow";
import { forestTables, type Artefact } from "@airlock/model";
import type { Tx } from "@airlock/platform/postgres";
import { readArtefact } from "./artefacts.ts";

/** A model is immutable, and so are its tables. */
const tablesOf = new WeakMap<Artefact, SqlModel | string>();

/** The models that a frozen flow pins, as tables for ClickHouse; a sentence for those that cannot be tables. Deleted ones are absent. */
export async function readSqlModels(tx: Tx, definition: Definition): Promise<SqlModels> {
  const models = new Map<string, SqlModel | string>();
  for (const { part } of inlined(definition).nodes) {
    const pinned = modelOf(part);
    if (pinned === undefined) continue;
    const prediction = await tx.selectFrom("predictions").where("id", "=", pinned.config).select("type").executeTakeFirst();
    if (prediction === undefined) continue;
    const key = modelKey(pinned.config, pinned.model);
    if (prediction.type !== "standard") {
      models.set(key, "Its scores are looked up by person, not computed.");
      continue;
    }
    const artefact = await readArtefact(tx, pinned.config, pinned.model);
    if (artefact === undefined) continue;
    const tables = tablesOf.get(artefact) ?? forestTables(artefact);
    tablesOf.set(artefact, tables);
    models.set(key, tables);
  }
  return models;
}

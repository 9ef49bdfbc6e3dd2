/** Trained models as they are stored in Postgres, opened to score in this process or as tables for ClickHouse. */
export { openModel, readArtefact } from "./artefacts.ts";
export { readSqlModels } from "./sql-models.ts";

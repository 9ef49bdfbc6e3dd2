/** Trained models as stored in Postgres, opened for scoring in this process or as tables for ClickHouse. */
export { openModel, readArtefact } from "./artefacts.ts";
export { readSqlModels } from "./sql-models.ts";

export { decodeRow, type DecodedRow } from "./decode-row.ts";
export type { SqlColumn, SqlInput } from "./inputs.ts";
export type { SqlLayout } from "./layout.ts";
export { modelKey, type SqlModel, type SqlModelInput, type SqlModels } from "./models.ts";
export type { SqlSettings } from "./settings.ts";
export { toSql, type SqlOptions, type SqlQuery, type SqlRefusal, type SqlSource } from "./to-sql.ts";
export type { SqlStage, SqlTable, Staging } from "./write-query.ts";

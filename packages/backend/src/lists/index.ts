/** Lists of an organisation as Postgres stores them, opened to look values up in this process or as tables of ClickHouse. */
export { openLists, type OpenLists } from "./open-lists.ts";
export { pinFollowedLists, withPinnedLists } from "./pin-followed-lists.ts";
export { countListRows } from "./count-list-rows.ts";
export { versionsInEffect } from "./versions-in-effect.ts";
export { createSqlLists, dropSqlLists, sqlLists } from "./sql-lists.ts";

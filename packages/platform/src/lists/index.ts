export { readListTable, type ListTable } from "./read-list-table.ts";
export { createListTableWriter, type ListTableWriter } from "./write-list-table.ts";
export type { TableValue } from "./table-format.ts";

export { importDmn } from "./dmn/import-dmn.ts";
export { importJdm } from "./jdm/import-jdm.ts";
export { isJdm } from "./jdm/read-jdm.ts";
export { maxFileBytes, type Imported, type NotImported } from "./report/imported.ts";
export type { Level, ReportEntry } from "./report/report.ts";

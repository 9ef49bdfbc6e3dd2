import type { JobData } from "@airlock/platform/jobs";
import type { DatasourceRows } from "../rows/datasource-rows.ts";
import { discardUploads } from "./discard-uploads.ts";
import { createImportFile, type ImportParts } from "./import-file.ts";
import { createRemoveDatasource, sweepTables } from "./remove-datasource.ts";

/** The jobs of datasources, and the sweep of leftovers. */
export interface Datasets {
  readonly importFile: (data: JobData["datasource.import"]) => Promise<void>;
  readonly removeDatasource: (data: JobData["datasource.remove"]) => Promise<void>;
  readonly sweep: () => Promise<void>;
  /** Separate from `sweep`, which needs ClickHouse. */
  readonly uploads: { readonly sweep: () => Promise<void> };
}

export function createDatasets(parts: ImportParts & { readonly rows: DatasourceRows }): Datasets {
  return {
    importFile: createImportFile(parts),
    removeDatasource: createRemoveDatasource(parts),
    sweep: async () => {
      await sweepTables(parts);
      await parts.rows.sweep();
    },
    uploads: { sweep: () => discardUploads(parts) },
  };
}

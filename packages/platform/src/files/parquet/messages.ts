import type { FileFailureCode } from "../csv/file-failure.ts";
import type { KeptColumn } from "../csv/row-writer.ts";
import type { ParquetDescription } from "./look.ts";
import type { ParquetBatch } from "./parquet-file.ts";

/** The thread's task, for a file of this length. */
export interface ParquetTask {
  readonly length: number;
  /** Undefined for a preview. */
  readonly read: { readonly kept: readonly KeptColumn[]; readonly from: number } | undefined;
}

export type FromThread =
  | { readonly kind: "slice"; readonly id: number; readonly from: number; readonly to: number }
  | { readonly kind: "described"; readonly description: ParquetDescription }
  /** The thread waits for a message before it continues, so that no more than two batches are in memory. */
  | { readonly kind: "batch"; readonly batch: ParquetBatch }
  | { readonly kind: "end" }
  | { readonly kind: "failed"; readonly code: FileFailureCode; readonly where: string };

export type ToThread = { readonly kind: "bytes"; readonly id: number; readonly bytes: ArrayBuffer } | { readonly kind: "continue" };

import type { FileFailureCode } from "../csv/file-failure.ts";
import type { KeptColumn } from "../csv/row-writer.ts";
import type { ParquetDescription } from "./look.ts";
import type { ParquetBatch } from "./parquet-file.ts";

/** What the thread is to do with a file of so many bytes. */
export interface ParquetTask {
  readonly length: number;
  /** Undefined: say what is in it. */
  readonly read: { readonly kept: readonly KeptColumn[]; readonly from: number } | undefined;
}

export type FromThread =
  | { readonly kind: "slice"; readonly id: number; readonly from: number; readonly to: number }
  | { readonly kind: "described"; readonly description: ParquetDescription }
  /** It waits until it is told to go on, so that no more than two batches are held. */
  | { readonly kind: "batch"; readonly batch: ParquetBatch }
  | { readonly kind: "end" }
  | { readonly kind: "failed"; readonly code: FileFailureCode; readonly where: string };

export type ToThread = { readonly kind: "bytes"; readonly id: number; readonly bytes: ArrayBuffer } | { readonly kind: "go on" };

import { downloadBlob } from "../ui/format/download-blob.ts";

/** Downloads a text as a file, byte for byte. */
export function downloadFile(name: string, text: string, type: "application/json" | "text/csv"): void {
  downloadBlob(name, new Blob([text], { type: `${type};charset=utf-8` }));
}

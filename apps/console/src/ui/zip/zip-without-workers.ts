/**
 * Replaces `fflate` in the build (see `vite.config.ts`). Its asynchronous functions start workers from blob: addresses for large files, which the
 * content security policy refuses without an error: the file would never be ready. Files of tables are small enough for the page itself.
 */
import { unzipSync, zipSync, type Unzipped, type Zippable } from "fflate/browser";

export { strFromU8, strToU8, zipSync } from "fflate/browser";

type Done<Result> = (error: Error | null, result?: Result) => void;

export function zip(files: Zippable, done: Done<Uint8Array>): void {
  settle(() => zipSync(files), done);
}

export function unzip(archive: Uint8Array, done: Done<Unzipped>): void {
  settle(() => unzipSync(archive), done);
}

function settle<Result>(compute: () => Result, done: Done<Result>): void {
  let result: Result;
  try {
    result = compute();
  } catch (error) {
    done(error instanceof Error ? error : new Error(String(error)));
    return;
  }
  done(null, result);
}

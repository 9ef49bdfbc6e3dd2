import { parquetLimits } from "./limits.ts";

/** What one look into a file may unpack and decode. Everything is charged before the work is done. */
export interface LookBudget {
  /** False when it does not fit any more; nothing is charged then. */
  readonly takePage: (bytes: number) => boolean;
  readonly takeValues: (count: number) => boolean;
}

export function createLookBudget(): LookBudget {
  let left: number = parquetLimits.lookBytes;
  const take = (bytes: number): boolean => {
    if (!(bytes <= left)) return false;
    left -= bytes;
    return true;
  };
  return {
    takePage: (bytes) => take(bytes + pageOverhead),
    takeValues: (count) => take(count * valueBytes),
  };
}

/** A page without any bytes costs the parsing of its header. */
const pageOverhead = 1024;
/** A decoded value is larger than its encoding: runs repeat one value without end. */
const valueBytes = 16;

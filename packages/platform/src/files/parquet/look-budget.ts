import { parquetLimits } from "./limits.ts";

/** What one preview may decompress and decode. Work is charged before it is done. */
export interface LookBudget {
  /** False if the budget is exceeded; nothing is charged then. */
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

/** An empty page still costs the parsing of its header. */
const pageOverhead = 1024;
/** A decoded value is larger than its encoding: a run can repeat one value any number of times. */
const valueBytes = 16;

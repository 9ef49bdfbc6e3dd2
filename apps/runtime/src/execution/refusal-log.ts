import { problemStatus, splitKey, type Problem } from "@airlock/contract";
import { logFor, type Log, type WorkIds } from "@airlock/platform";

export interface RefusedCall {
  readonly problem: Problem;
  readonly versionId: string;
  /** Undefined if the key was not verified. */
  readonly keyId: string | undefined;
  /** The header as the caller sent it. */
  readonly authorization: string | undefined;
  readonly ids: WorkIds;
}

export interface RefusalLog {
  readonly write: (refused: RefusedCall) => void;
}

const windowMillis = 60_000;
/** Limits of lines per minute, per key and per process: 300 lines take about 100 KB, so no caller can fill a disk. */
const maxLinesOfKey = 30;
const maxLines = 300;

/**
 * Logs a line for each refused call, within a limit per key and per process. Further calls are counted and reported at the end of the minute. Calls
 * whose keys were not verified share one limit.
 */
export function createRefusalLog(log: Log, now: () => number = () => performance.now()): RefusalLog {
  let from = -Infinity;
  let lines = 0;
  let suppressed = 0;
  const linesOfKey = new Map<string, number>();

  function startWindow(at: number): void {
    if (suppressed > 0) log.warn({ suppressed }, "refused calls were not logged: more than the limit");
    from = at;
    lines = 0;
    suppressed = 0;
    linesOfKey.clear();
  }

  return {
    write: ({ problem, versionId, keyId, authorization, ids }) => {
      const at = now();
      if (at - from >= windowMillis) startWindow(at);
      const ofKey = linesOfKey.get(keyId ?? "") ?? 0;
      if (lines >= maxLines || ofKey >= maxLinesOfKey) {
        suppressed += 1;
        return;
      }
      lines += 1;
      linesOfKey.set(keyId ?? "", ofKey + 1);
      const claimed = keyId === undefined ? claimedKey(authorization) : undefined;
      const { code } = problem;
      const fields = { code, status: problemStatus(code), versionId, keyId, ...(claimed === undefined ? {} : { claimedKeyId: claimed }) };
      logFor(log, ids).info(fields, "a call was refused");
    },
  };
}

/** The claimed key id, which is not verified: the key may be revoked or guessed. */
function claimedKey(authorization: string | undefined): string | undefined {
  return authorization?.startsWith("Bearer ") === true ? splitKey(authorization.slice("Bearer ".length))?.keyId : undefined;
}

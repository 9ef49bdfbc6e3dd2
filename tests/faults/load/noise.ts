import { fork } from "node:child_process";
import { once } from "node:events";

/** The load of a noisy organisation, each part by several concurrent clients. */
export interface NoiseOptions {
  readonly runtime: string;
  readonly api: string;
  /** Of a system account, for decisions. */
  readonly token: string;
  /** Of an administrator, for the api. */
  readonly bearer: string;
  readonly batchVersionId: string;
  /** Versions with a web call to a name that no name server resolves. */
  readonly slowVersionIds: readonly string[];
  readonly solutionId: string;
  /** As JSON. */
  readonly definition: string;
}

export interface NoiseCounts {
  readonly batches: number;
  readonly slowNames: number;
  readonly saves: number;
  readonly searches: number;
  /** Calls beyond the organisation's quota, refused with 429 and the seconds to wait in `Retry-After`. */
  readonly beyondQuota: number;
  /** 429 without these seconds. */
  readonly withoutRetryAfter: number;
}

export type MutableNoiseCounts = { -readonly [Name in keyof NoiseCounts]: number };

export const noNoise: NoiseCounts = { batches: 0, slowNames: 0, saves: 0, searches: 0, beyondQuota: 0, withoutRetryAfter: 0 };

export function addNoise(sum: MutableNoiseCounts, counts: NoiseCounts): void {
  for (const name of Object.keys(noNoise) as (keyof NoiseCounts)[]) sum[name] += counts[name];
}

/** In a process of its own: the cost of sending must not delay what the quiet organisation's load measures. */
export function startNoise(options: NoiseOptions): { readonly pid: number; readonly stop: () => Promise<NoiseCounts> } {
  const child = fork(new URL("./noise-process.ts", import.meta.url), [JSON.stringify(options)], { execArgv: [] });
  return {
    pid: child.pid ?? 0,
    stop: async () => {
      const counted = once(child, "message");
      child.send("stop");
      const [counts] = (await counted) as [NoiseCounts]; // Sent by `noise-process.ts`.
      await once(child, "exit");
      return counts;
    },
  };
}

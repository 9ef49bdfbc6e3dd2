import { createSlotQueue } from "@airlock/platform";

/** Lists of files on S3 servers, which are parsed in this thread: an organisation whose server sends long ones must not fill it. */
export interface S3Lists {
  /** Rejects with `Busy`, the signal's reason, or like the work. */
  readonly list: <T>(organisationId: string, signal: AbortSignal | undefined, work: () => Promise<T>) => Promise<T>;
}

/** Of one organisation at the same time. */
export const listsEach = 2;

const listLimits = { all: 8, each: listsEach, waitingEach: 8, waitMillis: 10_000 };

export function createS3Lists(limits: typeof listLimits = listLimits): S3Lists {
  const queue = createSlotQueue(limits);
  return {
    list: async (organisationId, signal, work) => {
      const leave = await queue.enter(organisationId, signal);
      try {
        return await work();
      } finally {
        leave();
      }
    },
  };
}

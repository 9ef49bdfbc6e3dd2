import { createSlotQueue, type SlotQueue } from "@airlock/platform";

/** Of one organisation at the same time. */
export const listsEach = 2;

/** For lists of files on S3 servers, which are parsed in this thread: an organisation whose server sends long ones must not fill it. */
export function createS3Lists(): SlotQueue {
  return createSlotQueue({ all: 8, each: listsEach, waitingEach: 8, waitMillis: 10_000 });
}

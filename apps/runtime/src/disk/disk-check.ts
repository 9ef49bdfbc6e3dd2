import type { PartState } from "@airlock/platform";
import type { LastGood } from "./last-good.ts";

/**
 * A runtime is ready once it has written its last good state. Until then it could not store a change, so it would lose its lease with the first one.
 * When the disk is full later, it continues to serve, and the reason is reported.
 */
export function checkDisk(disks: readonly Pick<LastGood, "state">[]): PartState {
  const states = disks.map(({ state }) => state());
  const obstacle = states.find((one) => one.obstacle !== undefined)?.obstacle;
  return { ok: states.every(({ isWritten }) => isWritten), ...(obstacle === undefined ? {} : { detail: obstacle }) };
}

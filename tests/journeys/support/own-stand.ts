import { inject } from "vitest";
import type { Stand } from "./global-setup.ts";

/** The product and the browser of this worker. Workers are numbered from 1, and a file is run by one of them alone. */
export function ownStand(): Stand {
  const worker = process.env["VITEST_POOL_ID"] ?? "";
  const stand = inject("stands")[Number(worker) - 1];
  if (stand === undefined) throw new Error(`There is no product for worker "${worker}".`);
  return stand;
}

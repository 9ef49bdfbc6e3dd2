import type { WholeFiringFields } from "@airlock/contract";
import type { ExecutionsSearch } from "../parts/links/executions-search.ts";

/** The address of the list of executions that a firing is about. While it is open, the list has no end. */
export function executionsSearchOf({ executions, endedDate }: Pick<WholeFiringFields, "executions" | "endedDate">): ExecutionsSearch {
  const { versions, from, to, status, reasonCode, field, value, minMillis } = executions;
  return {
    ...(versions.length === 0 ? {} : { versions: versions.join(",") }),
    running: "all",
    from,
    ...(endedDate === null ? {} : { to }),
    ...(status === undefined ? {} : { status }),
    ...(reasonCode === undefined ? {} : { reason: reasonCode }),
    ...(minMillis === undefined ? {} : { min: String(minMillis) }),
    ...(field === undefined || value === undefined ? {} : { q: `${field} = ${value}` }),
  };
}

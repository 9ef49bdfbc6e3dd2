import type { Branches } from "./node-parts.ts";

/** Which links with conditions are taken on leaving a node. */
export function branchesOf({ branches = "all" }: { readonly branches?: Branches }): Branches {
  return branches;
}

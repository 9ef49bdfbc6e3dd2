import { tableSearchWith } from "../list-page/table-search.ts";

/** Words of the address: the versions that are ticked, `running=all` when stopped versions show too, since when (a span, or from and to), how it ended, why, how long it took, of which rollout and which of its arms, what is open. */
export const executionsSearch = tableSearchWith([
  "versions",
  "running",
  "span",
  "from",
  "to",
  "status",
  "reason",
  "min",
  "max",
  "rollout",
  "arm",
  "execution",
]);

export type ExecutionsSearch = ReturnType<typeof executionsSearch>;

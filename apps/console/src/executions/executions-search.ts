import { tableSearchWith } from "../table/table-search.ts";

/** Words of the address: the versions that are ticked, whether only running ones show, since when (a span, or from and to), how it ended, why, how long it took, what is open. */
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
  "execution",
]);

export type ExecutionsSearch = ReturnType<typeof executionsSearch>;

import type { Action } from "../action.ts";
import { productionFactResource } from "../production-facts.ts";
import { api, linkOn, requires, ok } from "./row.ts";

export const productionFactActions = {
  "version.productionFacts": {
    ...api,
    method: "GET",
    path: "/versions/{versionId}/productionFacts",
    summary: "Find texts that came in and are not listed, and rows without a match",
    // The response has values of fields, as the list of the version's executions has.
    access: requires("versionExecutions.list"),
    links: [linkOn("version", "productionFacts")],
    answer: ok(productionFactResource),
    problems: ["VERSION_NOT_FOUND", "STATISTICS_UNAVAILABLE"],
  },
} as const satisfies Record<string, Action>;

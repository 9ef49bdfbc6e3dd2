import { linksOf, type List, type PageQuery, type SolutionUseFields, type SubFlowFields } from "@airlock/contract";
import { listLinks, pageList, type Page } from "../http/page.ts";
import type { Actor } from "../identity/actor.ts";
import { solutionState } from "../solution/resource.ts";
import type { SolutionRow } from "../solution/store.ts";
import type { SolutionUseRow, SubFlowRow } from "./use-store.ts";

/** Items have no links of their own. */
function partsPage<Row, Fields>(
  { actor, solution, query }: { readonly actor: Actor; readonly solution: SolutionRow; readonly query: PageQuery },
  rel: "uses" | "subFlows",
  page: Page<Row>,
  fieldsOf: (row: Row) => Fields,
): List<Fields> {
  const self = linksOf("solution", solutionState(solution), { solutionId: solution.id }, actor.permissions)[rel];
  return pageList(
    page.rows.map((row) => ({ _embedded: fieldsOf(row), _links: {} })),
    page,
    listLinks(self, query, page),
  );
}

type Call = Parameters<typeof partsPage>[0];

export function usesPage(call: Call, page: Page<SolutionUseRow>): List<SolutionUseFields> {
  return partsPage(call, "uses", page, (use) => ({
    usedVersionWss: use.used_version_id,
    usedVersionName: use.used_version_name,
    solutionWss: use.solution_id,
    solutionName: use.solution_name,
    versionWss: use.version_id,
    versionName: use.version_name,
    isDirect: use.direct,
    isServing: use.desired === "serving",
    isLive: use.is_live,
  }));
}

export function subFlowsPage(call: Call, page: Page<SubFlowRow>): List<SubFlowFields> {
  return partsPage(call, "subFlows", page, ({ newest_id, newest_name, newest_at, ...row }) => ({
    versionWss: row.version_id,
    versionName: row.version_name,
    solutionWss: row.solution_id,
    solutionName: row.solution_name,
    isDeleted: row.is_deleted,
    newest:
      newest_id === null || newest_name === null || newest_at === null
        ? null
        : { versionWss: newest_id, versionName: newest_name, createdDate: newest_at.toISOString() },
  }));
}

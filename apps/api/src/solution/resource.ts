import { linksOf, type List, type PageQuery, type Resource, type ResourceStates, type SolutionFields } from "@airlock/contract";
import { listLinks, type Page } from "../http/page.ts";
import type { Actor } from "../identity/actor.ts";
import type { SolutionRow } from "./store.ts";

export function solutionState(row: SolutionRow): ResourceStates["solution"] {
  return { servingVersions: row.serving_versions, validRuntime: row.valid_runtime };
}

export function solutionResource(actor: Actor, row: SolutionRow): Resource<SolutionFields> {
  return {
    _embedded: {
      webSafeString: row.id,
      name: row.name,
      description: row.description,
      validRuntime: row.valid_runtime,
      createdDate: row.created_at.toISOString(),
      updatedDate: row.updated_at.toISOString(),
      revision: row.revision,
    },
    _links: linksOf("solution", solutionState(row), { solutionId: row.id }, actor.permissions),
  };
}

export function solutionList(actor: Actor, query: PageQuery, page: Page<SolutionRow>): List<SolutionFields> {
  const self = linksOf("profile", {}, {}, actor.permissions)["solutions"];
  return { items: page.rows.map((row) => solutionResource(actor, row)), _links: listLinks(self, query, page) };
}

import { linksOf, type List, type Resource, type ResourceStates, type SolutionFields, type SolutionQuery } from "@airlock/contract";
import { filtersOf, listLinks, pageList, type Page } from "../http/page.ts";
import type { Actor } from "../identity/actor.ts";
import type { SolutionRow } from "./store.ts";

export function solutionState(row: SolutionRow): ResourceStates["solution"] {
  return { servingVersions: row.serving_versions, hasVersions: row.has_versions, validRuntime: row.valid_runtime };
}

export function solutionResource(actor: Actor, row: SolutionRow): Resource<SolutionFields> {
  return {
    _embedded: {
      webSafeString: row.id,
      name: row.name,
      description: row.description,
      key: row.key,
      // Written by the query in the shape of the wire.
      formerKeys: row.former_keys as SolutionFields["formerKeys"],
      validRuntime: row.valid_runtime,
      groupWss: row.group_id,
      groupName: row.group_name,
      createdDate: row.created_at.toISOString(),
      updatedDate: row.updated_at.toISOString(),
      revision: row.revision,
    },
    _links: linksOf("solution", solutionState(row), { solutionId: row.id }, actor.permissions),
  };
}

export function solutionList(actor: Actor, query: SolutionQuery, page: Page<SolutionRow>): List<SolutionFields> {
  const self = linksOf("profile", {}, {}, actor.permissions)["solutions"];
  return pageList(
    page.rows.map((row) => solutionResource(actor, row)),
    page,
    listLinks(self, query, page, filtersOf(query, "groupWss")),
  );
}

export function testExecutionResource(
  actor: Actor,
  row: SolutionRow,
  /** The fields, as JSON. */
  execution: string,
): string {
  const { execute, definition, self: entity } = linksOf("solution", solutionState(row), { solutionId: row.id }, actor.permissions);
  const links = { ...(execute && { execute }), ...(definition && { definition }), ...(entity && { entity }) };
  return `{"_embedded":${execution},"_links":${JSON.stringify(links)}}`;
}

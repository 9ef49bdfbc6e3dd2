import { linksOf, type List, type OrganisationFields, type PageQuery, type Resource, type ResourceStates } from "@airlock/contract";
import { listLinks, type Page } from "../http/page.ts";
import type { Actor } from "../identity/actor.ts";
import type { OrganisationRow } from "./store.ts";

export function organisationState(row: OrganisationRow, actor: Actor): ResourceStates["organisation"] {
  return { isOwn: row.id === actor.organisationId };
}

export function organisationResource(actor: Actor, row: OrganisationRow): Resource<OrganisationFields> {
  return {
    _embedded: {
      webSafeString: row.id,
      name: row.name,
      code: row.code,
      useAirlock: row.use_airlock,
      organisationIdStr: row.project_id,
      revision: row.revision,
    },
    _links: linksOf("organisation", organisationState(row, actor), { organisationId: row.id }, actor.permissions),
  };
}

export function organisationList(actor: Actor, query: PageQuery, page: Page<OrganisationRow>): List<OrganisationFields> {
  const self = linksOf("profile", {}, {}, actor.permissions)["organisations"];
  return { items: page.rows.map((row) => organisationResource(actor, row)), _links: listLinks(self, query, page) };
}

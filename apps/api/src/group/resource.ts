import {
  linksOf,
  type GroupFields,
  type GroupQuery,
  type List,
  type MemberFields,
  type PageQuery,
  type Resource,
  type ResourceStates,
} from "@airlock/contract";
import { filtersOf, listLinks, pageList, type Page } from "../http/page.ts";
import type { Actor } from "../identity/actor.ts";
import type { MemberRow } from "./members.ts";
import type { GroupRow } from "./store.ts";

export function groupState(row: GroupRow): ResourceStates["group"] {
  return { code: row.code, membersBeyondOwn: row.members_beyond_own };
}

export function groupResource(actor: Actor, row: GroupRow): Resource<GroupFields> {
  return {
    _embedded: {
      webSafeString: row.id,
      name: row.name,
      description: row.description,
      code: row.code,
      organisationWss: row.organisation_id,
      organisationName: row.organisation_name,
      roles: [...row.roles],
      members: row.members,
      revision: row.revision,
    },
    _links: linksOf("group", groupState(row), { groupId: row.id }, actor.permissions),
  };
}

export function groupList(actor: Actor, query: GroupQuery, page: Page<GroupRow>): List<GroupFields> {
  const self = linksOf("profile", {}, {}, actor.permissions)["groups"];
  return pageList(
    page.rows.map((row) => groupResource(actor, row)),
    page,
    listLinks(self, query, page, filtersOf(query, "organisationWss")),
  );
}

export function memberList(actor: Actor, group: GroupRow, query: PageQuery, page: Page<MemberRow>): List<MemberFields> {
  const self = linksOf("group", groupState(group), { groupId: group.id }, actor.permissions)["members"];
  const items = page.rows.map((row) => {
    return {
      _embedded: { webSafeString: row.id, firstName: row.first_name, name: row.name, emailAddress: row.email },
      _links: linksOf("member", { beyondOwn: row.beyond_own }, { groupId: group.id, userId: row.id }, actor.permissions),
    };
  });
  return pageList(items, page, listLinks(self, query, page));
}

import { linksOf, type List, type Resource, type SecretFields, type SecretQuery } from "@airlock/contract";
import { listLinks, pageList, type Page } from "../http/page.ts";
import type { Actor } from "../identity/actor.ts";
import type { SecretRow } from "./store.ts";

export function secretResource(actor: Actor, row: SecretRow): Resource<SecretFields> {
  return {
    _embedded: {
      webSafeString: row.id,
      name: row.name,
      hosts: [...row.hosts],
      createdDate: row.created_at.toISOString(),
      updatedDate: row.updated_at.toISOString(),
      revision: row.revision,
    },
    _links: linksOf("secret", {}, { secretId: row.id }, actor.permissions),
  };
}

export function secretList(actor: Actor, query: SecretQuery, page: Page<SecretRow>): List<SecretFields> {
  const self = linksOf("profile", {}, {}, actor.permissions)["secrets"];
  return pageList(
    page.rows.map((row) => secretResource(actor, row)),
    page,
    listLinks(self, query, page),
  );
}

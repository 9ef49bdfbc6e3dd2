import { auditEntryFields, linksOf, type AuditFields, type AuditQuery, type AuditRow, type List } from "@airlock/contract";
import { filtersOf, listLinks, pageList, type Page } from "../http/page.ts";
import type { Actor } from "../identity/actor.ts";

export function auditList(actor: Actor, query: AuditQuery, page: Page<AuditRow>): List<AuditFields> {
  const self = linksOf("profile", {}, {}, actor.permissions)["audit"];
  const items = page.rows.map((row) => ({ _embedded: auditEntryFields(row), _links: {} }));
  return pageList(items, page, listLinks(self, query, page, filtersOf(query, "from", "to", "actor", "noun", "record", "change")));
}

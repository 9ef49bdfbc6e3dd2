import { linksOf, type AuditFields, type AuditQuery, type List } from "@airlock/contract";
import { filtersOf, listLinks, pageList, type Page } from "../http/page.ts";
import type { Actor } from "../identity/actor.ts";
import type { AuditRow } from "./store.ts";

export function auditList(actor: Actor, query: AuditQuery, page: Page<AuditRow>): List<AuditFields> {
  const self = linksOf("profile", {}, {}, actor.permissions)["audit"];
  const items = page.rows.map((row) => ({ _embedded: auditFields(row), _links: {} }));
  return pageList(items, page, listLinks(self, query, page, filtersOf(query, "from", "to", "actor", "noun", "record", "change")));
}

function auditFields(row: AuditRow): AuditFields {
  return {
    webSafeString: row.id,
    at: row.at.toISOString(),
    actorWss: row.actor_id,
    actorName: row.actor_name,
    organisationWss: row.organisation_id,
    noun: row.noun,
    recordWss: row.record_id,
    recordName: row.record_name,
    change: row.change,
    changed: row.changed.map((column) => wireName(row.noun, column)),
    before: image(row.noun, row.before),
    after: image(row.noun, row.after),
    correlationId: row.correlation_id,
    hash: row.hash,
    previousHash: row.previous_hash,
  };
}

function image(noun: string, stored: Record<string, unknown> | null): Record<string, unknown> | null {
  if (stored === null) return null;
  return Object.fromEntries(Object.entries(stored).map(([column, value]) => [wireName(noun, column), value]));
}

/** Fields are called as everywhere on the wire, columns as everywhere in the database. */
export function wireName(noun: string, column: string): string {
  if (column === "id") return "webSafeString";
  const own = differing[`${noun}.${column}`];
  return (
    own ??
    column
      .replace(/_id$/, "_wss")
      .replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
      .replace(/At$/, "Date")
  );
}

const differing: Readonly<Record<string, string>> = {
  "user.email": "emailAddress",
  "user.status": "userStatus",
  "organisation.project_id": "organisationIdStr",
  "version.name": "versionName",
  "version.description": "versionDescription",
  "version.solution_id": "entityWss",
};

/** Entries of the audit as the wire has them: in the api's list and file, and in the worker's stream. */
import type { AuditChange, AuditFields } from "./audit.ts";

/** As Postgres stores it. */
export interface AuditRow {
  readonly id: string;
  readonly organisation_id: string;
  readonly at: Date;
  readonly actor_id: string | null;
  readonly actor_name: string;
  readonly noun: string;
  readonly record_id: string;
  readonly record_name: string;
  readonly change: AuditChange;
  readonly changed: readonly string[];
  readonly before: Record<string, unknown> | null;
  readonly after: Record<string, unknown> | null;
  readonly correlation_id: string | null;
  readonly previous_hash: string;
  readonly hash: string;
}

export function auditEntryFields(row: AuditRow): AuditFields {
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
    changed: row.changed.map((column) => auditFieldName(row.noun, column)),
    before: image(row.noun, row.before),
    after: image(row.noun, row.after),
    correlationId: row.correlation_id,
    hash: row.hash,
    previousHash: row.previous_hash,
  };
}

function image(noun: string, stored: Record<string, unknown> | null): Record<string, unknown> | null {
  if (stored === null) return null;
  return Object.fromEntries(Object.entries(stored).map(([column, value]) => [auditFieldName(noun, column), value]));
}

/** Fields are called as everywhere on the wire, columns as everywhere in the database. */
export function auditFieldName(noun: string, column: string): string {
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

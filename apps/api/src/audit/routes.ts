import { Readable } from "node:stream";
import { auditEntryFields, type AuditFileQuery } from "@airlock/contract";
import type { Router } from "../http/router.ts";
import type { Actor } from "../identity/actor.ts";
import { afterCommit, done, isRefused } from "../outcome.ts";
import type { Parts } from "../parts.ts";
import { recordAccess } from "./record-access.ts";
import { auditList } from "./resource.ts";
import { auditFilePage, fileStart, listAudit, type FilePosition } from "./store.ts";

/** Entries per query while the file is downloaded. */
const filePage = 500;

export function auditRoutes(router: Router, { postgres }: Pick<Parts, "postgres">): void {
  router.user("audit.list", async ({ actor, tx, query }) => {
    const page = await listAudit(tx, actor, query);
    return isRefused(page) ? page : done(auditList(actor, query, page));
  });

  router.user("audit.file", async ({ actor, tx, query, ids, address }) => {
    const recordId = actor.organisationId;
    await recordAccess(tx, { ids, address }, { noun: "audit", change: "downloaded", recordId, recordName: "Audit", details: query });
    // Without an end, the download would also include the entries that it causes itself.
    const bounded = { ...query, to: query.to ?? new Date().toISOString() };
    const content = Readable.from(lines(actor, bounded), { objectMode: false });
    return afterCommit(() => Promise.resolve(done({ name: "audit.ndjson", contentType: "application/x-ndjson", content })));
  });

  /** A transaction per page: a slow client must not hold a Postgres connection. */
  async function* lines(actor: Actor, query: AuditFileQuery): AsyncGenerator<string> {
    for (let after: FilePosition | undefined = fileStart; after !== undefined;) {
      const position: FilePosition = after;
      const page = await postgres.inOrganisation(actor, (tx) => auditFilePage(tx, actor, query, position, filePage));
      yield page.rows.map((row) => `${JSON.stringify(auditEntryFields(row))}\n`).join("");
      after = page.next;
    }
  }
}

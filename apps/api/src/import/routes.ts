import { linksOf, type ImportFields, type List, type RejectedRow, type Resource, type ResourceStates } from "@airlock/contract";
import { namesOf } from "../datasource/columns-of.ts";
import { findDatasource } from "../datasource/store.ts";
import { filtersOf, listLinks, pageList } from "../http/page.ts";
import { unlessUnavailable } from "../http/failure.ts";
import type { Router } from "../http/router.ts";
import type { Subject } from "../http/subject.ts";
import type { Actor } from "../identity/actor.ts";
import { afterCommit, done, refuse, isRefused } from "../outcome.ts";
import type { Parts } from "../parts.ts";
import { cancelImport, findImport, listImports, type ImportRow } from "./store.ts";

const importSubject: Subject<"import", ImportRow> = {
  resource: "import",
  parameter: "importId",
  missing: "IMPORT_NOT_FOUND",
  find: findImport,
  state: importState,
};

export function importRoutes(router: Router, parts: Parts): void {
  router.user("imports.list", async ({ actor, tx, query }) => {
    if (query.datasourceWss !== undefined && (await findDatasource(tx, query.datasourceWss, false)) === undefined) {
      return refuse("DATASOURCE_NOT_FOUND");
    }
    const page = await listImports(tx, query);
    if (isRefused(page)) return page;
    const self = linksOf("profile", {}, {}, actor.permissions)["imports"];
    const items = page.rows.map((row) => importResource(actor, row));
    return done(pageList(items, page, listLinks(self, query, page, filtersOf(query, "datasourceWss"))) satisfies List<ImportFields>);
  });

  router.object("import.read", importSubject, ({ actor }, row) => Promise.resolve(done(importResource(actor, row))));

  router.object("import.cancel", importSubject, async ({ actor, tx }, row) => {
    await cancelImport(tx, row);
    const changed = await findImport(tx, row.id, false);
    return changed === undefined ? refuse("IMPORT_NOT_FOUND") : done(importResource(actor, changed));
  });

  router.object("import.rejections", importSubject, ({ actor, query, log, signal }, row) =>
    Promise.resolve(
      afterCommit(() =>
        unlessUnavailable(log, "RECORDS_UNAVAILABLE", async () => {
          const parameters = { organisation: actor.organisationId, import: row.id, after: query.after, limit: query.limit };
          const rows = await parts.clickhouse.forOrganisation(actor.organisationId, signal).query<RejectedRow>(
            `SELECT row, column, reason, cells FROM rejected_rows FINAL
             WHERE organisation = {organisation:String} AND import = {import:String} AND row > {after:UInt64}
             ORDER BY row LIMIT {limit:UInt32}`,
            parameters,
          );
          const total = Number(row.rejected_rows);
          const { rejections: self } = importLinks(actor, row);
          const last = rows.length === query.limit ? rows.at(-1)?.row : undefined;
          const next =
            self === undefined || last === undefined
              ? {}
              : { next: { href: `${self.href}?limit=${query.limit}&after=${last}`, allow: ["GET" as const] } };
          return done({
            items: rows.map((rejected) => ({ _embedded: rejected, _links: {} })),
            _embedded: { total, exact: true, columns: [...namesOf(row.columns)] },
            _links: self === undefined ? {} : { self, ...next },
          });
        }),
      ),
    ),
  );
}

function importState(row: ImportRow): ResourceStates["import"] {
  return { status: row.status };
}

function importLinks(actor: Actor, row: ImportRow) {
  return linksOf("import", importState(row), { importId: row.id }, actor.permissions);
}

function importResource(actor: Actor, row: ImportRow): Resource<ImportFields> {
  return {
    _embedded: {
      webSafeString: row.id,
      datasourceWss: row.datasource_id,
      datasourceName: row.datasource_name,
      status: row.status,
      bytes: Number(row.bytes),
      totalBytes: Number(row.total_bytes),
      rows: Number(row.rows),
      rejectedRows: Number(row.rejected_rows),
      message: row.message,
      createdDate: row.created_at.toISOString(),
      startedDate: row.started_at?.toISOString() ?? null,
      endedDate: row.ended_at?.toISOString() ?? null,
    },
    _links: importLinks(actor, row),
  };
}

import { linksOf, type ErasableFieldFields, type ErasureFields, type List, type PageQuery, type Resource } from "@airlock/contract";
import { listLinks, pageList, type Page } from "../http/page.ts";
import type { Actor } from "../identity/actor.ts";
import type { ErasureRow } from "./store.ts";

export function erasureResource(actor: Actor, row: ErasureRow): Resource<ErasureFields> {
  return {
    _embedded: {
      webSafeString: row.id,
      solutionWss: row.solution_id,
      field: row.field,
      status: row.status,
      message: row.message,
      versionsDone: row.versions_done,
      versions: row.versions,
      erased: row.erased,
      // Written by us, in this shape.
      exports: row.exports as ErasureFields["exports"],
      createdDate: row.created_at.toISOString(),
      beginsDate: row.begins_at.toISOString(),
      cancelledDate: row.cancelled_at?.toISOString() ?? null,
      endedDate: row.finished_at?.toISOString() ?? null,
    },
    _links: linksOf("erasure", row, { erasureId: row.id }, actor.permissions),
  };
}

export function erasureList(actor: Actor, query: PageQuery, page: Page<ErasureRow>): List<ErasureFields> {
  const self = linksOf("profile", {}, {}, actor.permissions)["erasures"];
  return pageList(
    page.rows.map((row) => erasureResource(actor, row)),
    page,
    listLinks(self, query, page),
  );
}

export function erasableFieldList(actor: Actor, fields: readonly ErasableFieldFields[]): List<ErasableFieldFields> {
  const self = linksOf("profile", {}, {}, actor.permissions)["erasureFields"];
  return {
    items: fields.map((field) => ({ _embedded: field, _links: {} })),
    _embedded: { total: fields.length, exact: true },
    _links: self === undefined ? {} : { self },
  };
}

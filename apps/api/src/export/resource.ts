import {
  exportFilters,
  linksOf,
  type ExportFields,
  type List,
  type PageQuery,
  type Resource,
  type ResourceStates,
} from "@airlock/contract";
import { listLinks, pageList, type Page } from "../http/page.ts";
import type { Actor } from "../identity/actor.ts";
import type { ExportRow } from "./store.ts";

export function exportState(row: ExportRow): ResourceStates["export"] {
  return { status: row.status };
}

/** From the time of the request, to the minute, and a few letters of its id. */
export function exportName({ id, format, created_at }: Pick<ExportRow, "id" | "format" | "created_at">): string {
  const at = created_at.toISOString().slice(0, 16).replace("T", "-").replace(":", "");
  return `executions-${at}-${id.slice(-4).toLowerCase()}.${format}`;
}

export function exportResource(actor: Actor, row: ExportRow): Resource<ExportFields> {
  return {
    _embedded: {
      webSafeString: row.id,
      name: exportName(row),
      format: row.format,
      status: row.status,
      message: row.message,
      filters: exportFilters.parse(row.filters),
      rows: Number(row.rows),
      totalRows: row.total_rows === null ? null : Number(row.total_rows),
      bytes: row.bytes === null ? null : Number(row.bytes),
      created: row.created_at.toISOString(),
      ended: row.finished_at?.toISOString() ?? null,
      expires: row.expires_at?.toISOString() ?? null,
    },
    _links: linksOf("export", exportState(row), { exportId: row.id }, actor.permissions),
  };
}

export function exportList(actor: Actor, query: PageQuery, page: Page<ExportRow>): List<ExportFields> {
  const self = linksOf("profile", {}, {}, actor.permissions)["exports"];
  return pageList(
    page.rows.map((row) => exportResource(actor, row)),
    page,
    listLinks(self, query, page),
  );
}

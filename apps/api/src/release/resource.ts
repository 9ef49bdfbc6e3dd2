import { linksOf, type Link, type List, type PageQuery, type ReleaseFields, type Resource, type ResourceStates } from "@airlock/contract";
import { listLinks, pageList, type Page } from "../http/page.ts";
import type { Subject } from "../http/subject.ts";
import type { Actor } from "../identity/actor.ts";
import { findRelease, type ReleaseRow } from "./store.ts";

function releaseState({ status }: ReleaseRow): ResourceStates["release"] {
  return { status };
}

export const releaseSubject: Subject<"release", ReleaseRow> = {
  resource: "release",
  parameter: "releaseId",
  missing: "RELEASE_NOT_FOUND",
  find: findRelease,
  state: releaseState,
};

export function releaseResource(actor: Actor, row: ReleaseRow): Resource<ReleaseFields> {
  return {
    _embedded: {
      webSafeString: row.id,
      solutionWss: row.solution_id,
      number: row.number,
      versionWss: row.version_id,
      versionName: row.version_name,
      kind: row.kind,
      reason: row.reason,
      status: row.status,
      beginsDate: row.begins_at.toISOString(),
      liveDate: row.live_at?.toISOString() ?? null,
      confirmedDate: row.confirmed_at?.toISOString() ?? null,
      endedDate: row.ended_at?.toISOString() ?? null,
      message: row.message,
      createdDate: row.created_at.toISOString(),
      createdBy: row.created_by_name,
      revision: row.revision,
    },
    _links: linksOf("release", releaseState(row), { releaseId: row.id, solutionId: row.solution_id }, actor.permissions),
  };
}

export function releaseList(actor: Actor, self: Link | undefined, query: PageQuery, page: Page<ReleaseRow>): List<ReleaseFields> {
  return pageList(
    page.rows.map((row) => releaseResource(actor, row)),
    page,
    listLinks(self, query, page),
  );
}

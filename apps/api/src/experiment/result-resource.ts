import {
  linksOf,
  type ExperimentResultFields,
  type Link,
  type List,
  type PageQuery,
  type Resource,
  type ResourceStates,
} from "@airlock/contract";
import { listLinks, pageList, type Page } from "../http/page.ts";
import type { Actor } from "../identity/actor.ts";
import type { DatasourceState, FrozenField } from "@airlock/backend/datasets";
import type { ResultRow } from "./result-store.ts";

export function resultState(row: ResultRow): ResourceStates["experimentResult"] {
  return { status: row.status };
}

export function resultLinks(actor: Actor, row: ResultRow) {
  return linksOf("experimentResult", resultState(row), { experimentResultId: row.id }, actor.permissions);
}

export function resultResource(actor: Actor, row: ResultRow): Resource<ExperimentResultFields> {
  // Written by the api when the run was requested, and by the worker when it ended.
  const { name, type, importWss, recordCount, carry = [] } = row.datasource as DatasourceState;
  const mapping = row.field_mapping as readonly FrozenField[];
  return {
    _embedded: {
      webSafeString: row.id,
      experimentConfigWss: row.experiment_id,
      experimentName: row.experiment_name,
      created: row.created_at.toISOString(),
      started: row.started_at?.toISOString() ?? null,
      ended: row.ended_at?.toISOString() ?? null,
      createdBy: row.created_by_name ?? "",
      status: row.status,
      message: row.message,
      resultsCount: Number(row.rows),
      totalCount: row.total_rows === null ? null : Number(row.total_rows),
      records: row.records,
      solutionId: row.solution_id,
      solutionName: row.solution_name,
      versionId: row.version_id,
      versionName: row.version_name,
      solutionRevision: row.solution_revision,
      solutionHash: row.solution_hash,
      datasource: { webSafeString: row.datasource_id, name, type, importWss, recordCount },
      fieldMapping: [...mapping],
      carry: [...carry],
      outcomes: row.outcomes as ExperimentResultFields["outcomes"],
    },
    _links: resultLinks(actor, row),
  };
}

export function resultList(actor: Actor, self: Link | undefined, query: PageQuery, page: Page<ResultRow>): List<ExperimentResultFields> {
  return pageList(
    page.rows.map((row) => resultResource(actor, row)),
    page,
    listLinks(self, query, page),
  );
}

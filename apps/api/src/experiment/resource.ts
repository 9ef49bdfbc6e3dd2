import { linksOf, type ExperimentFields, type List, type PageQuery, type Resource } from "@airlock/contract";
import { listLinks, pageList, type Page } from "../http/page.ts";
import type { Actor } from "../identity/actor.ts";
import { mappingOf, type ExperimentRow } from "./store.ts";

export function experimentResource(actor: Actor, row: ExperimentRow): Resource<ExperimentFields> {
  const { last_id, last_created, last_status } = row;
  const isThere = row.solution_id !== null;
  return {
    _embedded: {
      webSafeString: row.id,
      name: row.name,
      description: row.description,
      code: row.code,
      solutionId: row.solution_id,
      solutionName: row.solution_name,
      versionId: isThere ? row.version_id : null,
      versionName: isThere ? row.version_name : null,
      validRuntime: isThere && (row.version_id === null ? row.valid_runtime === true : row.version_name !== null),
      datasourceId: row.datasource_id,
      datasourceName: row.datasource_name,
      recordCount: row.record_count === null ? null : Number(row.record_count),
      fieldMapping: [...mappingOf(row.field_mapping)],
      records: row.records,
      carry: row.carry === null ? null : [...row.carry],
      results: Number(row.results),
      lastResult:
        last_id === null || last_created === null || last_status === null
          ? null
          : { webSafeString: last_id, created: last_created.toISOString(), status: last_status, resultsCount: Number(row.last_rows) },
      createdDate: row.created_at.toISOString(),
      updatedDate: row.updated_at.toISOString(),
      revision: row.revision,
    },
    _links: linksOf("experiment", {}, { experimentId: row.id }, actor.permissions),
  };
}

export function experimentList(actor: Actor, query: PageQuery, page: Page<ExperimentRow>): List<ExperimentFields> {
  const self = linksOf("profile", {}, {}, actor.permissions)["experiments"];
  return pageList(
    page.rows.map((row) => experimentResource(actor, row)),
    page,
    listLinks(self, query, page),
  );
}

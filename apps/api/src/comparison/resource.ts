import type { Side } from "@airlock/backend/comparisons";
import {
  linksOf,
  type ComparisonFields,
  type ComparisonSide,
  type ComparisonSummary,
  type List,
  type PageQuery,
  type Resource,
  type ResourceStates,
  type WholeComparisonFields,
} from "@airlock/contract";
import type { Definition } from "@airlock/flow";
import { listLinks, pageList, type Page } from "../http/page.ts";
import type { Actor } from "../identity/actor.ts";
import type { DatasourceState } from "@airlock/backend/datasets";
import type { ComparisonRow, FrozenMappings } from "./store.ts";

export function comparisonState(row: ComparisonRow): ResourceStates["comparison"] {
  return { status: row.status };
}

/** Written by the api as a `Side`. */
export function sideIn(json: unknown): Side {
  return json as Side;
}

function sideFields({ versionId, solutionId, versionName, solutionName, experimentResultId, isChanged }: Side): ComparisonSide {
  return {
    versionWss: versionId,
    solutionWss: solutionId,
    versionName,
    solutionName,
    experimentResultWss: experimentResultId ?? null,
    isChanged: isChanged ?? false,
  };
}

function overFields({ executions_of, start_at, end_at, datasource_id, datasource, field_mapping }: ComparisonRow) {
  const executions = { executionsOf: executions_of, start: start_at?.toISOString() ?? null, end: end_at?.toISOString() ?? null };
  if (datasource_id === null) return { ...executions, datasource: null, fieldMapping: [], carry: [] };
  const { name, type, importWss, recordCount, carry = [] } = datasource as DatasourceState; // Written when it was requested.
  const { left, right } = field_mapping as FrozenMappings["fieldMapping"];
  const keys = new Set(right.map(({ key }) => key));
  return {
    ...executions,
    datasource: { webSafeString: datasource_id, name, type, importWss, recordCount },
    fieldMapping: [...right, ...left.filter(({ key }) => !keys.has(key))],
    carry: [...carry],
  };
}

function fieldsOf(row: ComparisonRow): ComparisonFields {
  return {
    webSafeString: row.id,
    status: row.status,
    message: row.message,
    rows: Number(row.rows),
    totalRows: row.total_rows === null ? null : Number(row.total_rows),
    created: row.created_at.toISOString(),
    ended: row.finished_at?.toISOString() ?? null,
    left: sideFields(sideIn(row.left_side)),
    right: sideFields(sideIn(row.right_side)),
    ...overFields(row),
    records: row.records,
    outcomeField: row.outcome_field,
    // Written by the worker in this form.
    summary: row.summary as ComparisonSummary,
  };
}

export function comparisonResource(actor: Actor, row: ComparisonRow): Resource<ComparisonFields> {
  return { _embedded: fieldsOf(row), _links: linksOf("comparison", comparisonState(row), { comparisonId: row.id }, actor.permissions) };
}

export function wholeComparisonResource(
  actor: Actor,
  row: ComparisonRow,
  definitions: { readonly left: Definition; readonly right: Definition },
): Resource<WholeComparisonFields> {
  const { _embedded, _links } = comparisonResource(actor, row);
  return { _embedded: { ..._embedded, leftDefinition: definitions.left, rightDefinition: definitions.right }, _links };
}

export function comparisonList(actor: Actor, query: PageQuery, page: Page<ComparisonRow>): List<ComparisonFields> {
  const self = linksOf("profile", {}, {}, actor.permissions)["comparisons"];
  return pageList(
    page.rows.map((row) => comparisonResource(actor, row)),
    page,
    listLinks(self, query, page),
  );
}

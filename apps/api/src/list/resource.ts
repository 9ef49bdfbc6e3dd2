import {
  linksOf,
  type Link,
  type List,
  type ListFields,
  type ListImportFields,
  type ListRowFields,
  type ListRowQuery,
  type ListUseFields,
  type ListVersionFields,
  type PageQuery,
  type Resource,
  type ResourceStates,
} from "@airlock/contract";
import { filtersOf, listLinks, pageList, type Page } from "../http/page.ts";
import type { Subject } from "../http/subject.ts";
import type { Actor } from "../identity/actor.ts";
import type { StoredRow } from "./row-store.ts";
import { changesOf, findList, findListToDelete, hasChanges, type ListRow } from "./store.ts";
import type { ListUseRow } from "./use-store.ts";
import type { ListVersionRow } from "./version-store.ts";

export const listSubject: Subject<"list", ListRow> = {
  resource: "list",
  parameter: "listId",
  missing: "LIST_NOT_FOUND",
  find: findList,
  state: listState,
};

/** For what changes nothing, or locks the list itself: an import holds its lock for minutes. */
export const unlockedListSubject: typeof listSubject = { ...listSubject, find: (tx, id) => findList(tx, id, false) };

/** For what deletes a list or a version of it, which must not be in use. */
export const deletedListSubject: typeof listSubject = { ...listSubject, find: findListToDelete };

function listState(row: ListRow): ResourceStates["list"] {
  return { hasChanges: hasChanges(row), hasVersions: row.number > 0, isUsed: row.used_by > 0 };
}

export function linksOfList(actor: Actor, row: ListRow) {
  return linksOf("list", listState(row), { listId: row.id }, actor.permissions);
}

export function listResource(actor: Actor, row: ListRow): Resource<ListFields> {
  const { in_effect } = row;
  return {
    _embedded: {
      webSafeString: row.id,
      name: row.name,
      description: row.description,
      kind: row.columns.length === 0 ? "set" : "lookup",
      key: { name: row.key_name, type: row.key_type },
      columns: [...row.columns],
      inEffect:
        in_effect === null
          ? null
          : { number: in_effect.number, effectiveDate: new Date(in_effect.effectiveAt).toISOString(), rows: in_effect.rows },
      newestVersion: row.number,
      draft: { ...changesOf(row), rows: row.rows, revision: row.draft_revision },
      usedBy: row.used_by,
      createdDate: row.created_at.toISOString(),
      updatedDate: row.changed_at.toISOString(),
      revision: row.revision,
    },
    _links: linksOfList(actor, row),
  };
}

export function listsPage(actor: Actor, query: PageQuery, page: Page<ListRow>): List<ListFields> {
  return pageList(
    page.rows.map((row) => listResource(actor, row)),
    page,
    listLinks(linksOf("profile", {}, {}, actor.permissions)["lists"], query, page),
  );
}

export function importResource(actor: Actor, row: ListRow, report: ListImportFields): Resource<ListImportFields> {
  return { _embedded: report, _links: linksOfList(actor, row) };
}

/** Items of a list have no links of their own. */
function partsPage<Row, Fields>(
  self: Link | undefined,
  query: PageQuery,
  page: Page<Row>,
  fieldsOf: (row: Row) => Fields,
  filters: Readonly<Record<string, string>> = {},
): List<Fields> {
  return pageList(
    page.rows.map((row) => ({ _embedded: fieldsOf(row), _links: {} })),
    page,
    listLinks(self, query, page, filters),
  );
}

export function rowsPage(actor: Actor, row: ListRow, query: ListRowQuery, page: Page<StoredRow>): List<ListRowFields> {
  const fieldsOf = ({ key, cells, change, before }: StoredRow): ListRowFields => ({
    key,
    values: [...cells],
    change,
    before: before === null ? null : [...before],
  });
  return partsPage(linksOfList(actor, row)["rows"], query, page, fieldsOf, filtersOf(query, "version", "changes"));
}

function versionFields(row: ListVersionRow): ListVersionFields {
  return {
    number: row.number,
    state: !row.is_due ? "scheduled" : row.is_over ? "past" : "inEffect",
    effectiveDate: row.effective_at.toISOString(),
    endDate: row.ends_at?.toISOString() ?? null,
    rows: row.rows,
    added: row.added,
    changed: row.changed,
    removed: row.removed,
    note: row.note,
    createdDate: row.created_at.toISOString(),
    createdBy: row.created_by_name,
    pinnedBy: row.pinned_by,
  };
}

export function versionsPage(actor: Actor, row: ListRow, query: PageQuery, page: Page<ListVersionRow>): List<ListVersionFields> {
  return partsPage(linksOfList(actor, row)["versions"], query, page, versionFields);
}

export function usesPage(actor: Actor, row: ListRow, query: PageQuery, page: Page<ListUseRow>): List<ListUseFields> {
  const fieldsOf = (use: ListUseRow): ListUseFields => ({
    solutionWss: use.solution_id,
    solutionName: use.solution_name,
    versionWss: use.version_id,
    versionName: use.version_name,
    isServing: use.desired === "serving",
    pinned: use.pinned,
  });
  return partsPage(linksOfList(actor, row)["uses"], query, page, fieldsOf);
}

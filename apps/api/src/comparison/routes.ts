import { createComparison, type OverExecutions } from "@airlock/backend/comparisons";
import type { ComparedSide } from "@airlock/backend/datasets";
import { openLists, withPinnedLists } from "@airlock/backend/lists";
import { likelyOutcomeField, linksOf, type ComparedRecordQuery, type ComparisonCreate, type Link } from "@airlock/contract";
import type { Tx } from "@airlock/platform/postgres";
import { recordAccess } from "../audit/record-access.ts";
import { readDraft, type Draft } from "../definition/store.ts";
import { modelsAndLists } from "../experiment/models-and-lists.ts";
import type { UserCall } from "../http/call.ts";
import { unlessUnavailable } from "../http/failure.ts";
import type { Router } from "../http/router.ts";
import type { Subject } from "../http/subject.ts";
import type { Actor } from "../identity/actor.ts";
import { afterCommit, done, nothing, refuse, type Refused, isRefused } from "../outcome.ts";
import type { Parts } from "../parts.ts";
import { modelsFor } from "../prediction/models-for.ts";
import { findSolution } from "../solution/store.ts";
import { freezeDraft, type FrozenDraft } from "../version/freeze-draft.ts";
import type { ComparedRecords } from "./compared-records.ts";
import { executionRecords } from "./execution-records.ts";
import { prepareOverDatasource } from "./over-datasource.ts";
import { comparedFlows } from "./plans.ts";
import { comparisonList, comparisonResource, comparisonState, sideIn, wholeComparisonResource } from "./resource.ts";
import { rowRecords } from "./row-records.ts";
import { draftsOf, findSide, type FoundSide } from "./sides.ts";
import {
  cancelComparison,
  countUnfinished,
  deleteComparison,
  findComparison,
  findLayouts,
  listComparisons,
  type ComparisonRow,
} from "./store.ts";

const comparisonSubject: Subject<"comparison", ComparisonRow> = {
  resource: "comparison",
  parameter: "comparisonId",
  missing: "COMPARISON_NOT_FOUND",
  find: findComparison,
  state: comparisonState,
};

const maxUnfinished = 10;
/** Times outside this range are refused. */
const earliest = Date.UTC(1970, 0, 1);
const latest = Date.UTC(2200, 0, 1);

export function comparisonRoutes(router: Router, parts: Parts): void {
  router.user("comparisons.list", async ({ actor, tx, query }) => {
    const page = await listComparisons(tx, query);
    return isRefused(page) ? page : done(comparisonList(actor, query, page));
  });

  const create = async (
    tx: Tx,
    { actor, body, ids }: Pick<UserCall<"comparisons.create">, "actor" | "body" | "ids">,
    drafts: ReadonlyMap<string, FrozenDraft>,
  ) => {
    const sideOf = async (side: ComparisonCreate["left"]) => {
      const found = await findSide(tx, side, drafts);
      // All rows of a datasource use the same versions of lists.
      return isRefused(found) || !("datasourceId" in body.over) ? found : withPinnedLists(tx, found);
    };
    const left = await sideOf(body.left);
    if (isRefused(left)) return left;
    const right = await sideOf(body.right);
    if (isRefused(right)) return right;
    const over =
      "datasourceId" in body.over
        ? await prepareOverDatasource(tx, actor, body.over, { left, right })
        : overExecutions(body.over.executions, { left, right });
    if (isRefused(over)) return over;
    const fields = [left, right].map(({ definition }) => definition.runtimeDatasetFields);
    const { outcomeField = likelyOutcomeField(fields[0] ?? [], fields[1] ?? []) } = body;
    if (outcomeField !== null && !fields.every((known) => known.some(({ name }) => name === outcomeField))) {
      const message = "Both flows must have a runtime field of this name.";
      return refuse("INVALID_REQUEST", [{ field: "outcomeField", code: "unknown", message }]);
    }
    if ((await countUnfinished(tx)) >= maxUnfinished) return refuse("TOO_MANY_COMPARISONS");
    const id = await createComparison(tx, actor.organisationId, {
      left: left.side,
      right: right.side,
      leftDefinition: left.text,
      rightDefinition: right.text,
      over,
      outcomeField,
    });
    await parts.jobs.send(tx, "comparison.run", { organisationId: actor.organisationId, comparisonId: id }, ids);
    const row = await findComparison(tx, id, false);
    return row === undefined ? refuse("VERSION_NOT_FOUND") : done(comparisonResource(actor, row));
  };
  router.user("comparisons.create", async ({ actor, tx, body, ids, signal, resume }) => {
    const found: Draft[] = [];
    for (const solutionId of draftsOf([body.left, body.right])) {
      if ((await findSolution(tx, solutionId, false)) !== undefined) found.push(await readDraft(tx, solutionId));
    }
    if (found.length === 0) return create(tx, { actor, body, ids }, new Map());
    // Past executions have what models returned and what was found in lists; over anything else a draft uses the models and lists that a version of it would have.
    const pinsModels = "datasourceId" in body.over;
    const pinnedLists = pinsModels ? "all" : new Set<string>();
    return afterCommit(async () => {
      const drafts = new Map<string, FrozenDraft>();
      for (const draft of found) {
        const frozen = await freezeDraft(parts, actor, draft, {
          pinsModels,
          pinnedLists,
          invalid: "INVALID_SOLUTION_DEFINITION",
          signal,
        });
        if (isRefused(frozen)) return frozen;
        drafts.set(draft.solutionId, frozen);
      }
      return resume((own, now) => create(own, { actor: now, body, ids }, drafts));
    });
  });

  router.object("comparison.read", comparisonSubject, async ({ actor, tx }, row) => {
    const { left, right } = await comparedFlows(tx, row);
    return done(wholeComparisonResource(actor, row, { left: left.definition, right: right.definition }));
  });

  router.object("comparison.delete", comparisonSubject, async ({ actor, tx, ids }, row) => {
    if (row.status === "waiting" || row.status === "running") {
      await cancelComparison(tx, row.id);
      return nothing;
    }
    await deleteComparison(tx, row.id);
    await parts.jobs.send(tx, "comparison.remove", { organisationId: actor.organisationId, comparisonId: row.id }, ids);
    return nothing;
  });

  router.object("comparison.records", comparisonSubject, async ({ actor, tx, query, signal }, row) => {
    const records = await recordsOf({ tx, actor, signal }, row);
    const links = linksOf("comparison", comparisonState(row), { comparisonId: row.id }, actor.permissions);
    return afterCommit(() =>
      unlessUnavailable(parts.log, "EXECUTIONS_UNAVAILABLE", async () => {
        const page = await records.list(query);
        if (page === undefined) {
          return refuse("INVALID_REQUEST", [{ field: "after", code: "unknown", message: "Use the address of a next link as it is." }]);
        }
        const items = page.items.map((fields) => ({ _embedded: fields, _links: selfOf(actor, row, fields.recordId) }));
        return done({ items, _embedded: { total: page.total, exact: true }, _links: pageLinks(links["records"], query, page.next) });
      }),
    );
  });

  router.object("comparison.record", comparisonSubject, async ({ actor, tx, params, ids, address, signal }, row) => {
    const records = await recordsOf({ tx, actor, signal }, row);
    return afterCommit(() =>
      unlessUnavailable(parts.log, "EXECUTIONS_UNAVAILABLE", async () => {
        const found = await records.read(params.recordId);
        if (found === undefined) return refuse("COMPARED_RECORD_NOT_FOUND");
        const { executionWss } = found;
        if (executionWss !== null) {
          const access = { noun: "execution", change: "read", recordId: executionWss, recordName: executionsName(row) } as const;
          await parts.postgres.inOrganisation(actor, (own) => recordAccess(own, { ids, address }, access));
        }
        return done({ _embedded: found, _links: selfOf(actor, row, params.recordId) });
      }),
    );
  });

  async function recordsOf(
    { tx, actor, signal }: { readonly tx: Tx; readonly actor: Actor; readonly signal: AbortSignal },
    row: ComparisonRow,
  ): Promise<ComparedRecords> {
    const flows = await comparedFlows(tx, row);
    const clickhouse = parts.clickhouse.forOrganisation(actor.organisationId, signal);
    if (row.datasource_id === null) return executionRecords(clickhouse, actor.organisationId, row, flows);
    const layouts = await findLayouts(tx, row.id);
    if (layouts === undefined) return noRecords;
    const models = { left: await modelsFor(tx, flows.left.definition), right: await modelsFor(tx, flows.right.definition) };
    const effectsOf = async (side: ComparedSide) =>
      modelsAndLists(models[side], await openLists(parts.postgres, actor, flows[side].definition.lists));
    const effects = async () => ({ left: await effectsOf("left"), right: await effectsOf("right") });
    return rowRecords(clickhouse, row, flows, effects, layouts);
  }
}

/** For a comparison over a datasource that is not complete: rows are available at the end. */
const noRecords: ComparedRecords = {
  list: () => Promise.resolve({ items: [], total: 0, next: undefined }),
  read: () => Promise.resolve(undefined),
};

function overExecutions(
  period: { readonly start: string; readonly end: string },
  { left, right }: { readonly left: FoundSide; readonly right: FoundSide },
): OverExecutions | Refused {
  const executionsOf = left.side.versionId !== null ? "left" : right.side.versionId !== null ? "right" : undefined;
  if (executionsOf === undefined) return refuse("COMPARISON_WITHOUT_VERSION");
  const [start, end] = [new Date(period.start), new Date(period.end)];
  if (!(earliest <= start.getTime() && start < end && end.getTime() <= latest)) {
    const message = "The start must be before the end, both between 1970 and 2200.";
    return refuse("INVALID_REQUEST", [{ field: "over.executions.start", code: "invalid", message }]);
  }
  return { executionsOf, start, end };
}

/** The name in the audit of an execution that it compares, as for one that is read by itself. */
function executionsName({ executions_of, left_side, right_side }: ComparisonRow): string {
  const { solutionName, versionName } = sideIn(executions_of === "left" ? left_side : right_side);
  return `${solutionName}: ${versionName}`;
}

function selfOf(actor: Actor, row: ComparisonRow, recordId: string): Record<string, Link> {
  const self = linksOf("comparison", comparisonState(row), { comparisonId: row.id, recordId }, actor.permissions)["record"];
  return self === undefined ? {} : { self };
}

function pageLinks(self: Link | undefined, query: ComparedRecordQuery, next: string | undefined): Record<string, Link> {
  if (self === undefined) return {};
  const given = Object.entries({ ...query, after: next }).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
  const href = `${self.href}?${new URLSearchParams(given as [string, string][]).toString()}`;
  return { self, ...(next === undefined ? {} : { next: { href, allow: ["GET"] } }) };
}

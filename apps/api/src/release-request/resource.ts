import { blockingGates, findPolicy } from "@airlock/backend/releases";
import {
  gateTitle,
  linksOf,
  type Link,
  type List,
  type PageQuery,
  type ReleasePolicy,
  type ReleaseRequestFields,
  type Resource,
  type ResourceStates,
  type WholeReleaseRequestFields,
} from "@airlock/contract";
import type { Tx } from "@airlock/platform/postgres";
import { listLinks, pageList, type Page } from "../http/page.ts";
import type { Subject } from "../http/subject.ts";
import type { Actor } from "../identity/actor.ts";
import { findRequest, hasApproved, isOwnChange, readThread, type EventRow, type ReleaseRequestRow } from "./store.ts";

export interface RequestWithPolicy extends ReleaseRequestRow {
  /** The policy of the solution, or the one under which the request ended. */
  readonly policy: ReleasePolicy;
}

export async function findRequestWithPolicy(tx: Tx, id: string, lock: boolean): Promise<RequestWithPolicy | undefined> {
  const row = await findRequest(tx, id, lock);
  return row && { ...row, policy: row.ended_policy ?? (await findPolicy(tx, row.organisation_id, row.solution_id)).policy };
}

function requestState({ status, policy }: RequestWithPolicy): ResourceStates["releaseRequest"] {
  return { status, mayBypass: policy.bypass };
}

export const releaseRequestSubject: Subject<"releaseRequest", RequestWithPolicy> = {
  resource: "releaseRequest",
  parameter: "releaseRequestId",
  missing: "RELEASE_REQUEST_NOT_FOUND",
  find: findRequestWithPolicy,
  state: requestState,
};

function blockedBy(row: RequestWithPolicy): string[] {
  const gates = blockingGates(row).map(({ result, ...gate }) =>
    result === undefined
      ? `${gateTitle(gate)}: ${row.gates_state === "running" ? "not evaluated yet" : "run the gates again"}.`
      : `${gateTitle(gate)}: ${result.value}, ${result.limit}.`,
  );
  const { approvals, policy } = row;
  return approvals >= policy.approvals ? gates : [...gates, `${approvals} of ${policy.approvals} approvals.`];
}

function fieldsOf(row: RequestWithPolicy): ReleaseRequestFields {
  return {
    webSafeString: row.id,
    solutionWss: row.solution_id,
    solutionName: row.solution_name,
    number: row.number,
    versionWss: row.version_id,
    versionName: row.version_name,
    liveVersionWss: row.live_version_id,
    liveVersionName: row.live_version_name ?? "",
    description: row.description,
    status: row.status,
    policy: row.policy,
    approvals: row.approvals,
    gatesState: row.gates_state,
    gatesDate: row.gates_at?.toISOString() ?? null,
    gates: [...row.gates],
    blockedBy: row.status === "open" ? blockedBy(row) : [],
    comparisonWss: row.comparison_id,
    datasourceComparisonWss: row.datasource_comparison_id,
    datasourceProblem: row.datasource_problem,
    releaseWss: row.release_id,
    isBypassed: row.is_bypassed,
    createdDate: row.created_at.toISOString(),
    createdBy: row.created_by_name,
    createdByWss: row.created_by,
    revision: row.revision,
  };
}

function requestLinks(actor: Actor, row: RequestWithPolicy) {
  return linksOf("releaseRequest", requestState(row), { releaseRequestId: row.id }, actor.permissions);
}

export async function wholeRequestResource(tx: Tx, actor: Actor, row: RequestWithPolicy): Promise<Resource<WholeReleaseRequestFields>> {
  const thread = (await readThread(tx, row.id)).map(eventFields);
  return {
    _embedded: { ...fieldsOf(row), thread, mayNotApprove: await whyNot(tx, actor, row) },
    _links: requestLinks(actor, row),
  };
}

async function whyNot(tx: Tx, actor: Actor, row: RequestWithPolicy): Promise<string> {
  if (row.status !== "open") return "This release request is no longer open.";
  if (!actor.permissions.has("solution.approve")) return "You do not have the permission to approve release requests.";
  if (!row.policy.ownApproval && (await isOwnChange(tx, row, actor.userId)))
    return "It is your own change: another user has to approve it.";
  return (await hasApproved(tx, row, actor.userId)) ? "You have approved this version." : "";
}

function eventFields(event: EventRow): WholeReleaseRequestFields["thread"][number] {
  return {
    kind: event.kind,
    text: event.text,
    versionName: event.version_name,
    date: event.created_at.toISOString(),
    by: event.created_by_name,
    byWss: event.created_by,
    isVoid: event.is_void,
  };
}

export function requestList(
  actor: Actor,
  self: Link | undefined,
  query: PageQuery,
  page: Page<ReleaseRequestRow>,
  policy: ReleasePolicy,
): List<ReleaseRequestFields> {
  const items = page.rows
    .map((row) => ({ ...row, policy: row.ended_policy ?? policy }))
    .map((row) => ({ _embedded: fieldsOf(row), _links: requestLinks(actor, row) }));
  return pageList(items, page, listLinks(self, query, page));
}

import { blockingGates, endRequest, findPolicy, liveVersion } from "@airlock/backend/releases";
import { gateTitle, linksOf } from "@airlock/contract";
import type { WorkIds } from "@airlock/platform";
import type { Tx } from "@airlock/platform/postgres";
import type { Router } from "../http/router.ts";
import type { Actor } from "../identity/actor.ts";
import { afterCommit, done, isRefused, refuse, type Refused } from "../outcome.ts";
import type { Parts } from "../parts.ts";
import { startRelease } from "../release/begin.ts";
import { solutionState } from "../solution/resource.ts";
import { solutionSubject } from "../solution/subject.ts";
import { findVersion } from "../version/store.ts";
import { findRequestWithPolicy, releaseRequestSubject, requestList, wholeRequestResource, type RequestWithPolicy } from "./resource.ts";
import { addEvent, beginGates, createRequest, hasApproved, hasOpenRequest, isOwnChange, listRequests, replaceVersion } from "./store.ts";

interface Asking {
  readonly actor: Actor;
  readonly tx: Tx;
  readonly ids: WorkIds;
}

export function releaseRequestRoutes(router: Router, parts: Parts): void {
  router.object("solution.releaseRequests.list", solutionSubject, async ({ actor, tx, query }, solution) => {
    const page = await listRequests(tx, solution.id, query);
    if (isRefused(page)) return page;
    const self = linksOf("solution", solutionState(solution), { solutionId: solution.id }, actor.permissions)["releaseRequests"];
    const { policy } = await findPolicy(tx, actor.organisationId, solution.id);
    return done(requestList(actor, self, query, page, policy));
  });

  router.object("solution.releaseRequests.create", solutionSubject, async ({ actor, tx, body, ids }, solution) => {
    const refused = await notReleasable(tx, solution.id, body.versionWss);
    if (refused !== undefined) return refused;
    if (await hasOpenRequest(tx, solution.id)) return refuse("RELEASE_ALREADY_REQUESTED");
    const requestId = await createRequest(tx, actor, solution.id, body);
    await runGates({ actor, tx, ids }, requestId);
    await announce({ actor, tx, ids }, requestId, "requested");
    return read(tx, actor, requestId);
  });

  router.object("releaseRequest.read", releaseRequestSubject, async ({ actor, tx }, row) =>
    done(await wholeRequestResource(tx, actor, row)),
  );

  router.object("releaseRequest.comment", releaseRequestSubject, async ({ actor, tx, body }, row) => {
    await addEvent(tx, row, "comment", body.comment);
    return read(tx, actor, row.id);
  });

  router.object("releaseRequest.replace", releaseRequestSubject, async ({ actor, tx, body, ids }, row) => {
    if (body.versionWss !== row.version_id) {
      const refused = await notReleasable(tx, row.solution_id, body.versionWss);
      if (refused !== undefined) return refused;
      await replaceVersion(tx, row.id, body.versionWss);
      await addEvent(tx, { ...row, version_id: body.versionWss }, "replaced", body.comment);
      await runGates({ actor, tx, ids }, row.id);
      await announce({ actor, tx, ids }, row.id, "replaced");
    }
    return read(tx, actor, row.id);
  });

  router.object("releaseRequest.check", releaseRequestSubject, async ({ actor, tx, ids }, row) => {
    if (row.gates_state === "done") await runGates({ actor, tx, ids }, row.id);
    return read(tx, actor, row.id);
  });

  router.object("releaseRequest.approve", releaseRequestSubject, async ({ actor, tx, body }, row) => {
    if (body.versionWss !== row.version_id) return refuse("VERSION_REPLACED");
    if (!row.policy.ownApproval && (await isOwnChange(tx, row, actor.userId))) return refuse("OWN_CHANGE");
    if (await hasApproved(tx, row, actor.userId)) return refuse("ALREADY_APPROVED");
    const blocked = gatesRefusal(row);
    if (blocked !== undefined) return blocked;
    await addEvent(tx, row, "approved", body.comment);
    return read(tx, actor, row.id);
  });

  router.object("releaseRequest.reject", releaseRequestSubject, async ({ actor, tx, body }, row) => {
    if (body.versionWss !== row.version_id) return refuse("VERSION_REPLACED");
    await endRequest(tx, { ...ending(row), status: "rejected" });
    await addEvent(tx, row, "rejected", body.comment);
    return read(tx, actor, row.id);
  });

  router.object("releaseRequest.withdraw", releaseRequestSubject, async ({ actor, tx }, row) => {
    await endRequest(tx, { ...ending(row), status: "withdrawn" });
    await addEvent(tx, row, "withdrawn", "");
    return read(tx, actor, row.id);
  });

  router.object("releaseRequest.release", releaseRequestSubject, async ({ actor, tx, body, ids }, row) => {
    if (body.versionWss !== row.version_id) return refuse("VERSION_REPLACED");
    const blocked = gatesRefusal(row);
    if (blocked !== undefined) return blocked;
    const { approvals, policy } = row;
    if (approvals < policy.approvals) {
      const details = { approvals: String(approvals), needed: String(policy.approvals) };
      return { kind: "refused", problem: { code: "RELEASE_NOT_APPROVED", details } };
    }
    return release({ actor, tx, ids }, row, { kind: "released", reason: row.description, beginsDate: body.beginsDate });
  });

  router.object("releaseRequest.bypass", releaseRequestSubject, async ({ actor, tx, body, ids }, row) => {
    if (body.versionWss !== row.version_id) return refuse("VERSION_REPLACED");
    await announce({ actor, tx, ids }, row.id, "bypassed");
    return release({ actor, tx, ids }, row, { kind: "bypassed", reason: body.reason, beginsDate: undefined });
  });

  async function runGates({ actor, tx, ids }: Asking, requestId: string): Promise<void> {
    const { organisationId } = actor;
    const { run, earlier } = await beginGates(tx, requestId);
    for (const { id: comparisonId, isUnderWay } of earlier) {
      // A worker that still runs it stops after its current batch; the delay ensures that its last rows are removed too.
      await parts.jobs.send(tx, "comparison.remove", { organisationId, comparisonId }, ids, { afterSeconds: isUnderWay ? 60 : 0 });
    }
    await parts.jobs.send(tx, "release.check", { organisationId, requestId, run }, ids);
  }

  function announce({ actor, tx, ids }: Asking, requestId: string, event: "requested" | "replaced" | "bypassed"): Promise<void> {
    const { organisationId, userId } = actor;
    return parts.jobs.send(tx, "release.announce", { organisationId, requestId, event, byUserId: userId }, ids);
  }

  async function release(
    asking: Asking,
    row: RequestWithPolicy,
    how: { readonly kind: "released" | "bypassed"; readonly reason: string; readonly beginsDate: string | undefined },
  ) {
    const { actor, tx } = asking;
    // Locked, so that it cannot be deleted concurrently.
    if ((await findVersion(tx, row.version_id, true)) === undefined) return refuse("VERSION_NOT_FOUND");
    const fields = {
      versionWss: row.version_id,
      reason: how.reason,
      ...(how.beginsDate === undefined ? {} : { beginsDate: how.beginsDate }),
    };
    const { releaseId, begin } = await startRelease(parts, asking, row.solution_id, fields);
    await endRequest(tx, { ...ending(row), status: "released", releaseId });
    await addEvent(tx, row, how.kind, how.kind === "bypassed" ? how.reason : "");
    const released = await read(tx, actor, row.id);
    if (begin === undefined) return released;
    return afterCommit(async () => (await begin()) ?? released);
  }
}

async function notReleasable(tx: Tx, solutionId: string, versionId: string): Promise<Refused | undefined> {
  const version = await findVersion(tx, versionId, true);
  if (version === undefined || version.solution_id !== solutionId) return refuse("VERSION_NOT_FOUND");
  return (await liveVersion(tx, solutionId)) === versionId ? refuse("VERSION_ALREADY_LIVE") : undefined;
}

function ending({ id, live_version_id, policy }: RequestWithPolicy) {
  return { requestId: id, liveVersionId: live_version_id, policy };
}

function gatesRefusal(row: RequestWithPolicy): Refused | undefined {
  const gates = blockingGates(row).map(gateTitle);
  return gates.length === 0 ? undefined : { kind: "refused", problem: { code: "GATES_BLOCK", details: { gates: gates.join(", ") } } };
}

async function read(tx: Tx, actor: Actor, id: string) {
  const row = await findRequestWithPolicy(tx, id, false);
  return row === undefined ? refuse("RELEASE_REQUEST_NOT_FOUND") : done(await wholeRequestResource(tx, actor, row));
}

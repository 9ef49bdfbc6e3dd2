import { isDeepStrictEqual } from "node:util";
import { linksOf, maxMonitors, ruleProblem, type MonitorMeasure, type MonitorRule } from "@airlock/contract";
import type { Tx } from "@airlock/platform/postgres";
import { filtersOf } from "../http/page.ts";
import type { Router } from "../http/router.ts";
import { isStale } from "../http/stale.ts";
import type { Actor } from "../identity/actor.ts";
import { done, isRefused, nothing, refuse, type Refused } from "../outcome.ts";
import { solutionState } from "../solution/resource.ts";
import { solutionSubject } from "../solution/subject.ts";
import { acknowledge, findFiring, listFirings, listFiringsOf, readVersions } from "./firing-store.ts";
import { firingList, firingResource, firingSubject, monitorLinks, monitorList, monitorResource, monitorSubject } from "./resource.ts";
import {
  countMonitors,
  countOwn,
  createMonitor,
  deleteMonitor,
  findMonitor,
  findPredictionName,
  judgeAgain,
  listMonitors,
  muteMonitor,
  updateMonitor,
} from "./store.ts";

export function monitorRoutes(router: Router): void {
  router.user("monitors.list", async ({ actor, tx, query }) => {
    const page = await listMonitors(tx, query);
    if (isRefused(page)) return page;
    return done(monitorList(actor, linksOf("profile", {}, {}, actor.permissions)["monitors"], query, page));
  });

  router.object("solution.monitors.list", solutionSubject, async ({ actor, tx, query }, solution) => {
    const page = await listMonitors(tx, query, solution.id);
    if (isRefused(page)) return page;
    const self = linksOf("solution", solutionState(solution), { solutionId: solution.id }, actor.permissions)["monitors"];
    return done(monitorList(actor, self, query, page));
  });

  router.object("solution.monitors.create", solutionSubject, async ({ actor, tx, body }, solution) => {
    const refused = invalidRule(body.measure, body.rule) ?? (await missingBeside(tx, actor, body));
    if (refused !== undefined) return refused;
    if ((await countMonitors(tx)) >= maxMonitors) return refuse("TOO_MANY_MONITORS");
    const { measure } = body;
    const predictionName = measure.kind === "drift" ? await findPredictionName(tx, measure.predictionWss) : undefined;
    return readMonitor(tx, actor, await createMonitor(tx, actor, solution.id, body, predictionName));
  });

  router.object("monitor.read", monitorSubject, ({ actor }, row) => Promise.resolve(done(monitorResource(actor, row))));

  router.object("monitor.update", monitorSubject, async ({ actor, tx, body }, row) => {
    if (isStale(body, row)) return refuse("EDIT_CONFLICT");
    const { measure = row.measure, rule = row.rule } = body;
    const refused = invalidRule(measure, rule) ?? (await missingBeside(tx, actor, body));
    if (refused !== undefined) return refused;
    await updateMonitor(tx, row, body);
    const { windowMinutes = row.window_minutes, minDecisions = row.min_decisions } = body;
    const before = [row.measure, row.rule, row.window_minutes, row.min_decisions];
    // Not as JSON: Postgres stores the keys of objects in another order.
    if (!isDeepStrictEqual([measure, rule, windowMinutes, minDecisions], before)) await judgeAgain(tx, row);
    return readMonitor(tx, actor, row.id);
  });

  router.object("monitor.delete", monitorSubject, async ({ tx }, row) => {
    await deleteMonitor(tx, row.id);
    return nothing;
  });

  router.object("monitor.mute", monitorSubject, async ({ actor, tx, body }, row) => {
    await muteMonitor(tx, row.id, body.until === null ? null : new Date(body.until));
    return readMonitor(tx, actor, row.id);
  });

  router.object("monitor.firings.list", monitorSubject, async ({ actor, tx, query }, row) => {
    const page = await listFiringsOf(tx, row.id, query);
    return isRefused(page) ? page : done(firingList(actor, monitorLinks(actor, row.id)["firings"], query, page));
  });

  router.user("firings.list", async ({ actor, tx, query }) => {
    const page = await listFirings(tx, query);
    if (isRefused(page)) return page;
    return done(firingList(actor, linksOf("profile", {}, {}, actor.permissions)["firings"], query, page, filtersOf(query, "state")));
  });

  router.object("firing.read", firingSubject, async ({ actor, tx }, row) =>
    done(firingResource(actor, row, await readVersions(tx, row.solution_id))),
  );

  router.object("firing.acknowledge", firingSubject, async ({ actor, tx }, row) => {
    await acknowledge(tx, row.id, actor.userId);
    const changed = await findFiring(tx, row.id, false);
    return changed === undefined
      ? refuse("FIRING_NOT_FOUND")
      : done(firingResource(actor, changed, await readVersions(tx, row.solution_id)));
  });
}

async function readMonitor(tx: Tx, actor: Actor, id: string) {
  const row = await findMonitor(tx, id, false);
  return row === undefined ? refuse("MONITOR_NOT_FOUND") : done(monitorResource(actor, row));
}

function invalidRule(measure: MonitorMeasure, rule: MonitorRule): Refused | undefined {
  const message = ruleProblem(measure, rule);
  return message === undefined ? undefined : refuse("INVALID_REQUEST", [{ field: "rule", code: "invalid", message }]);
}

interface Named {
  readonly measure?: MonitorMeasure | undefined;
  readonly notifyUsers?: readonly string[] | undefined;
  readonly notifyGroups?: readonly string[] | undefined;
}

/** Row-level security also shows users of managed organisations, who are not mailed. */
async function missingBeside(
  tx: Tx,
  { organisationId }: Actor,
  { measure, notifyUsers = [], notifyGroups = [] }: Named,
): Promise<Refused | undefined> {
  const hasAll = async (table: "users" | "groups", ids: readonly string[]) =>
    ids.length === 0 || (await countOwn(tx, table, organisationId, ids)) === new Set(ids).size;
  if (!(await hasAll("users", notifyUsers))) return refuse("USER_NOT_FOUND");
  if (!(await hasAll("groups", notifyGroups))) return refuse("GROUP_NOT_FOUND");
  if (measure?.kind === "drift" && (await findPredictionName(tx, measure.predictionWss)) === undefined)
    return refuse("PREDICTION_NOT_FOUND");
  return undefined;
}

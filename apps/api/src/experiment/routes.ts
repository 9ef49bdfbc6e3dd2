import { linksOf, type ExperimentUpdate } from "@airlock/contract";
import type { Tx } from "@airlock/platform/postgres";
import type { WorkIds } from "@airlock/platform";
import { readDraft } from "../definition/store.ts";
import { findDatasource } from "../datasource/store.ts";
import type { Router } from "../http/router.ts";
import { isStale } from "../http/stale.ts";
import type { Subject } from "../http/subject.ts";
import type { Actor } from "../identity/actor.ts";
import { afterCommit, done, nothing, refuse, type Refused, isRefused } from "../outcome.ts";
import type { Parts } from "../parts.ts";
import { findSolution } from "../solution/store.ts";
import { freezeDraft, type FrozenDraft } from "../version/freeze-draft.ts";
import { findVersion } from "../version/store.ts";
import { prepareRun } from "./prepare-run.ts";
import { experimentList, experimentResource } from "./resource.ts";
import { resultList, resultResource } from "./result-resource.ts";
import { resultRoutes } from "./result-routes.ts";
import { countUnfinished, createResult, findResult, listResults } from "./result-store.ts";
import { createExperiment, deleteExperiment, findExperiment, listExperiments, updateExperiment, type ExperimentRow } from "./store.ts";

const experimentSubject: Subject<"experiment", ExperimentRow> = {
  resource: "experiment",
  parameter: "experimentId",
  missing: "EXPERIMENT_NOT_FOUND",
  find: findExperiment,
  state: () => ({}),
};

/** Limit of unfinished runs per organisation, so that one cannot fill the queue for others. */
const maxUnfinished = 10;

export function experimentRoutes(router: Router, parts: Parts): void {
  router.user("experiments.list", async ({ actor, tx, query }) => {
    const page = await listExperiments(tx, actor, query);
    return isRefused(page) ? page : done(experimentList(actor, query, page));
  });

  router.user("experiments.create", async ({ actor, tx, body }) => read(tx, actor, await createExperiment(tx, actor, body)));

  router.object("experiment.read", experimentSubject, ({ actor }, row) => Promise.resolve(done(experimentResource(actor, row))));

  router.object("experiment.update", experimentSubject, async ({ actor, tx, body }, row) => {
    if (isStale(body, row)) return refuse("EDIT_CONFLICT");
    const changes = await resolved(tx, row, body);
    if (isRefused(changes)) return changes;
    await updateExperiment(tx, row.id, changes);
    return read(tx, actor, row.id);
  });

  router.object("experiment.delete", experimentSubject, async ({ actor, tx, ids }, row) => {
    const resultIds = await deleteExperiment(tx, row.id);
    if (resultIds.length > 0) await parts.jobs.send(tx, "experiment.remove", { organisationId: actor.organisationId, resultIds }, ids);
    return nothing;
  });

  router.object("experiment.results.list", experimentSubject, async ({ actor, tx, query }, row) => {
    const page = await listResults(tx, row.id, query);
    const self = linksOf("experiment", {}, { experimentId: row.id }, actor.permissions)["results"];
    return isRefused(page) ? page : done(resultList(actor, self, query, page));
  });

  const run = async (own: Tx, actor: Actor, ids: WorkIds, row: ExperimentRow, draft: FrozenDraft | undefined) => {
    const prepared = await prepareRun(own, draft, row);
    if (isRefused(prepared)) return prepared;
    if ((await countUnfinished(own)) >= maxUnfinished) return refuse("TOO_MANY_EXPERIMENTS");
    const resultId = await createResult(own, actor, prepared);
    await parts.jobs.send(own, "experiment.run", { organisationId: actor.organisationId, resultId }, ids);
    const made = await findResult(own, resultId, false);
    return made === undefined ? refuse("EXPERIMENT_NOT_FOUND") : done(resultResource(actor, made));
  };
  router.object("experiment.run", experimentSubject, async ({ actor, tx, ids, signal, resume }, row) => {
    const { solution_id: solutionId, solution_name: solutionName } = row;
    if (row.version_id !== null || solutionId === null || solutionName === null) return run(tx, actor, ids, row, undefined);
    const draft = await readDraft(tx, solutionId);
    return afterCommit(async () => {
      const frozen = await freezeDraft(parts, actor, draft, {
        pinsModels: true,
        pinnedLists: "all",
        invalid: "EXPERIMENT_SOLUTION_INVALID",
        signal,
      });
      return isRefused(frozen) ? frozen : resume((own, now) => run(own, now, ids, row, frozen));
    });
  });

  resultRoutes(router, parts);
}

/** References must exist. A version sets its solution; another solution clears the version. */
async function resolved(tx: Tx, row: ExperimentRow, body: ExperimentUpdate): Promise<ExperimentUpdate | Refused> {
  const { solutionId, versionId, datasourceId } = body;
  if (typeof solutionId === "string" && (await findSolution(tx, solutionId, false)) === undefined) return refuse("SOLUTION_NOT_FOUND");
  if (typeof datasourceId === "string" && (await findDatasource(tx, datasourceId, false)) === undefined) {
    return refuse("DATASOURCE_NOT_FOUND");
  }
  if (typeof versionId === "string") {
    const version = await findVersion(tx, versionId, false);
    if (version === undefined || (solutionId !== undefined && version.solution_id !== solutionId)) return refuse("VERSION_NOT_FOUND");
    return { ...body, solutionId: version.solution_id };
  }
  const isAnother = solutionId !== undefined && solutionId !== row.solution_id;
  return versionId === undefined && isAnother ? { ...body, versionId: null } : body;
}

async function read(tx: Tx, actor: Actor, id: string) {
  const row = await findExperiment(tx, id, false);
  return row === undefined ? refuse("EXPERIMENT_NOT_FOUND") : done(experimentResource(actor, row));
}

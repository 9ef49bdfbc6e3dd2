import { readArtefact } from "@airlock/backend/models";
import type { Artefact } from "@airlock/model";
import { isMissingTable, isRefusedQuery, type ClickHouse } from "@airlock/platform/clickhouse";
import type { JobData, Jobs } from "@airlock/platform/jobs";
import type { Tx } from "@airlock/platform/postgres";
import { LeaseLost, withLease, type Lease, type LeaseParts } from "../lease/lease.ts";
import { CannotRead } from "../rows/cannot-read.ts";
import type { DatasourceRows } from "../rows/datasource-rows.ts";
import { CannotTrain } from "../training/cannot-train.ts";
import { isRead } from "./event-rows.ts";
import { lookAtEvents, type Events } from "./look-at-events.ts";
import {
  beginRun,
  createTrainingOf,
  endAttempt,
  endRun,
  failRun,
  isRunWanted,
  modelTrainedOn,
  trainingEnd,
  type TakenRun,
} from "./run-row.ts";
import { isScored, keepScores, modelsToScore } from "./run-scores.ts";
import { maxPersons, scorePersons } from "./score-persons.ts";

export interface RunParts extends LeaseParts {
  /** With a long statement timeout. */
  readonly clickhouse: ClickHouse;
  readonly rows: DatasourceRows;
  readonly runTraining: (data: JobData["prediction.train"]) => Promise<void>;
}

/** A run whose worker dies each time is probably the cause. */
const maxTries = 50;

/**
 * One run of a scheduler: trains if there is new data, and scores all persons with every model in use. Each completed step is stored, so an
 * interrupted run resumes after it, with the same cut-off.
 */
export function createRunPrediction(parts: RunParts) {
  const { postgres, clickhouse, log } = parts;

  return async ({ organisationId, runId }: JobData["prediction.run"], jobs: Pick<Jobs, "send">): Promise<void> => {
    const isWanted = (tx: Tx) => isRunWanted(tx, runId);
    await withLease(parts, { organisationId, jobId: runId, isWanted }, (lease) => runWithLease(lease, jobs));
  };

  async function runWithLease(lease: Lease, jobs: Pick<Jobs, "send">): Promise<void> {
    const { organisationId, jobId: runId, signal } = lease;
    const taken = await beginRun(lease);
    try {
      if (taken.tries > maxTries) throw new CannotTrain("The run was cut off too often.");
      await run(lease, taken, jobs);
    } catch (error) {
      await settle(lease, taken, signal.aborted ? signal.reason : error);
    } finally {
      await parts.rows
        .close(organisationId, runId)
        .catch((error: unknown) => log.warn({ err: error, runId }, "copied events were not removed"));
    }
  }

  async function run(lease: Lease, taken: TakenRun, jobs: Pick<Jobs, "send">): Promise<void> {
    const { signal } = lease;
    const { eventsDatasource: datasourceId, analytics, asOf, tenant } = taken;
    if (datasourceId === null) throw new CannotTrain("Choose the events datasource to learn from.");
    const source = await parts.rows.open({
      organisationId: tenant.organisationId,
      runId: taken.id,
      datasourceId,
      needs: isRead(analytics),
      isWanted: () => Promise.resolve(!signal.aborted),
      tell: () => Promise.resolve(),
    });
    const events = await lookAtEvents(clickhouse, source, analytics, asOf);
    signal.throwIfAborted();
    const { model, trained, trainingSetKey } = await modelFor(lease, taken, datasourceId, events);
    const models = await modelsToScore(postgres, taken, model);
    const persons = new Map<number, number>();
    let message = "";
    for (const one of models) {
      if (await isScored(postgres, taken, one)) continue;
      const scored = await scorePersons(clickhouse, events, await artefactOf(taken, one), signal);
      await keepScores(lease, jobs, taken, one, new Date(events.end), scored);
      persons.set(one, scored.persons);
      if (scored.leftOut > 0)
        message = `There is room for ${maxPersons} persons: ${scored.leftOut} who were not there for longest have no score.`;
    }
    await endRun(lease, jobs, taken, models, { trainingSetKey, trained, model, persons: persons.get(model) ?? events.persons, message });
  }

  /** Trains, unless an earlier run learned from the same data. */
  async function modelFor(lease: Lease, taken: TakenRun, datasourceId: string, events: Events) {
    const trainingSetKey = `${events.hash} ${JSON.stringify(taken.settings)}`;
    const known = taken.trainingJobId === null ? await modelTrainedOn(postgres, taken, trainingSetKey) : undefined;
    if (known !== undefined) return { model: known, trained: false, trainingSetKey };
    const trainingId = taken.trainingJobId ?? (await createTrainingOf(lease, taken, datasourceId));
    await parts.runTraining({ organisationId: taken.tenant.organisationId, trainingId });
    lease.signal.throwIfAborted();
    const end = await trainingEnd(postgres, taken, trainingId);
    if (end === undefined) throw new LeaseLost();
    if (end.status !== "trained" || end.model === null)
      throw new CannotTrain(end.message === "" ? "The training was cancelled." : end.message);
    return { model: end.model, trained: true, trainingSetKey };
  }

  async function artefactOf(taken: TakenRun, number: number): Promise<Artefact> {
    const artefact = await postgres.inOrganisation(taken.tenant, (tx) => readArtefact(tx, taken.predictionId, number));
    if (artefact === undefined) throw new LeaseLost();
    return artefact;
  }

  /** Temporary errors are thrown, so that the job is retried. */
  async function settle(lease: Lease, taken: TakenRun, error: unknown): Promise<void> {
    if (error instanceof LeaseLost) return;
    const sentence = sentenceOf(error);
    if (parts.stopping.aborted || (sentence === undefined && !taken.isOver)) {
      await endAttempt(lease, parts.stopping.aborted ? "" : "The events cannot be read at the moment. It is tried again.");
      throw error;
    }
    log.info({ err: error, runId: taken.id }, "a run failed");
    await failRun(lease, taken, sentence ?? "The events could not be read for hours.");
  }
}

/** A message for users; undefined if a retry may help. */
function sentenceOf(error: unknown): string | undefined {
  if (error instanceof CannotTrain || error instanceof CannotRead) return error.message;
  if (isMissingTable(error)) return "The events datasource is not there any more.";
  return isRefusedQuery(error) ? "The events are too many to be looked at with these windows. Choose fewer or shorter ones." : undefined;
}

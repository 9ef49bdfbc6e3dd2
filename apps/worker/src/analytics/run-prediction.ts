import { gunzipSync } from "node:zlib";
import type { Artefact } from "@airlock/model";
import type { Log } from "@airlock/platform";
import { isMissingTable, isRefusedQuery, type ClickHouse } from "@airlock/platform/clickhouse";
import type { JobData, Jobs } from "@airlock/platform/jobs";
import type { Postgres } from "@airlock/platform/postgres";
import { CannotRead } from "../rows/cannot-read.ts";
import type { DatasourceRows } from "../rows/datasource-rows.ts";
import { CannotTrain } from "../training/cannot-train.ts";
import { isRead } from "./event-rows.ts";
import { lookAtEvents, type Events } from "./look-at-events.ts";
import { createTrainingOf, endRun, failRun, letGoOfRun, modelOfGround, stillOurs, takeRun, trainingEnd, type TakenRun } from "./run-row.ts";
import { isScored, keepScores, modelsToScore } from "./run-scores.ts";
import { mostPersons, scorePersons } from "./score-persons.ts";

export interface RunParts {
  readonly postgres: Postgres;
  /** One that waits for long statements. */
  readonly clickhouse: ClickHouse;
  readonly rows: DatasourceRows;
  readonly runTraining: (data: JobData["prediction.train"]) => Promise<void>;
  readonly log: Log;
  /** The process is stopping: the run goes on elsewhere. */
  readonly stopping: AbortSignal;
}

/** Its prediction was deleted, or another worker has it. */
class NotOurs extends Error {}

const sayMillis = 1_000;
/** A run whose worker dies each time is what kills it. */
const mostTries = 50;

/**
 * One run of a scheduler: trains if there is anything new to learn from, and scores everybody with every model that somebody decides with.
 * Each step that is done stays done, so a run that was cut off goes on behind it, and looks from the same moment.
 */
export function createRunPrediction(parts: RunParts) {
  const { postgres, clickhouse, log } = parts;

  return async ({ organisationId, runId }: JobData["prediction.run"], jobs: Pick<Jobs, "send">): Promise<void> => {
    const taken = await takeRun(postgres, organisationId, runId);
    if (taken === undefined) return;
    const ending = new AbortController();
    const stop = watch(taken, ending);
    try {
      if (taken.tries > mostTries) throw new CannotTrain("The run was cut off too often.");
      await run(taken, jobs, ending.signal);
      await stop();
    } catch (error) {
      await stop();
      await settle(taken, ending.signal.reason instanceof Error ? ending.signal.reason : error);
    } finally {
      await parts.rows
        .close(organisationId, runId)
        .catch((error: unknown) => log.warn({ err: error, runId }, "copied events were not removed"));
    }
  };

  /** Says every second that this worker lives, and ends the work when it is not wanted any more. */
  function watch(taken: TakenRun, ending: AbortController): () => Promise<void> {
    const over = new AbortController();
    const stopped = (): void => ending.abort(new Error("The worker is stopping."));
    parts.stopping.addEventListener("abort", stopped, { once: true });
    if (parts.stopping.aborted) stopped();
    const look = async (): Promise<void> => {
      while (!over.signal.aborted) {
        try {
          if (!(await stillOurs(postgres, taken))) ending.abort(new NotOurs());
        } catch (error) {
          log.debug({ err: error, runId: taken.id }, "a run could not be looked after");
        }
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, sayMillis);
          over.signal.addEventListener("abort", () => (clearTimeout(timer), resolve()), { once: true });
        });
      }
    };
    const looking = look();
    return async () => {
      over.abort();
      parts.stopping.removeEventListener("abort", stopped);
      await looking;
    };
  }

  async function run(taken: TakenRun, jobs: Pick<Jobs, "send">, signal: AbortSignal): Promise<void> {
    const { eventsDatasource: datasourceId, analytics, asOf, tenant } = taken;
    if (datasourceId === null) throw new CannotTrain("Choose the events datasource that is to be learnt from.");
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
    const { model, trained, ground } = await modelFor(taken, datasourceId, events, signal);
    const models = await modelsToScore(postgres, taken, model);
    const persons = new Map<number, number>();
    let message = "";
    for (const one of models) {
      if (await isScored(postgres, taken, one)) continue;
      const scored = await scorePersons(clickhouse, events, await artefactOf(taken, one), signal);
      if (!(await keepScores(postgres, jobs, taken, one, new Date(events.end), scored))) throw new NotOurs();
      persons.set(one, scored.persons);
      if (scored.leftOut > 0)
        message = `There is room for ${mostPersons} persons: ${scored.leftOut} who were not there for longest have no score.`;
    }
    await endRun(postgres, jobs, taken, models, { ground, trained, model, persons: persons.get(model) ?? events.persons, message });
  }

  /** Trains, unless a run before learnt from just the same. */
  async function modelFor(taken: TakenRun, datasourceId: string, events: Events, signal: AbortSignal) {
    const ground = `${events.hash} ${JSON.stringify(taken.settings)}`;
    const known = taken.trainingJobId === null ? await modelOfGround(postgres, taken, ground) : undefined;
    if (known !== undefined) return { model: known, trained: false, ground };
    const trainingId = taken.trainingJobId ?? (await createTrainingOf(postgres, taken, datasourceId));
    if (trainingId === undefined) throw new NotOurs();
    await parts.runTraining({ organisationId: taken.tenant.organisationId, trainingId });
    signal.throwIfAborted();
    const end = await trainingEnd(postgres, taken, trainingId);
    if (end === undefined) throw new NotOurs();
    if (end.status !== "trained" || end.model === null)
      throw new CannotTrain(end.message === "" ? "The training was cancelled." : end.message);
    return { model: end.model, trained: true, ground };
  }

  async function artefactOf(taken: TakenRun, number: number): Promise<Artefact> {
    const { artefact } = await postgres.inOrganisation(taken.tenant, (tx) =>
      tx
        .selectFrom("prediction_models")
        .where("prediction_id", "=", taken.predictionId)
        .where("number", "=", number)
        .select("artefact")
        .executeTakeFirstOrThrow(),
    );
    return JSON.parse(gunzipSync(artefact).toString("utf8")) as Artefact; // Written by a training, which checked it.
  }

  /** What may go away by itself is thrown, so that it is tried again. */
  async function settle(taken: TakenRun, error: unknown): Promise<void> {
    if (error instanceof NotOurs) return;
    const sentence = sentenceOf(error);
    if (parts.stopping.aborted || (sentence === undefined && !taken.isOver)) {
      await letGoOfRun(postgres, taken, parts.stopping.aborted ? "" : "The events cannot be read at the moment. It is tried again.");
      throw error;
    }
    log.info({ err: error, runId: taken.id }, "a run failed");
    await failRun(postgres, taken, sentence ?? "The events could not be read for hours.");
  }
}

/** For people; undefined where trying again may help. */
function sentenceOf(error: unknown): string | undefined {
  if (error instanceof CannotTrain || error instanceof CannotRead) return error.message;
  if (isMissingTable(error)) return "The events datasource is not there any more.";
  return isRefusedQuery(error) ? "The events are too many to be looked at with these windows. Choose fewer or shorter ones." : undefined;
}

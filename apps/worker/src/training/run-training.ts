import { createHash } from "node:crypto";
import { availableParallelism } from "node:os";
import { setTimeout } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import type { Artefact } from "@airlock/model";
import { isMissingTable, isRefusedQuery, type ClickHouse } from "@airlock/platform/clickhouse";
import type { JobData } from "@airlock/platform/jobs";
import type { Tx } from "@airlock/platform/postgres";
import { WentWrong } from "@airlock/platform/file-source";
import { isRead } from "../analytics/event-rows.ts";
import { buildTrainingSet, type TrainingSet } from "../analytics/feature-table.ts";
import { LeaseLost, withLease, type Lease, type LeaseParts } from "../lease/lease.ts";
import { CannotRead, DatasourceGone } from "../rows/cannot-read.ts";
import type { DatasourceRows } from "../rows/datasource-rows.ts";
import { CannotTrain } from "./cannot-train.ts";
import { reportOf } from "./model-report.ts";
import { planRows, readRows } from "./rows.ts";
import { usualSettings } from "./settings.ts";
import { findSources } from "./sources.ts";
import { surveyOf } from "./survey.ts";
import { ProgressTracker } from "./progress-tracker.ts";
import { trainForest, TrainingFailed } from "./train-forest.ts";
import {
  beginTraining,
  endAttempt,
  endWith,
  endWithout,
  isTrainingWanted,
  keepProgress,
  type MadeModel,
  type TakenTraining,
} from "./training-row.ts";

export interface TrainingParts extends LeaseParts {
  /** With a long statement timeout. */
  readonly clickhouse: ClickHouse;
  /** Name of a ClickHouse cluster; empty for one server. */
  readonly cluster: string;
  readonly rows: DatasourceRows;
  /** Path of the native library. */
  readonly library: string;
}

type Found = Pick<TrainingSet, "config" | "sources" | "drop"> & { readonly events: TrainingSet["events"] | undefined };

const keepMillis = 400;
const giveUpMillis = 3 * 3_600_000;
/** A training whose worker dies each time is probably the cause. */
const maxTries = 50;
/** Maximum size of a compressed model: each runtime that uses it holds it in memory. */
const maxBytes = 32 * 1024 * 1024;
const maxThreads = 4;

/**
 * Trains a prediction. Rows are sent from ClickHouse to a child process in ranges; progress is stored in the training's row, which is also where a
 * cancellation is found. The model and the end of its training are stored in one transaction, so there is no partial result.
 */
export function createRunTraining(parts: TrainingParts): (data: JobData["prediction.train"]) => Promise<void> {
  const { clickhouse, log } = parts;

  return async ({ organisationId, trainingId }) => {
    const isWanted = (tx: Tx) => isTrainingWanted(tx, trainingId);
    await withLease(parts, { organisationId, jobId: trainingId, isWanted }, trainWithLease);
  };

  async function trainWithLease(lease: Lease): Promise<void> {
    const { organisationId, jobId: trainingId, signal } = lease;
    const taken = await beginTraining(lease);
    const progress = new ProgressTracker(taken.log);
    const stop = reportProgress(lease, progress);
    try {
      if (taken.tries > maxTries) throw new CannotTrain("The training was cut off too often. Use fewer rows or columns.");
      const isFirst = taken.tries === 1 && taken.log.length === 0;
      progress.line("info", isFirst ? "The training begins." : "The training begins again.");
      const model = await train(lease, taken, progress);
      progress.stage("store");
      progress.line("info", `The model is kept. ${model.metric.name}: ${model.metric.value?.toPrecision(4) ?? "unknown"}.`);
      await stop();
      await endWith(lease, taken, model, progress.now(true));
    } catch (error) {
      await stop();
      await settle(lease, taken, progress, signal.aborted ? signal.reason : error);
    } finally {
      await parts.rows
        .close(organisationId, trainingId)
        .catch((error: unknown) => log.warn({ err: error, trainingId }, "the copy of a training will be removed later"));
    }
  }

  /** Stores the progress whenever it has changed. Returns a function that stops this. */
  function reportProgress(lease: Lease, progress: ProgressTracker): () => Promise<void> {
    const over = new AbortController();
    const report = async (): Promise<void> => {
      let stored = "";
      while (!over.signal.aborted) {
        const now = progress.now();
        const text = JSON.stringify(now);
        try {
          if (text !== stored) await keepProgress(lease, now);
          stored = text;
        } catch (error) {
          // Postgres is unavailable: the training continues, and its end is stored or refused.
          log.debug({ err: error, trainingId: lease.jobId }, "the progress of a training was not stored");
        }
        await setTimeout(keepMillis, undefined, { signal: over.signal }).catch(() => undefined);
      }
    };
    const reporting = report();
    return async () => {
      over.abort();
      await reporting;
    };
  }

  /** The training set: rows of datasources, or features of persons with events in one. */
  async function findTrainingSet({ owner, signal }: Lease, taken: TakenTraining, progress: ProgressTracker): Promise<Found> {
    const { config } = taken;
    let isLogged = false;
    const { organisationId } = taken;
    const reading = {
      organisationId,
      // A run and its training share one copy.
      runId: config.events?.runId ?? taken.id,
      isWanted: () => Promise.resolve(!signal.aborted),
      tell: (sentence: string) => {
        if (!isLogged) progress.line("info", sentence);
        isLogged = true;
        return Promise.resolve();
      },
    };
    if (config.events === undefined) {
      return { config, sources: await findSources(parts.rows, reading, config), events: undefined, drop: () => Promise.resolve() };
    }
    const needs = isRead(config.events.analytics);
    const source = await parts.rows.open({ ...reading, datasourceId: config.trainingDatasource, needs });
    signal.throwIfAborted();
    const tell = (level: "info" | "warning", sentence: string): void => progress.line(level, sentence);
    return buildTrainingSet(parts, { organisationId, trainingId: taken.id, lease: owner, config, source, signal, tell });
  }

  async function train(lease: Lease, taken: TakenTraining, progress: ProgressTracker): Promise<MadeModel> {
    const started = performance.now();
    progress.stage("read");
    const found = await findTrainingSet(lease, taken, progress);
    try {
      return await learn(found, started, progress, lease.signal);
    } finally {
      await found.drop();
    }
  }

  async function learn(
    { config, sources, events }: Found,
    started: number,
    progress: ProgressTracker,
    signal: AbortSignal,
  ): Promise<MadeModel> {
    signal.throwIfAborted();
    const survey = await surveyOf(clickhouse, config, sources);
    const rowPlan = await planRows(clickhouse, config, sources, survey);
    signal.throwIfAborted();
    for (const { message } of survey.warnings) progress.line("warning", message);
    const { counts } = rowPlan;
    progress.line(
      "info",
      `${counts.training} rows to learn from, ${counts.validation} to stop by, ${counts.holdout} to evaluate the model.`,
    );
    const columns = survey.inputs.map(({ column }) => column);
    const { label } = survey.label;
    const rows = readRows(clickhouse, survey, rowPlan, (count) => progress.rows(count));
    const { trees, learningRate, leaves, seed, searchSeconds } = config.settings;
    const trained = await trainForest({
      library: parts.library,
      columns,
      label,
      rows: counts,
      blocks: rows.blocks,
      settings: { ...usualSettings, iterations: trees, learningRate, leaves, seed },
      threads: Math.min(maxThreads, availableParallelism()),
      searchSeconds,
      signal,
      onIteration: (iteration) => progress.iteration(iteration),
      onSearch: (search) => progress.search(search),
      onStage: (stage) => {
        if (stage === "build") progress.stage("split");
        progress.stage(stage);
      },
    });
    progress.line("info", `${trained.best} iterations are kept.`);
    const artefact: Artefact = { format: 1, forest: trained.text, columns, label, ...(events === undefined ? {} : { events }) };
    const text = JSON.stringify(artefact);
    const packed = gzipSync(text);
    if (packed.length > maxBytes) throw new CannotTrain("The model is too large to be kept. Use fewer trees, leaves or classes.");
    const seconds = (performance.now() - started) / 1000;
    return {
      ...reportOf({ config, survey, rowPlan, trained, curve: progress.now().curve, seconds }),
      hash: createHash("sha256").update(text).digest("hex"),
      rowsHash: rows.hash(),
      rows: counts.training + counts.validation + counts.holdout,
      artefact: packed,
    };
  }

  /** Handles an error of the training. Temporary errors are thrown, so that the job is retried. */
  async function settle(lease: Lease, taken: TakenTraining, progress: ProgressTracker, error: unknown): Promise<void> {
    if (error instanceof LeaseLost) return;
    const isOver = Date.now() - taken.createdAt.getTime() > giveUpMillis;
    const sentence = sentenceOf(error);
    if (parts.stopping.aborted || (sentence === undefined && !isOver)) {
      const why = error instanceof WentWrong ? error.message : "The records cannot be read at the moment.";
      await endAttempt(lease, parts.stopping.aborted ? "" : `${why} It is tried again.`);
      throw error;
    }
    log.info({ err: error, trainingId: taken.id }, "a training failed");
    const message = sentence ?? "The records could not be read for hours.";
    progress.line("error", message);
    await endWithout(lease, taken, message, progress.log);
  }
}

/** A message for users; undefined if a retry may help. */
function sentenceOf(error: unknown): string | undefined {
  if (error instanceof DatasourceGone || isMissingTable(error)) return "A datasource of this training is not there any more.";
  if (error instanceof CannotTrain || error instanceof CannotRead || error instanceof TrainingFailed) return error.message;
  return isRefusedQuery(error)
    ? "The datasource is too large to be read with these columns. Select fewer, or fewer values of each."
    : undefined;
}

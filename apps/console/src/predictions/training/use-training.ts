import type { BodyOf, PredictionScheduler, TrainingJob, TrainingJobSummary, TrainingStatus } from "@airlock/contract";
import type { SchedulerValue } from "@airlock/contract/schedule";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useMessages } from "../../ui/messages/use-messages.ts";
import { predictionLists } from "../use-predictions.ts";
import { linkFor } from "../../api/session/permissions.ts";
import { useClient } from "../../api/session/use-session.ts";
import { useResource } from "../../api/use-resource.ts";
import { failureTitle, tellFailure } from "../editor/tell-failure.ts";
import { predictionKey, type Prediction } from "../editor/use-prediction.ts";

export interface Training {
  /** The job that runs or ran last; null before the first, undefined until it is known. */
  readonly job: TrainingJob | null | undefined;
  readonly jobs: readonly TrainingJobSummary[];
  /** When it was seen. */
  readonly seenAt: number;
  readonly error: unknown;
  readonly retry: () => void;
  /** Returns the configuration as it was saved with the order; undefined when it was refused. */
  readonly train: (order: BodyOf<"prediction.train">) => Promise<Prediction | undefined>;
  readonly cancel: () => Promise<unknown>;
  readonly deploy: (model?: number) => Promise<unknown>;
  /** Starts the first run immediately or later; the given scheduler then starts the others. */
  readonly startScheduler: (scheduler: PredictionScheduler, start: SchedulerValue) => Promise<Prediction | undefined>;
  readonly stopScheduler: () => Promise<Prediction | undefined>;
}

const watchMillis = 700;
/** Polls while idle too, because another user may start a training. */
const idleMillis = 5_000;

export function isUnderWay(status: TrainingStatus | undefined): boolean {
  return status === "waiting" || status === "training";
}

/** The progress of a prediction's training, polled, and the actions on it. */
export function useTraining(prediction: Prediction): Training {
  const client = useClient();
  const queries = useQueryClient();
  const messages = useMessages();
  const { webSafeString, name, type } = prediction._embedded;
  const isScheduled = type === "analyticsPrediction";
  const href = linkFor(prediction, "trainingStatus", "GET");
  const query = useResource("prediction.training", {
    queryKey: ["training", webSafeString, href],
    href,
    refetchInterval: ({ state }) => (isUnderWay(state.data?._embedded.job?.status) ? watchMillis : idleMillis),
  });
  const job = query.data?._embedded.job;

  const seen = useRef<string | undefined>(undefined);
  useEffect(() => {
    if (job === undefined) return;
    const before = seen.current;
    // A short training may have ended before the first poll sees it; it is recognised as new because there was no job before.
    const now = job === null ? "none" : `${job.jobId} ${job.status}`;
    seen.current = now;
    if (job === null || before === undefined || before === now) return;
    void (async () => {
      await queries.invalidateQueries({ queryKey: predictionKey(webSafeString) });
      await queries.invalidateQueries({ queryKey: ["models", webSafeString] });
      void queries.invalidateQueries({ queryKey: [predictionLists[0]] });
      // Trainings of a scheduler are parts of runs, which report how they ended.
      if (isScheduled) return;
      if (job.status === "failed") {
        const now = queries.getQueryData<Prediction>(predictionKey(webSafeString));
        const statusMessage = now?._embedded.statusMessage ?? "";
        messages.error(failureTitle, statusMessage === "" ? job.message : statusMessage);
      }
      if (job.status === "trained") messages.success(job.model === null ? `${name} trained` : `Model ${job.model} of ${name} trained`);
      if (job.status === "cancelled") messages.success(`Training of ${name} cancelled`);
    })();
  }, [isScheduled, job, messages, name, queries, webSafeString]);

  const refresh = async () => {
    await Promise.all([
      queries.invalidateQueries({ queryKey: ["training", webSafeString] }),
      queries.invalidateQueries({ queryKey: predictionKey(webSafeString) }),
      queries.invalidateQueries({ queryKey: ["models", webSafeString] }),
      queries.invalidateQueries({ queryKey: ["runs", webSafeString] }),
      queries.invalidateQueries({ queryKey: [predictionLists[0]] }),
    ]);
  };
  const acting = async (link: string | undefined, act: (href: string) => Promise<Prediction>, done?: string) => {
    if (link === undefined) return undefined;
    try {
      const answer = await act(link);
      if (done !== undefined) messages.success(done);
      return answer;
    } catch (error) {
      tellFailure(messages, error);
      return undefined;
    } finally {
      await refresh();
    }
  };
  return {
    job,
    jobs: query.data?._embedded.jobs ?? [],
    seenAt: query.dataUpdatedAt,
    error: query.data === undefined ? query.error : undefined,
    retry: () => void query.refetch(),
    train: (order) => acting(linkFor(prediction, "train", "POST"), (at) => client.post("prediction.train", at, { body: order })),
    cancel: () => acting(linkFor(prediction, "cancelTraining", "PUT"), (at) => client.put("prediction.cancelTraining", at)),
    startScheduler: (scheduler, start) =>
      acting(
        linkFor(prediction, "startScheduler", "PUT"),
        (at) => client.put("prediction.startScheduler", at, { body: { scheduler, start } }),
        `Scheduler of ${name} started`,
      ),
    stopScheduler: () =>
      acting(
        linkFor(prediction, "stopScheduler", "PUT"),
        (at) => client.put("prediction.stopScheduler", at),
        `Scheduler of ${name} stopped`,
      ),
    deploy: (model) =>
      acting(
        linkFor(prediction, "deploy", "PUT"),
        (at) => client.put("prediction.deploy", at, { body: model === undefined ? {} : { model } }),
        model === undefined ? `${name} deployed` : `Model ${model} of ${name} deployed`,
      ),
  };
}

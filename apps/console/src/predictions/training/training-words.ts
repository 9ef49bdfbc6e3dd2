import type { TrainingJob, TrainingStage } from "@airlock/contract";
import { timeLeft } from "../../ui/format/time-left.ts";
import { counted, number } from "../../ui/format/numbers.ts";

export const stageOrder: readonly TrainingStage[] = ["read", "split", "search", "build", "evaluate", "store"];

/** 0 to 100. Building the trees is nearly all of it; before there are any, nothing is known. */
export function percentOf({ iteration, iterations, status, stages }: TrainingJob): number {
  if (status === "trained") return 100;
  if (iterations === 0 || iteration === 0) return 0;
  const isLate = stages.some(({ stage }) => stage === "evaluate" || stage === "store");
  return isLate ? 99 : Math.min(99, Math.floor((100 * iteration) / iterations));
}

/** What is done now, in a few words: `Building trees, 310 of 500`. */
export function stageText(job: TrainingJob): string {
  if (job.status === "waiting") return "Waiting for a worker";
  const now = job.stages.findLast(({ ended }) => ended === null)?.stage;
  switch (now) {
    case "read":
      return job.rows === null ? "Reading the records" : `Reading ${counted(job.rows, "record")}`;
    case "split":
      return "Splitting for evaluation";
    case "search":
      return searchText(job);
    case "build":
      return job.iteration === 0 ? "Building trees" : `Building trees, ${number(job.iteration)} of ${number(job.iterations)}`;
    case "evaluate":
      return "Evaluating";
    case "store":
      return "Storing the model";
    case undefined:
      return "Starting";
  }
}

function searchText({ search }: TrainingJob): string {
  if (search === null) return "Trying parameters";
  return `Trying parameters, trial ${search.trial}, ${Math.max(0, Math.round(search.secondsLeft))} s left`;
}

/** Of a stage in the list: what it did or will do. */
export function stageTitle(stage: TrainingStage, job: TrainingJob): string {
  switch (stage) {
    case "read":
      return job.rows === null ? "Read the records" : `Read ${counted(job.rows, "record")}`;
    case "split":
      return "Split for evaluation";
    case "search":
      return job.search === null ? "Try parameters" : `Try parameters, ${counted(job.search.trial, "trial")}`;
    case "build":
      return job.iteration === 0 ? "Build trees" : `Build trees, ${number(job.iteration)} of ${number(job.iterations)}`;
    case "evaluate":
      return "Evaluate";
    case "store":
      return "Store";
  }
}

/** `62%, about 3 minutes left` */
export function progressText(job: TrainingJob, seenAt: number): string {
  const percent = percentOf(job);
  const building = job.stages.find(({ stage }) => stage === "build");
  const left = building === undefined ? undefined : timeLeft(seenAt - new Date(building.started).getTime(), percent);
  return left === undefined ? `${percent}%` : `${percent}%, ${left}`;
}

/** When a stage ended, or until when it counts: a job that is over no longer counts, although the stage it failed in has no end. */
export function stageEnd(ended: string | null, job: Pick<TrainingJob, "status" | "ended" | "lastStatusUpdate">, seenAt: number): number {
  if (ended !== null) return new Date(ended).getTime();
  return job.status === "waiting" || job.status === "training" ? seenAt : new Date(job.ended ?? job.lastStatusUpdate).getTime();
}

/** `22 s`, `5 min`, `1 h 4 min` */
export function tookText(fromIso: string, to: number): string {
  const seconds = Math.max(0, (to - new Date(fromIso).getTime()) / 1000);
  if (seconds < 1) return "under 1 s";
  if (seconds < 90) return `${Math.round(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

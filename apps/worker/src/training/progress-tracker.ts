import type { CurvePoint, TrainingJob, TrainingLogLine, TrainingStage } from "@airlock/contract";
import type { Iteration, Search } from "./messages.ts";
import type { TrainingProgress } from "./training-row.ts";

type Stage = TrainingJob["stages"][number];

/** Longer logs lose their middle: users look for the beginning and the end. */
const maxLines = 500;

/** The progress of a training, in memory and stored periodically. */
export class ProgressTracker {
  #stages: Stage[] = [];
  #curve: CurvePoint[] = [];
  #log: TrainingLogLine[];
  #search: Search | null = null;
  #iteration = 0;
  #rows: number | null = null;

  constructor(before: readonly TrainingLogLine[]) {
    this.#log = [...before];
  }

  stage(stage: TrainingStage): void {
    if (this.#stages.at(-1)?.stage === stage) return;
    const now = new Date().toISOString();
    this.#end(now);
    this.#stages.push({ stage, started: now, ended: null });
  }

  line(level: TrainingLogLine["level"], message: string): void {
    if (this.#log.length >= maxLines) this.#log.splice(maxLines / 2, 1);
    this.#log.push({ at: new Date().toISOString(), level, message });
  }

  rows(count: number): void {
    this.#rows = (this.#rows ?? 0) + count;
  }

  iteration({ iteration, training, validation }: Iteration): void {
    // The winner of a search reports its curve from the start.
    if (iteration === 1) {
      this.#curve = [];
      this.#search = null;
      this.stage("build");
    }
    this.#iteration = iteration;
    this.#curve.push({ iteration, train: finite(training), validation: validation === null ? null : finite(validation) });
    if (iteration === 1 || iteration % 50 === 0) {
      this.line(
        "info",
        `Iteration ${iteration}: loss ${text(training)} in training${validation === null ? "" : `, ${text(validation)} in validation`}.`,
      );
    }
  }

  search(search: Search): void {
    this.stage("search");
    this.#search = search;
    this.line(
      "info",
      `Trial ${search.trial}: other settings are tried${search.best === null ? "" : `; the best loss so far is ${text(search.best)}`}.`,
    );
  }

  get log(): readonly TrainingLogLine[] {
    return this.#log;
  }

  now(isOver = false): TrainingProgress {
    if (isOver) this.#end(new Date().toISOString());
    return {
      iteration: this.#iteration,
      rows: this.#rows,
      curve: [...this.#curve],
      stages: [...this.#stages],
      search: this.#search,
      log: [...this.#log],
    };
  }

  #end(now: string): void {
    const last = this.#stages.at(-1);
    if (last?.ended === null) this.#stages[this.#stages.length - 1] = { ...last, ended: now };
  }
}

/** JSON has no infinity, and a larger loss makes no difference. */
function finite(value: number): number {
  return Number.isFinite(value) ? value : Number.MAX_VALUE;
}

function text(value: number): string {
  return value.toPrecision(6);
}

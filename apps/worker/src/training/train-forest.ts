import { fork, type ChildProcess } from "node:child_process";
import { setPriority } from "node:os";
import type { Column, Label } from "@airlock/model";
import type { Block, Iteration, Order, Part, Report, Search, TrainedForest } from "./messages.ts";
import type { TrainingSettings } from "./settings.ts";

export interface TrainOptions {
  readonly library: string;
  readonly columns: readonly Column[];
  readonly label: Label;
  readonly rows: Readonly<Record<Part, number>>;
  readonly blocks: AsyncIterable<Block>;
  readonly settings: TrainingSettings;
  readonly threads: number;
  /** How long other settings are tried for; 0 trains once. */
  readonly searchSeconds: number;
  /** Ends the child within the iteration that runs. */
  readonly signal: AbortSignal;
  readonly onIteration: (iteration: Iteration) => void;
  readonly onSearch?: (search: Search) => void;
  /** All rows are there, and the trees begin to grow; and later: they stand. */
  readonly onStage?: (stage: "build" | "evaluate") => void;
}

/** The training came to no model, and why; the worker goes on. */
export class TrainingFailed extends Error {}

/** Decisions and everything else go first: training takes what is left of the processors. */
const priority = 10;

/** How long the library lets its threads spin for work: by its own measure two trainings at once would starve each other. */
const spinCount = "2000";

/** Without what `node --watch` adds: the child would report its imports on the channel of the training. */
function childEnvironment(): NodeJS.ProcessEnv {
  const { WATCH_REPORT_DEPENDENCIES: _watched, ...environment } = process.env;
  return { ...environment, GOMP_SPINCOUNT: spinCount };
}

/** Trains in a process of its own, block by block and iteration by iteration. Nothing is left of it when it ends, however it ends. */
export async function trainForest(options: TrainOptions): Promise<TrainedForest> {
  const child = fork(new URL("child.ts", import.meta.url), {
    serialization: "advanced",
    stdio: ["ignore", "ignore", "pipe", "ipc"],
    execArgv: ["--disable-warning=ExperimentalWarning"],
    env: childEnvironment(),
  });
  try {
    if (child.pid !== undefined) setPriority(child.pid, priority);
    const ask = asking(child, options);
    const { library, columns, label, rows, settings, threads, searchSeconds } = options;
    await ask({ kind: "begin", library, columns, label, rows });
    for await (const block of options.blocks) await ask({ kind: "block", block });
    options.onStage?.("build");
    const report = await ask({ kind: "train", settings, threads, searchSeconds });
    if (report.kind !== "trained") throw new TrainingFailed("The training ended without a model.");
    return report.trained;
  } finally {
    child.kill("SIGKILL");
  }
}

/** One order at a time, each answered by what ends it. */
function asking(child: ChildProcess, { signal, onIteration, onSearch, onStage }: TrainOptions): (order: Order) => Promise<Report> {
  let settle: { readonly resolve: (report: Report) => void; readonly reject: (error: Error) => void } | undefined;
  let ended: Error | undefined;
  let said = "";
  const end = (error: Error): void => {
    ended ??= error;
    settle?.reject(ended);
    settle = undefined;
  };
  child.stderr?.on("data", (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-2000);
  });
  child.on("error", end);
  child.on("exit", (code, killedBy) => end(new TrainingFailed(`The training ended by ${killedBy ?? `code ${code}`}. ${said}`.trim())));
  const cancel = (): void => {
    end(new TrainingFailed("The training was cancelled."));
    child.kill("SIGKILL");
  };
  signal.addEventListener("abort", cancel, { once: true });
  child.on("message", (report: Report) => {
    // What it said before it was told to end, and is only read now, is no news of a training any more.
    if (ended !== undefined) return;
    if (report.kind === "iteration") onIteration(report.iteration);
    else if (report.kind === "search") onSearch?.(report.search);
    else if (report.kind === "grown") onStage?.("evaluate");
    else if (report.kind === "failed") end(new TrainingFailed(report.message));
    else if (report.kind === "taken" || report.kind === "trained") settle?.resolve(report);
  });
  if (signal.aborted) cancel();
  return (order) =>
    new Promise((resolve, reject) => {
      if (ended !== undefined) {
        reject(ended);
        return;
      }
      settle = { resolve, reject };
      child.send(order, (error) => {
        if (error !== null) end(error);
      });
    });
}

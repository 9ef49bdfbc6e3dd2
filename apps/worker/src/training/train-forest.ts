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
  /** Time limit for trying other settings; 0 trains once. */
  readonly searchSeconds: number;
  /** Ends the child within the current iteration. */
  readonly signal: AbortSignal;
  readonly onIteration: (iteration: Iteration) => void;
  readonly onSearch?: (search: Search) => void;
  /** `build` when all rows are sent and the trees start growing, `evaluate` when they are complete. */
  readonly onStage?: (stage: "build" | "evaluate") => void;
}

/** The training failed with a reason; the worker continues. */
export class TrainingFailed extends Error {}

/** Nice value: training only gets idle processor time, decisions and everything else come first. */
const priority = 10;

/** OpenMP's spin count: with its default, two concurrent trainings would starve each other. */
const spinCount = "2000";

/** Without the variable that `node --watch` adds: the child would report its imports on the training's channel. */
function childEnvironment(): NodeJS.ProcessEnv {
  const { WATCH_REPORT_DEPENDENCIES: _watched, ...environment } = process.env;
  return { ...environment, GOMP_SPINCOUNT: spinCount };
}

/** Trains in a child process, block by block and iteration by iteration. The child ends with the training, whatever its result. */
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

/** Sends one order at a time; each resolves with the report that completes it. */
function asking(child: ChildProcess, { signal, onIteration, onSearch, onStage }: TrainOptions): (order: Order) => Promise<Report> {
  let settle: { readonly resolve: (report: Report) => void; readonly reject: (error: Error) => void } | undefined;
  let ended: Error | undefined;
  let output = "";
  const end = (error: Error): void => {
    ended ??= error;
    settle?.reject(ended);
    settle = undefined;
  };
  child.stderr?.on("data", (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-2000);
  });
  child.on("error", end);
  child.on("exit", (code, killedBy) => end(new TrainingFailed(`The training ended by ${killedBy ?? `code ${code}`}. ${output}`.trim())));
  const cancel = (): void => {
    end(new TrainingFailed("The training was cancelled."));
    child.kill("SIGKILL");
  };
  signal.addEventListener("abort", cancel, { once: true });
  child.on("message", (report: Report) => {
    // Ignore reports that were sent before the child was stopped and are only read now.
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

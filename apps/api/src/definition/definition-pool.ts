import { availableParallelism } from "node:os";
import type { Definition, ParseProblem } from "@airlock/flow";
import type { EgressPolicy } from "@airlock/platform/egress";
import { createThreadPool } from "@airlock/platform/thread-pool";
import { traceText, type TraceTask } from "../solution/trace-text.ts";
import { freezeText, type Frozen } from "../version/freeze.ts";
import { checkDefinition, type CheckedDefinition } from "./check-definition.ts";
import type { DefinitionTask } from "./definition-thread.ts";
import { findErrors, type ValidatedDefinition } from "./find-errors.ts";

/** A parsed definition, with the text to store and its findings. */
export interface ValidatedText extends ValidatedDefinition {
  readonly ok: true;
  readonly text: string;
}

/** The owner of the work, and a signal that cancels it. */
export interface WorkFor {
  readonly organisationId: string;
  readonly signal?: AbortSignal | undefined;
}

/** CPU-bound work on definitions. Large ones run in threads, and each organisation has its share of those. */
export interface DefinitionPool {
  readonly check: (
    text: string,
    secretNames: ReadonlySet<string>,
    whose: WorkFor,
  ) => Promise<ValidatedText | { readonly ok: false; readonly problems: readonly ParseProblem[] }>;
  /** For a definition without errors. */
  readonly freeze: (definition: Definition, whose: WorkFor) => Promise<Frozen>;
  /** A test execution with its trace, as JSON. */
  readonly trace: (execution: Omit<TraceTask, "kind">, whose: WorkFor) => Promise<string>;
  readonly close: () => Promise<void>;
}

/**
 * From this size on a thread is used. At 64 KB the validator takes about 20 ms, and a thread round trip less than one; a typical definition is a
 * tenth of that and would only wait for its turn.
 */
const threadLength = 64 * 1024;

export function createDefinitionPool(policy: Pick<EgressPolicy, "whyNotUrl">): DefinitionPool {
  const threads = Math.min(4, Math.max(1, availableParallelism() - 1));
  const pool = createThreadPool<DefinitionTask, CheckedDefinition | Frozen | string>({
    file: new URL("./definition-thread.ts", import.meta.url),
    threads,
    each: Math.max(1, threads - 1),
    waitingEach: 32,
    // The sum is below the 30 s that a client waits for a response, on a machine that is not overloaded.
    waitMillis: 15_000,
    cpuMillis: 10_000,
    heapMegabytes: 512,
  });

  // The type of the result depends on the kind of the task.
  const run = <Result extends CheckedDefinition | Frozen | string>(
    task: DefinitionTask,
    here: (text: string) => Result,
    { organisationId, signal }: WorkFor,
  ): Promise<Result> =>
    task.text.length < threadLength ? Promise.resolve(here(task.text)) : (pool.run(organisationId, task, signal) as Promise<Result>);

  return {
    check: async (text, secretNames, whose) => {
      const checked = await run({ kind: "check", text }, checkDefinition, whose);
      if (!checked.ok) return checked;
      // The thread's text was written by the parser.
      const definition = JSON.parse(checked.text) as Definition;
      return { ok: true, text: checked.text, definition, ...findErrors(checked, policy, secretNames) };
    },
    freeze: (definition, whose) => run({ kind: "freeze", text: JSON.stringify(definition) }, freezeText, whose),
    trace: (execution, whose) => run({ kind: "trace", ...execution }, () => traceText(execution), whose),
    close: pool.close,
  };
}

import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { writeEnvironment } from "./environment.ts";
import { port, type Instance } from "./instance.ts";
import { withLock } from "./lock.ts";
import type { Part, PartName } from "./part.ts";
import { parts } from "./parts.ts";
import { isFree } from "./free-port.ts";
import { end, findProcess, isAlive, launch, logTail, send, waitUntilGone, waitUntilStopped, type RunningProcess } from "./processes.ts";

export interface PartStatus {
  readonly part: string;
  readonly port: number;
  readonly pid: number | undefined;
  readonly ready: boolean;
}

/** Called when a part responds, with the seconds that installing and starting it took. */
export type Progress = (part: string, seconds: { readonly install: number; readonly start: number }) => void;

/** Installs what is missing and starts the given parts concurrently; resolves when all of them respond to their probes. */
export async function startParts(instance: Instance, names: readonly PartName[], progress?: Progress): Promise<void> {
  await startAll(
    instance,
    names.map((name) => parts[name]),
    progress,
  );
  await writeEnvironment(instance);
}

export async function startAll(instance: Instance, all: readonly Part[], progress: Progress = () => undefined): Promise<void> {
  await withLock(join(instance.folder, "start.lock"), async () => {
    const results = await Promise.allSettled(
      all.map(async (part) => {
        const begun = performance.now();
        await part.install();
        const installed = performance.now();
        await startPart(instance, part);
        progress(part.name, { install: (installed - begun) / 1000, start: (performance.now() - installed) / 1000 });
      }),
    );
    const failures = results.flatMap((result) => (result.status === "rejected" ? [result.reason as unknown] : []));
    if (failures.length > 0) throw new AggregateError(failures, failures.map((failure) => text(failure)).join("\n"));
  });
}

/** Enough for a machine that is ten times slower than usual. */
const startSeconds = 120;

/** A part that exits immediately is restarted for this long. */
const endsAtOnceSeconds = 10;

async function startPart(instance: Instance, part: Part): Promise<void> {
  const begun = performance.now();
  const seconds = part.startSeconds ?? startSeconds;
  let running = await findProcess(instance.folder, part.name);
  for (;;) {
    if (running === undefined) {
      await refuseTakenPorts(instance, part);
      running = await launch(instance.folder, part.name, await part.prepare(instance));
    }
    const failure = await answer(instance, part).then(
      () => undefined,
      (error: unknown) => error,
    );
    if (failure === undefined) return;
    // After kill -9 a server may find children of its predecessor for a moment, and is restarted until they have exited.
    const died: boolean = !(await isAlive(running));
    const patience = died ? Math.min(seconds, endsAtOnceSeconds) : seconds;
    if (performance.now() - begun > patience * 1000) {
      const tail = await logTail(instance.folder, part.name);
      throw new Error(`${part.name} ${died ? "ends at once" : `does not answer after ${seconds} s`}: ${text(failure)}\n${tail}`);
    }
    if (died) running = undefined;
    await pause(died ? 300 : 50);
  }
}

async function answer(instance: Instance, part: Part): Promise<void> {
  await part.probe(instance);
  await part.settle?.(instance);
}

async function refuseTakenPorts(instance: Instance, part: Part): Promise<void> {
  for (const name of part.ports) {
    const wanted = port(instance, name);
    if (!(await isFree(wanted)))
      throw new Error(`Port ${wanted} is taken, so ${part.name} cannot start. Free it or choose another --base.`);
  }
}

export async function stopParts(instance: Instance, names: readonly PartName[]): Promise<readonly string[]> {
  return stopAll(
    instance,
    names.map((name) => parts[name]),
  );
}

/** Stops running parts concurrently, and returns their names when all have exited. */
export async function stopAll(instance: Instance, all: readonly Part[]): Promise<readonly string[]> {
  const stopped = await Promise.all(all.map(async (part) => ((await end(instance.folder, part.name, part.stopSignal)) ? [part.name] : [])));
  return stopped.flat();
}

export async function statusOfParts(instance: Instance, names: readonly PartName[]): Promise<readonly PartStatus[]> {
  return statusOfAll(
    instance,
    names.map((name) => parts[name]),
  );
}

export async function statusOfAll(instance: Instance, all: readonly Part[]): Promise<readonly PartStatus[]> {
  return Promise.all(
    all.map(async (part) => {
      const running = await findProcess(instance.folder, part.name);
      const answers = await part.probe(instance).then(
        () => true,
        () => false,
      );
      return { part: part.name, port: port(instance, part.ports[0]), pid: running?.pid, ready: answers && running !== undefined };
    }),
  );
}

/** Sends a signal to a part or a process of the product and waits for its effect: the exit, or with SIGSTOP the stop of all threads. */
export async function killPart(instance: Instance, name: string, signal: NodeJS.Signals = "SIGKILL"): Promise<RunningProcess> {
  const running = await findProcess(instance.folder, name);
  if (running === undefined) throw new Error(`${name} of instance ${instance.name} is not running.`);
  send(running, signal);
  if (signal === "SIGCONT") return running;
  if (signal === "SIGSTOP") {
    if (!(await waitUntilStopped(running, 60))) throw new Error(`${name} (process ${running.pid}) runs on after ${signal}.`);
    return running;
  }
  if (!(await waitUntilGone(running, 60))) throw new Error(`${name} (process ${running.pid}) outlives ${signal}.`);
  return running;
}

/** Restarts a part with its data, ending it first if it still runs; resolves when it responds. */
export async function restartPart(instance: Instance, name: PartName): Promise<void> {
  await restartOne(instance, parts[name]);
}

export async function restartOne(instance: Instance, part: Part): Promise<void> {
  await end(instance.folder, part.name, part.stopSignal);
  await startPart(instance, part);
}

function text(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

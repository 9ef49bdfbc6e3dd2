import { setTimeout as pause } from "node:timers/promises";
import { developmentPassword, seededAccounts } from "./idp/accounts.ts";
import { createInstance, findInstance, publicUrl, type Instance } from "./instance.ts";
import { startParts, statusOfParts, stopParts, type Progress } from "./lifecycle.ts";
import { inboxUrl } from "./parts/inbox.ts";
import type { PartName } from "./part.ts";
import { usualParts } from "./parts.ts";
import { runTogether } from "./run-together.ts";
import { restart, startStack, statusOfStack, stopStack, type StackOptions } from "./stack.ts";

export interface Development {
  readonly name: string;
  /** The first port; default: that of an earlier start, otherwise 8080. */
  readonly base: number | undefined;
  /** How the product's processes start, on servers that run. */
  readonly stack: (instance: Instance) => StackOptions;
  /** Default: the usual ones. */
  readonly parts?: readonly PartName[];
  /** Restart what exits; by default it is only reported. */
  readonly restarts?: boolean;
  /** Called when everything responds, before the address is printed. */
  readonly prepare?: (instance: Instance) => Promise<void>;
  /** Called after the address is printed. Everything runs on meanwhile; a failure stops it. */
  readonly finish?: () => Promise<void>;
  /** Who may sign in; default: the first administrator. */
  readonly email?: string;
}

const seconds = (since: number): string => ((performance.now() - since) / 1000).toFixed(1);

/** The whole product on this machine, until Ctrl+C. */
export async function runDevelopment(options: Development): Promise<void> {
  const begun = performance.now();
  const stopping = new AbortController();
  const known = await findInstance(options.name);
  const instance = await createInstance(options.name, options.base ?? known?.base ?? 8080);
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => {
      console.log("\nStopping.");
      stopping.abort();
    });
  }
  try {
    await start(instance, options, begun, stopping.signal);
    await runTogether(stopping.signal, [
      (signal) => watch(instance, options, signal),
      (signal) => Promise.race([options.finish?.(), untilAborted(signal)]),
    ]);
  } catch (error) {
    if (!stopping.signal.aborted) {
      console.error(error instanceof Error ? error.message : error);
      process.exitCode = 1;
    }
  } finally {
    const since = performance.now();
    await stopStack(instance);
    await stopParts(instance, options.parts ?? usualParts);
    console.log(`Everything is stopped (${seconds(since)} s). The data stays in ${instance.folder}.`);
  }
}

async function start(instance: Instance, options: Development, begun: number, signal: AbortSignal): Promise<void> {
  console.log("Starting the servers that Airlock works with. What is missing is installed first, which takes minutes.");
  const tell: Progress = (part, took) => {
    const installing = took.install >= 0.1 ? `  installed in ${took.install.toFixed(1)} s` : "";
    console.log(`  ${part.padEnd(12)}${took.start.toFixed(1).padStart(6)} s${installing}`);
  };
  await startParts(instance, options.parts ?? usualParts, tell);
  signal.throwIfAborted();
  console.log("Starting Airlock.");
  await startStack(instance, options.stack(instance), tell);
  signal.throwIfAborted();
  // Ctrl+C stops the servers that it uses, so it is not waited for.
  await Promise.race([options.prepare?.(instance), untilAborted(signal)]);
  signal.throwIfAborted();
  console.log(`
Airlock runs at ${publicUrl(instance)} (after ${seconds(begun)} s). Its documentation is at ${publicUrl(instance)}/documentation/.
Sign in as ${options.email ?? seededAccounts[0]?.email ?? ""} with the password "${developmentPassword}".
Mail that Airlock sends arrives at ${inboxUrl(instance)}; logs are in ${instance.folder}/*.log.
Ctrl+C stops everything.
`);
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
}

/** Until stopped, prints which parts stop responding and which respond again, and restarts those that exited if the options say so. */
async function watch(instance: Instance, { parts = usualParts, restarts = false }: Development, signal: AbortSignal): Promise<void> {
  const away = new Set<string>();
  while (!signal.aborted) {
    const all = [...(await statusOfParts(instance, parts)), ...(await statusOfStack(instance))];
    for (const { part, pid, ready } of all) {
      if (!ready && !away.has(part)) console.log(`${part} does not respond; its log is ${instance.folder}/${part}.log`);
      if (ready && away.has(part)) console.log(`${part} responds again.`);
      if (ready) away.delete(part);
      else away.add(part);
      // The next round tries again.
      if (restarts && pid === undefined && !signal.aborted)
        await restart(instance, part).catch((error: unknown) => console.log(error instanceof Error ? error.message : error));
    }
    // Aborting the pause ends the loop.
    await pause(3000, undefined, { signal }).catch(() => undefined);
  }
}

import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { developmentPassword, seededAccounts } from "./idp/accounts.ts";
import { createInstance, findInstance, publicUrl, type Instance } from "./instance.ts";
import { startParts, statusOfParts, stopParts, type Progress } from "./lifecycle.ts";
import { inboxUrl } from "./parts/inbox.ts";
import { usualParts } from "./parts.ts";
import { startStack, statusOfStack, stopStack } from "./stack.ts";

/** The whole product on this machine, with hot reload, until Ctrl+C. */
const { values } = parseArgs({ options: { name: { type: "string", default: "dev" }, base: { type: "string" } } });

const begun = performance.now();
const seconds = (since: number) => ((performance.now() - since) / 1000).toFixed(1);
const stopping = new AbortController();

const known = await findInstance(values.name);
const instance = await createInstance(values.name, values.base === undefined ? (known?.base ?? 8080) : Number(values.base));

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => {
    console.log("\nStopping.");
    stopping.abort();
  });
}

try {
  await start(instance);
  await watch(instance);
} catch (error) {
  if (!stopping.signal.aborted) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
} finally {
  const since = performance.now();
  await stopStack(instance);
  await stopParts(instance, usualParts);
  console.log(`Everything is stopped (${seconds(since)} s). The data stays in ${instance.folder}.`);
}

async function start(started: Instance): Promise<void> {
  console.log("Starting the parts that Airlock works with; the first time this installs what is missing, which takes minutes.");
  const tell: Progress = (part, took) => {
    const installing = took.install >= 0.1 ? `  installed in ${took.install.toFixed(1)} s` : "";
    console.log(`  ${part.padEnd(12)}${took.start.toFixed(1).padStart(6)} s${installing}`);
  };
  await startParts(started, usualParts, tell);
  stopping.signal.throwIfAborted();
  console.log("Starting Airlock.");
  await startStack(started, { console: "vite", watch: true }, tell);
  stopping.signal.throwIfAborted();
  console.log(`
Airlock answers at ${publicUrl(started)} (after ${seconds(begun)} s). Its documentation is at ${publicUrl(started)}/documentation/.
Sign in as ${seededAccounts[0]?.email ?? ""} with the password "${developmentPassword}".
Mail that Airlock sends arrives at ${inboxUrl(started)}; logs are in ${started.folder}/*.log.
Ctrl+C stops everything.
`);
}

/** Until stopped, prints which parts stop responding and which respond again. */
async function watch(started: Instance): Promise<void> {
  const away = new Set<string>();
  while (!stopping.signal.aborted) {
    const all = [...(await statusOfParts(started, usualParts)), ...(await statusOfStack(started))];
    for (const { part, ready } of all) {
      if (!ready && !away.has(part)) console.log(`${part} does not answer; its log is ${started.folder}/${part}.log`);
      if (ready && away.has(part)) console.log(`${part} answers again.`);
      if (ready) away.delete(part);
      else away.add(part);
    }
    // Aborting the pause ends the loop.
    await pause(3000, undefined, { signal: stopping.signal }).catch(() => undefined);
  }
}

import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { z } from "zod";
import { edge } from "./edge/edge.ts";
import { environment } from "./environment.ts";
import { consoleClientId } from "./idp/provider.ts";
import { projectRoot, type Instance } from "./instance.ts";
import { killPart, restartOne, restartPart, startAll, statusOfAll, stopAll, type PartStatus, type Progress } from "./lifecycle.ts";
import { nodeCommand } from "./node-command.ts";
import type { Part } from "./part.ts";
import { isPartName } from "./parts.ts";
import type { PortName } from "./ports.ts";
import { api, consoleServer, documentationServer, runtime, worker, type Health } from "./product.ts";

const runtimeNames = ["runtime1", "runtime2", "runtime3", "runtime4"] as const satisfies readonly PortName[];

const stackOptions = z.object({
  runtimes: z.int().min(1).max(runtimeNames.length).default(1),
  /** The built console, its development server, or no edge and console at all. */
  console: z.enum(["files", "vite", "none"]).default("files"),
  /** The built console's folder; tests serve a copy that no build changes meanwhile. */
  consoleFolder: z.string().optional(),
  /** The command that adds the demo organisation; default: that of a clone. */
  sampleDataCommand: z.string().optional(),
  /** Restart a process when one of its files changes. */
  watch: z.boolean().default(false),
  /** Settings for every process that differ from the instance's own. */
  env: z.record(z.string(), z.string()).default({}),
});

export type StackOptions = z.input<typeof stackOptions>;

export type ProcessName = "api" | (typeof runtimeNames)[number] | "worker" | "edge" | "console" | "documentation";

/** Migrates the databases and streams of the instance to the current schema. */
export async function migrate(instance: Instance, env: Readonly<Record<string, string>> = {}): Promise<void> {
  const { file, args, cwd, env: own } = nodeCommand("database/migrate.ts", [], { ...environment(instance, "migrate"), ...env });
  await promisify(execFile)(file, args, { cwd, env: { ...process.env, ...own } });
}

/** Starts the product's processes on an instance whose parts run: migrations first, then all processes concurrently. */
export async function startStack(instance: Instance, options: StackOptions = {}, progress?: Progress): Promise<void> {
  const chosen = stackOptions.parse(options);
  // Stored, so that a process can be restarted by its name alone, also from another program.
  await writeFile(optionsFile(instance), `${JSON.stringify(chosen)}\n`);
  const begun = performance.now();
  await migrate(instance, chosen.env);
  progress?.("migrations", { install: 0, start: (performance.now() - begun) / 1000 });
  await startAll(instance, processes(instance, chosen), progress);
}

/** Stops the product's processes, but not the parts, and returns the names of those that ran. */
export async function stopStack(instance: Instance): Promise<readonly string[]> {
  // Including runtimes of an earlier start with more of them.
  const everything = stackOptions.parse({ runtimes: runtimeNames.length, console: "vite" });
  return stopAll(instance, processes(instance, everything));
}

export async function statusOfStack(instance: Instance): Promise<readonly PartStatus[]> {
  return statusOfAll(instance, processes(instance, await readOptions(instance)));
}

/** Sends a signal to any part or process of an instance and, unless it only pauses, waits until it has exited. */
export async function kill(instance: Instance, name: string, signal: NodeJS.Signals = "SIGKILL"): Promise<void> {
  await killPart(instance, name, signal);
}

export interface RestartOptions {
  /** `live` while a part that it needs is stopped. */
  readonly health?: Health;
  /** Settings of this process only, until it is restarted without them. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Restarts any part or process of an instance and waits for its health. */
export async function restart(instance: Instance, name: string, { health = "ready", env = {} }: RestartOptions = {}): Promise<void> {
  if (isPartName(name)) return restartPart(instance, name);
  const options = await readOptions(instance);
  const found = processes(instance, { ...options, env: { ...options.env, ...env } }, health).find((part) => part.name === name);
  if (found === undefined) throw new Error(`There is no part or process "${name}" in instance ${instance.name}.`);
  return restartOne(instance, found);
}

function processes(instance: Instance, options: z.output<typeof stackOptions>, health: Health = "ready"): readonly Part[] {
  const runtimes = runtimeNames.slice(0, options.runtimes);
  const own = { env: options.env, watch: options.watch };
  const issuer = options.env["AIRLOCK_OIDC_ISSUER"] ?? environment(instance).AIRLOCK_OIDC_ISSUER;
  const clientId = options.env["AIRLOCK_OIDC_CLIENT_ID"] ?? consoleClientId;
  const { consoleFolder: root, sampleDataCommand } = options;
  const ofConsole = { ...(root === undefined ? {} : { root }), ...(sampleDataCommand === undefined ? {} : { sampleDataCommand }) };
  return [
    api(own, health),
    ...runtimes.map((name) => runtime(name, own, health)),
    worker(own, health),
    ...(options.console === "vite" ? [consoleServer, documentationServer] : []),
    ...(options.console === "none" ? [] : [edge({ console: options.console, issuer, clientId, runtimes, ...ofConsole })]),
  ];
}

async function readOptions(instance: Instance): Promise<z.output<typeof stackOptions>> {
  return stackOptions.parse(JSON.parse(await readFile(optionsFile(instance), "utf8")));
}

function optionsFile(instance: Instance): string {
  return join(instance.folder, "stack.json");
}

/** Builds the documentation site, which the edge serves next to the console. */
export async function buildDocumentation(): Promise<void> {
  const env = { ...process.env, NODE_ENV: "production" };
  const folder = join(projectRoot, "apps/documentation");
  await promisify(execFile)(process.execPath, [join(folder, "src/run.ts"), "build"], { cwd: folder, env, maxBuffer: 64 * 1024 ** 2 });
}

/** Builds the console's files for the edge. */
export async function buildConsole(language?: string): Promise<void> {
  const vite = join(projectRoot, "node_modules/vite/bin/vite.js");
  // The caller may be a test runner with its own NODE_ENV; the served files are always the production build.
  const env = { ...process.env, NODE_ENV: "production", ...(language === undefined ? {} : { AIRLOCK_CONSOLE_LANGUAGE: language }) };
  await promisify(execFile)(process.execPath, [vite, "build"], { cwd: join(projectRoot, "apps/console"), env });
}

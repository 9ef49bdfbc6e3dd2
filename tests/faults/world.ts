import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { compile, expandRecord, type Plan } from "@airlock/engine";
import type { Definition } from "@airlock/flow";
import { createClickHouse, type ClickHouse } from "@airlock/platform/clickhouse";
import { clickhouseAccess, environment } from "../../services/environment.ts";
import { seededAccounts } from "../../services/idp/accounts.ts";
import { signIn } from "../../services/idp/sign-in.ts";
import { createInstance, findInstance, port, publicUrl, type Instance } from "../../services/instance.ts";
import { startParts, statusOfParts, stopParts } from "../../services/lifecycle.ts";
import type { PartName } from "../../services/part.ts";
import { isPartName } from "../../services/parts.ts";
import { makeCluster, natsUrl } from "../../services/parts/nats.ts";
import { findProcess } from "../../services/processes.ts";
import { kill, restart, startStack, statusOfStack, stopStack, type RestartOptions } from "../../services/stack.ts";
import { issueKey, serveDecision, type Served } from "../support/decision.ts";
import { Caller } from "../support/caller.ts";
import { eventually } from "../support/eventually.ts";
import { sampleFlow } from "../support/sample-flow.ts";
import { compare, type Comparison, type Row } from "./load/compare.ts";
import type { Journal } from "./load/journal.ts";

/** The parts that faults need. */
const usual: readonly PartName[] = ["postgres", "nats", "clickhouse", "idp", "inbox", "gcs"];

/** A whole Airlock for fault injection, with what a caller needs to request decisions. */
export interface World {
  readonly instance: Instance;
  readonly runtimes: readonly string[];
  /** The address for callers, if there is an edge. */
  readonly edge: string;
  readonly clickhouse: ClickHouse;
  readonly natsUrl: string;
  readonly token: string;
  readonly admin: () => Promise<Caller>;
  /** A version for each scenario, serving on every runtime. */
  readonly serve: (name: string, definition?: Definition) => Promise<Served>;
  /** Sends a signal that does not end it. */
  readonly signal: (name: string, signal: NodeJS.Signals) => Promise<void>;
  readonly kill: (name: string, signal?: NodeJS.Signals) => Promise<void>;
  readonly restart: (name: string, options?: RestartOptions) => Promise<void>;
  /** Restarts several that were killed: servers first, then our own processes, each group concurrently. */
  readonly restartAll: (names: readonly string[]) => Promise<void>;
  /** Restarts everything that a scenario left dead. */
  readonly heal: () => Promise<void>;
  /** Waits until ClickHouse has caught up with the journal, then compares the two. */
  readonly settle: (versionIds: string | readonly string[], journal: Journal, seconds: number, plan?: Plan) => Promise<Settled>;
  readonly journalPath: (name: string) => string;
  readonly stop: () => Promise<void>;
}

export interface Settled extends Comparison {
  readonly distinct: number;
  /** Rows of the deduplicated table. */
  readonly total: number;
  /** Rows before ClickHouse has merged duplicates: shows how often executions were inserted twice. */
  readonly raw: number;
  readonly seconds: number;
}

export interface WorldOptions {
  readonly name: string;
  readonly base: number;
  readonly runtimes: number;
  /** Three nats-servers with three replicas of everything, and an edge in front. */
  readonly cluster?: boolean;
  /** A bug that every runtime gets. */
  readonly planted?: Readonly<Record<string, string>>;
}

export async function createWorld(options: WorldOptions): Promise<World> {
  const known = await findInstance(options.name);
  const parts = options.cluster === true ? [...usual, "nats2" as const, "nats3" as const] : usual;
  if (known !== undefined) {
    await stopStack(known);
    await stopParts(known, [...usual, "nats2", "nats3"]);
    await rm(known.folder, { recursive: true, force: true });
  }
  const instance = await createInstance(options.name, options.base);
  if (options.cluster === true) await makeCluster(instance);
  await startParts(instance, parts);
  // Partners of web calls run on this machine, and one client sends as many requests as many would.
  const env = { AIRLOCK_LOG_LEVEL: "info", AIRLOCK_EGRESS_ALLOW: "127.0.0.0/8", AIRLOCK_RATE_LIMIT: "1000000", ...options.planted };
  const front =
    options.cluster === true
      ? ({ console: "files", consoleFolder: await emptyConsole(instance) } as const)
      : ({ console: "none" } as const);
  await startStack(instance, { runtimes: options.runtimes, ...front, env: options.cluster === true ? { ...env, ...draining } : env });
  const settings = environment(instance);
  const clickhouse = createClickHouse({ ...clickhouseAccess(instance), name: "faults" });
  const runtimes = (["runtime1", "runtime2", "runtime3", "runtime4"] as const)
    .slice(0, options.runtimes)
    .map((name) => `http://127.0.0.1:${port(instance, name)}`);
  const journals = join(instance.folder, "journals");
  await mkdir(journals, { recursive: true });
  const samplePlan = planOf(sampleFlow());

  async function admin(): Promise<Caller> {
    const email = seededAccounts[0]?.email ?? "";
    const tokens = await signIn({ issuer: settings.AIRLOCK_OIDC_ISSUER, publicUrl: publicUrl(instance), email });
    // The api directly: there is no edge here.
    const product = {
      ...instance,
      url: `http://127.0.0.1:${port(instance, "api")}`,
      issuer: settings.AIRLOCK_OIDC_ISSUER,
      inboxUrl: "",
      clickhouse: clickhouseAccess(instance),
    };
    const caller = new Caller(product, tokens.access_token);
    await caller.do("user.login");
    return caller;
  }
  const { token } = await issueKey(await admin());

  async function serve(name: string, definition?: Definition): Promise<Served> {
    const served = await serveDecision(await admin(), name, definition);
    for (const target of runtimes) {
      await eventually(`${target} to serve`, async () => ((await decide(target, served.versionId, token)) === 200 ? true : undefined));
    }
    return served;
  }

  async function heal(): Promise<void> {
    for (const { part, ready } of await statusOfParts(instance, parts)) if (!ready) await restart(instance, part);
    for (const { part, ready } of await statusOfStack(instance)) if (!ready) await restart(instance, part);
  }

  async function counts(versionIds: readonly string[]): Promise<Pick<Settled, "distinct" | "total" | "raw">> {
    const parameters = { versionIds };
    const [merged] = await clickhouse.query<{ total: number; distinct: number }>(
      "SELECT count() AS total, uniqExact(id) AS distinct FROM executions FINAL WHERE version IN {versionIds:Array(String)}",
      parameters,
    );
    const [raw] = await clickhouse.query<{ raw: number }>(
      "SELECT count() AS raw FROM executions WHERE version IN {versionIds:Array(String)}",
      parameters,
    );
    return { total: merged?.total ?? 0, distinct: merged?.distinct ?? 0, raw: raw?.raw ?? 0 };
  }

  /** In pages, because a long run has a million. */
  async function rows(versionIds: readonly string[], distinct: number, plan: Plan): Promise<Row[]> {
    const pages = Math.ceil(distinct / 50_000);
    const all: Row[] = [];
    for (let page = 0; page < pages; page += 1) {
      const found = await clickhouse.query<{ id: string; record: string; copies: number }>(
        `SELECT id, any(record) AS record, count() AS copies FROM executions FINAL
         WHERE version IN {versionIds:Array(String)} AND cityHash64(id) % {pages:UInt32} = {page:UInt32} GROUP BY id`,
        { versionIds, pages, page },
      );
      for (const { id, record, copies } of found) all.push({ id, copies, reference: referenceIn(plan, record) });
    }
    // Without probes, which are in no journal.
    return all.filter(({ reference }) => reference !== probe);
  }

  return {
    instance,
    runtimes,
    edge: `http://127.0.0.1:${port(instance, "edge")}`,
    clickhouse,
    natsUrl: natsUrl(instance),
    token,
    admin,
    serve,
    signal: async (name, signal) => {
      const running = await findProcess(instance.folder, name);
      if (running === undefined) throw new Error(`${name} does not run.`);
      process.kill(running.pid, signal);
    },
    kill: (name, signal) => kill(instance, name, signal),
    restart: (name, options) => restart(instance, name, options),
    restartAll: async (names) => {
      const [servers, processes] = [names.filter(isPartName), names.filter((name) => !isPartName(name))];
      for (const kind of [servers, processes]) await Promise.all(kind.map((name) => restart(instance, name)));
    },
    heal,
    settle: async (versions, journal, seconds, plan = samplePlan) => {
      const versionIds = typeof versions === "string" ? [versions] : versions;
      await journal.sync();
      const begun = performance.now();
      const acknowledged = journal.seen().filter(({ kind }) => kind === "acknowledged").length;
      for (;;) {
        // Comparing a million is expensive, so it waits until there are enough.
        if ((await counts(versionIds)).distinct < acknowledged && performance.now() - begun < seconds * 1000) {
          await pause(250); // Fixed wait: between two polls.
          continue;
        }
        const compared = compare(journal.requested(), journal.seen(), await rows(versionIds, (await counts(versionIds)).distinct, plan));
        const passed = (performance.now() - begun) / 1000;
        if (compared.lost.length === 0 || passed > seconds) return { ...compared, ...(await counts(versionIds)), seconds: passed };
        await pause(250); // Fixed wait: between two polls.
      }
    },
    journalPath: (name) => join(journals, `${name}.journal`),
    stop: async () => {
      await clickhouse.close();
      await stopStack(instance);
      await stopParts(instance, parts);
    },
  };
}

/** As in production: a stopping runtime drains connections of the edge. */
const draining = { AIRLOCK_RUNTIME_DRAIN_MILLIS: "5000" };

/** The edge needs a page to serve, whose content does not matter here. */
async function emptyConsole(instance: Instance): Promise<string> {
  const folder = join(instance.folder, "console");
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "index.html"), "<!doctype html>");
  return folder;
}

export function planOf(definition: Definition): Plan {
  const compiled = compile(definition);
  if (!compiled.ok) throw new Error("The flow does not compile.");
  return compiled.plan;
}

function referenceIn(plan: Plan, record: string): string {
  return String(expandRecord(plan, record).applicationData["reference"] ?? "");
}

const probe = "probe";

/** One decision outside any journal; returns the status, or 0 without a response. */
export async function decide(target: string, versionId: string, token: string, reference = probe): Promise<number> {
  try {
    const response = await fetch(`${target}/dme/manage/v1/versions/${versionId}/execute`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ age: 17, reference }),
      signal: AbortSignal.timeout(5_000),
    });
    await response.text();
    return response.status;
  } catch {
    return 0;
  }
}

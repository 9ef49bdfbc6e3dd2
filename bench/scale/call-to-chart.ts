/**
 * What a decision costs from the call to the chart: processor time of every process, bytes at every stage, and how fast one worker stores a backlog.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { executionStream } from "@airlock/contract";
import { connectNats, createLog } from "@airlock/platform";
import { createClickHouse } from "@airlock/platform/clickhouse";
import { jetstreamManager } from "@nats-io/jetstream";
import { clickhouseAccess, environment } from "../../services/environment.ts";
import { signIn } from "../../services/idp/sign-in.ts";
import { port, publicUrl } from "../../services/instance.ts";
import { natsUrl } from "../../services/parts/nats.ts";
import { kill, startStack, stopStack } from "../../services/stack.ts";
import { startTemporaryInstance } from "../../services/temporary-instance.ts";
import { Caller } from "../../tests/support/caller.ts";
import { issueKey, serveDecision } from "../../tests/support/decision.ts";
import { eventually } from "../../tests/support/eventually.ts";
import { people } from "../engine/contenders.ts";
import { scorecard } from "../engine/scorecard.ts";
import { requestText } from "../serving/hammer.ts";
import { paced } from "../serving/paced.ts";
import { pidOf, treeSeconds } from "./processes.ts";

/** Every process that a decision passes; the api and Postgres are not among them, and are measured to show that. */
const processes = ["edge", "runtime1", "nats", "worker", "clickhouse", "api", "postgres"] as const;
type ProcessName = (typeof processes)[number];

export interface CallToChart {
  readonly rate: number;
  readonly decisions: number;
  /** Processor milliseconds for 1,000 decisions, without what the process uses at rest. */
  readonly perThousand: Readonly<Record<ProcessName, number>>;
}

export interface Stages {
  readonly requestBytes: number;
  /** In JetStream, with headers and subject. */
  readonly streamBytes: number;
  readonly storedBytes: number;
  readonly compressedBytes: number;
  /** Rows that one worker moves from JetStream into ClickHouse per second. */
  readonly sinkRowsPerSecond: number;
  /** Processor milliseconds of worker and ClickHouse for 1,000 rows of a backlog. */
  readonly sinkMillis: number;
}

export interface MeasuredCalls {
  readonly costs: readonly CallToChart[];
  readonly stages: Stages;
}

export async function measureCalls(options: {
  readonly rates: readonly number[];
  readonly seconds: number;
  readonly backlog: number;
}): Promise<MeasuredCalls> {
  const running = await startTemporaryInstance(["postgres", "nats", "clickhouse", "idp", "inbox", "gcs"]);
  const { instance } = running;
  const consoleFolder = await mkdtemp(join(tmpdir(), "airlock-bench-"));
  const env = { AIRLOCK_LOG_LEVEL: "warn", AIRLOCK_RATE_LIMIT: "100000000" };
  const clickhouse = createClickHouse({ ...clickhouseAccess(instance), name: "bench" });
  const nats = await connectNats({ url: natsUrl(instance), name: "bench", log: createLog({ name: "bench", level: "silent" }) });
  try {
    await startStack(instance, { runtimes: 1, console: "files", consoleFolder, env });
    const { AIRLOCK_OIDC_ISSUER: issuer, AIRLOCK_FIRST_ADMIN_EMAIL: email } = environment(instance);
    const tokens = await signIn({ issuer, publicUrl: publicUrl(instance), email });
    const admin = new Caller({ url: `http://127.0.0.1:${port(instance, "api")}`, issuer }, tokens.access_token);
    // The api is ready shortly before it has created the first organisation.
    await eventually("the first organisation", () => admin.do("user.login").catch(() => undefined));
    const { versionId } = await serveDecision(admin, "Scorecard", scorecard);
    const { token } = await issueKey(admin);
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const path = `/dme/manage/v1/versions/${versionId}/execute`;
    const requests = people.map((person) => requestText(path, headers, JSON.stringify(person)));
    const pids = await Promise.all(processes.map((name) => pidOf(instance, name)));
    await eventually("the runtime to know the key", async () => {
      const response = await fetch(`${publicUrl(instance)}${path}`, { method: "POST", headers, body: JSON.stringify(people[0]) });
      return response.ok ? true : undefined;
    });

    const stored = async (): Promise<number> => {
      const [row] = await clickhouse.query<{ readonly count: number }>("SELECT count() AS count FROM executions");
      return row?.count ?? 0;
    };
    const untilStored = (count: number) =>
      eventually(`${count} executions in ClickHouse`, async () => ((await stored()) >= count ? true : undefined), {
        seconds: 600,
        everyMillis: 100,
      });
    const send = async (at: number, rate: number, seconds: number): Promise<number> => {
      const done = await paced({ port: at, connections: 64, rate, seconds, requests });
      if (done.refused > 0) throw new Error(`${done.refused} of ${done.millis.length} decisions were refused:\n${done.firstRefusal ?? ""}`);
      return done.millis.length;
    };

    // Compilers and caches first.
    let sent = (await stored()) + (await send(port(instance, "edge"), options.rates.at(-1) ?? 100, 5));
    await untilStored(sent);
    const rest = await spent(pids, () => pause(options.seconds * 1000)); // Fixed wait: what the processes use at rest is the figure.
    const restPerSecond = rest.seconds.map((seconds) => seconds / rest.elapsed);

    const costs: CallToChart[] = [];
    for (const rate of options.rates) {
      let decisions = 0;
      const used = await spent(pids, async () => {
        decisions = await send(port(instance, "edge"), rate, options.seconds);
        sent += decisions;
        await untilStored(sent);
      });
      const perThousand = used.seconds.map((seconds, at) => ((seconds - (restPerSecond[at] ?? 0) * used.elapsed) * 1e6) / decisions);
      costs.push({
        rate,
        decisions,
        perThousand: Object.fromEntries(processes.map((name, at) => [name, perThousand[at] ?? 0])) as CallToChart["perThousand"], // Every name.
      });
    }
    return { costs, stages: await measureStages() };

    async function measureStages(): Promise<Stages> {
      const manager = await jetstreamManager(nats.connection, { timeout: 10_000 });
      await kill(instance, "worker", "SIGSTOP");
      const before = (await manager.streams.info(executionStream)).state.bytes;
      const runtime = port(instance, "runtime1");
      const decisions = await send(runtime, Math.max(...options.rates), options.backlog / Math.max(...options.rates));
      const streamBytes = ((await manager.streams.info(executionStream)).state.bytes - before) / decisions;
      const from = await stored();
      const sink = await spent(pids, async () => {
        await kill(instance, "worker", "SIGCONT");
        await untilStored(from + decisions);
      });
      const cost = (name: ProcessName) => sink.seconds[processes.indexOf(name)] ?? 0;
      const [size] = await clickhouse.query<{ readonly rows: number; readonly raw: number; readonly disk: number }>(
        `SELECT sum(rows) AS rows, sum(data_uncompressed_bytes) AS raw, sum(bytes_on_disk) AS disk
         FROM system.parts WHERE active AND database = currentDatabase() AND table = 'executions'`,
      );
      const rows = size?.rows ?? Number.NaN;
      return {
        requestBytes: requests.reduce((sum, request) => sum + request.length, 0) / requests.length,
        streamBytes,
        storedBytes: (size?.raw ?? Number.NaN) / rows,
        compressedBytes: (size?.disk ?? Number.NaN) / rows,
        sinkRowsPerSecond: decisions / sink.elapsed,
        sinkMillis: ((cost("worker") + cost("clickhouse")) * 1e6) / decisions,
      };
    }
  } finally {
    await nats.close();
    await clickhouse.close();
    await stopStack(instance);
    await running.stop();
    await rm(consoleFolder, { recursive: true, force: true });
  }
}

/** Processor seconds of each process while something runs. */
async function spent(
  pids: readonly number[],
  run: () => Promise<unknown>,
): Promise<{ readonly seconds: readonly number[]; readonly elapsed: number }> {
  const [before, begun] = [await treeSeconds(pids), performance.now()];
  await run();
  const elapsed = (performance.now() - begun) / 1000;
  const after = await treeSeconds(pids);
  return { seconds: after.map((seconds, at) => seconds - (before[at] ?? 0)), elapsed };
}

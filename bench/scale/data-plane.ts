/** Growth of the data plane alone: JetStream and runtimes, with versions, organisations and runtimes as sizes. */
import { jetstreamManager } from "@nats-io/jetstream";
import { setTimeout as pause } from "node:timers/promises";
import { port } from "../../services/instance.ts";
import { startAll, stopAll } from "../../services/lifecycle.ts";
import { natsUrl } from "../../services/parts/nats.ts";
import type { PortName } from "../../services/ports.ts";
import { runtime } from "../../services/product.ts";
import { startTemporaryInstance } from "../../services/temporary-instance.ts";
import { openDataPlane, type DataPlane } from "../../tests/support/data-plane.ts";
import { eventually } from "../../tests/support/eventually.ts";
import { people } from "../engine/contenders.ts";
import { scorecard } from "../engine/scorecard.ts";
import { cpuSeconds } from "../serving/cpu.ts";
import { hammer, requestText } from "../serving/hammer.ts";
import type { Growth } from "./growth.ts";
import { memoryOf, pidOf } from "./processes.ts";

const quiet = { env: { AIRLOCK_LOG_LEVEL: "warn", AIRLOCK_RATE_LIMIT: "100000000" }, watch: false };

/** Seconds of each measurement of decisions. */
export interface ScaleOptions {
  readonly seconds: number;
}

async function confirmed(plane: DataPlane, revision: number, runtimes: number): Promise<void> {
  await eventually(
    "every runtime to confirm",
    async () => {
      const leases = await plane.runtimes.all();
      return leases.length === runtimes && leases.every(({ value }) => (value?.applied ?? 0) >= revision) ? true : undefined;
    },
    { seconds: 120, everyMillis: 5 },
  );
}

const decisionOf = (versionId: string, token: string, index: number): Buffer =>
  requestText(
    `/dme/manage/v1/versions/${versionId}/execute`,
    { authorization: `Bearer ${token}`, "content-type": "application/json" },
    JSON.stringify(people[index % people.length]),
  );

/** Microseconds of processor time per decision in one runtime. */
async function decisionCost(at: number, pid: number, requests: readonly Buffer[], seconds: number): Promise<number> {
  await hammer({ port: at, connections: 32, seconds: seconds / 4, requests });
  const before = await cpuSeconds(pid);
  const done = await hammer({ port: at, connections: 32, seconds, requests });
  if (done.refused > 0) throw new Error(`${done.refused} of ${done.requests} decisions were refused.`);
  return (((await cpuSeconds(pid)) - before) * 1e6) / done.requests;
}

/** Versions that one runtime serves. */
export async function measureVersions({ seconds }: ScaleOptions, sizes: readonly number[] = [1, 200, 2_000]): Promise<readonly Growth[]> {
  const running = await startTemporaryInstance(["nats"]);
  const { instance } = running;
  const part = runtime("runtime1", quiet);
  const figures = { perSecond: new Map<number, number>(), bytes: new Map<number, number>(), memory: new Map<number, number>() };
  const times = { cold: new Map<number, number>(), decision: new Map<number, number>() };
  await startAll(instance, [part]);
  const plane = await openDataPlane(natsUrl(instance));
  try {
    const { organisationId, token } = await plane.issueKey();
    const versionIds: string[] = [];
    for (const size of sizes) {
      const begun = performance.now();
      const before = versionIds.length;
      let revision = 0;
      while (versionIds.length < size) {
        const deployed = await plane.deploy({ organisationId, definition: scorecard });
        versionIds.push(deployed.versionId);
        revision = deployed.revision;
      }
      await confirmed(plane, revision, 1);
      figures.perSecond.set(size, ((size - before) * 1000) / (performance.now() - begun));
      const { state } = await (await jetstreamManager(plane.nats.connection)).streams.info("KV_deployments");
      figures.bytes.set(size, state.bytes / size);
      await stopAll(instance, [part]);
      const restarted = performance.now();
      await startAll(instance, [part]);
      times.cold.set(size, performance.now() - restarted);
      const pid = await pidOf(instance, "runtime1");
      const requests = versionIds.map((versionId, index) => decisionOf(versionId, token, index));
      times.decision.set(size, await decisionCost(port(instance, "runtime1"), pid, requests, seconds));
      figures.memory.set(size, await memoryOf(pid));
    }
  } finally {
    await plane.close();
    await stopAll(instance, [part]);
    await running.stop();
  }
  return [
    { what: "deployments until confirmed", unit: "/s", values: figures.perSecond, isRate: true },
    { what: "bytes of a version in its bucket", unit: "B", values: figures.bytes },
    { what: "cold start of a runtime until ready", unit: "ms", values: times.cold, why: "every version is verified and compiled once" },
    { what: "memory of the runtime", unit: "MB", values: figures.memory, why: "compiled versions stay in memory" },
    { what: "processor time of a decision", unit: "us", values: times.decision, why: "code of more flows competes for caches" },
  ];
}

/** Organisations that call one runtime, each with its own key and version. */
export async function measureOrganisations({ seconds }: ScaleOptions, sizes: readonly number[] = [1, 20, 200]): Promise<readonly Growth[]> {
  const running = await startTemporaryInstance(["nats"]);
  const { instance } = running;
  const part = runtime("runtime1", quiet);
  const decision = new Map<number, number>();
  await startAll(instance, [part]);
  const plane = await openDataPlane(natsUrl(instance));
  try {
    const requests: Buffer[] = [];
    for (const size of sizes) {
      let revision = 0;
      while (requests.length < size) {
        const { organisationId, token } = await plane.issueKey();
        const deployed = await plane.deploy({ organisationId, definition: scorecard });
        revision = deployed.revision;
        requests.push(decisionOf(deployed.versionId, token, requests.length));
      }
      await confirmed(plane, revision, 1);
      decision.set(size, await decisionCost(port(instance, "runtime1"), await pidOf(instance, "runtime1"), requests, seconds));
    }
  } finally {
    await plane.close();
    await stopAll(instance, [part]);
    await running.stop();
  }
  return [{ what: "processor time of a decision", unit: "us", values: decision }];
}

/** Ports of eight runtimes: the instance has no edge, api, console or documentation here. */
const runtimePorts: readonly PortName[] = ["runtime1", "runtime2", "runtime3", "runtime4", "edge", "api", "console", "documentation"];

interface Traffic {
  readonly in_msgs: number;
  readonly in_bytes: number;
  readonly out_msgs: number;
  readonly out_bytes: number;
}

/** Runtimes that hold leases and confirm deployments, without decisions. */
export async function measureRuntimes(sizes: readonly number[] = [1, 2, 4, 8]): Promise<readonly Growth[]> {
  const running = await startTemporaryInstance(["nats"]);
  const { instance } = running;
  const started: ReturnType<typeof runtime>[] = [];
  const plane = await openDataPlane(natsUrl(instance));
  const traffic = async (): Promise<Traffic> =>
    (await (await fetch(`http://127.0.0.1:${port(instance, "natsMonitoring")}/varz`)).json()) as Traffic; // Its documented fields.
  const figures = { messages: new Map<number, number>(), bytes: new Map<number, number>(), confirm: new Map<number, number>() };
  try {
    for (const size of sizes) {
      for (const name of runtimePorts.slice(started.length, size)) {
        const part = runtime(name, quiet);
        started.push(part);
        await startAll(instance, [part]);
      }
      const first = await plane.deploy();
      await confirmed(plane, first.revision, size);
      const [before, begun] = [await traffic(), performance.now()];
      // Fixed wait: the traffic of a time without decisions and deployments is the figure.
      await pause(15_000);
      const [after, seconds] = [await traffic(), (performance.now() - begun) / 1000];
      const between = (key: keyof Traffic) => (after[key] - before[key]) / seconds / size;
      figures.messages.set(size, between("in_msgs") + between("out_msgs"));
      figures.bytes.set(size, between("in_bytes") + between("out_bytes"));
      const times: number[] = [];
      for (let round = 0; round < 10; round += 1) {
        const since = performance.now();
        const { revision } = await plane.deploy();
        await confirmed(plane, revision, size);
        times.push(performance.now() - since);
      }
      figures.confirm.set(size, times.toSorted((a, b) => a - b)[5] ?? Number.NaN);
    }
  } finally {
    await plane.close();
    await stopAll(instance, started);
    await running.stop();
  }
  return [
    { what: "messages of an idle runtime at JetStream", unit: "/s", values: figures.messages, why: "each receives the leases of all" },
    { what: "bytes of an idle runtime at JetStream", unit: "B/s", values: figures.bytes, why: "each receives the leases of all" },
    {
      what: "deployment until every runtime has confirmed",
      unit: "ms",
      values: figures.confirm,
      why: "the slowest of more runtimes counts",
    },
  ];
}

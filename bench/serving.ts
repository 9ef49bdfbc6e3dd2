/**
 * What a durable, logged decision costs in one runtime process, held against a bare node:http server that echoes: processor time a
 * request and throughput, measured in turns in one run. `--check` fails when a goal is missed; `--floor 0.5` asks for half of each.
 */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { port } from "../services/instance.ts";
import { startAll, stopAll } from "../services/lifecycle.ts";
import { natsUrl } from "../services/parts/nats.ts";
import { findProcess } from "../services/processes.ts";
import { runtime } from "../services/product.ts";
import { startTemporaryInstance } from "../services/temporary-instance.ts";
import { openDataPlane } from "../tests/support/data-plane.ts";
import { eventually } from "../tests/support/eventually.ts";
import { people } from "./engine/contenders.ts";
import { scorecard } from "./engine/scorecard.ts";
import { holdsFor, printTable, type Row } from "./engine/table.ts";
import { cpuSeconds } from "./serving/cpu.ts";
import { hammer, quantile, requestText } from "./serving/hammer.ts";

const { values: options } = parseArgs({
  options: {
    check: { type: "boolean", default: false },
    floor: { type: "string", default: "1" },
    seconds: { type: "string", default: "3" },
    rounds: { type: "string", default: "4" },
    connections: { type: "string", default: "64" },
  },
});

const running = await startTemporaryInstance(["nats"]);
const { instance } = running;
const part = runtime("runtime1", { env: { AIRLOCK_LOG_LEVEL: "warn" }, watch: false });
await startAll(instance, [part]);
const dataPlane = await openDataPlane(natsUrl(instance));
const organisationId = "bench";
const { token } = await dataPlane.issueKey({ organisationId });
const versions = [];
for (let index = 0; index < 200; index += 1) versions.push(await dataPlane.deploy({ organisationId, definition: scorecard }));
const echoPort = port(instance, "runtime2");
const echo = spawn(process.execPath, [join(import.meta.dirname, "serving/echo.ts"), String(echoPort), "800"], { stdio: "inherit" });
await eventually("the bare server", async () =>
  (await fetch(`http://127.0.0.1:${echoPort}/`, { method: "POST" }).catch(() => undefined))?.ok === true ? true : undefined,
);
const runtimePid = (await findProcess(instance.folder, "runtime1"))?.pid ?? 0;
const natsPid = (await findProcess(instance.folder, "nats"))?.pid ?? 0;

const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
const asking = (ids: readonly string[]): Buffer[] =>
  people.map((person, index) => requestText(`/dme/manage/v1/versions/${ids[index % ids.length]}/execute`, headers, JSON.stringify(person)));
const all = versions.map(({ versionId }) => versionId);
const contenders = {
  echo: { port: echoPort, pid: echo.pid ?? 0, requests: asking(all.slice(0, 1)) },
  "one version": { port: port(instance, "runtime1"), pid: runtimePid, requests: asking(all.slice(0, 1)) },
  "200 versions": { port: port(instance, "runtime1"), pid: runtimePid, requests: asking(all) },
};
type Name = keyof typeof contenders;
interface Total {
  requests: number;
  seconds: number;
  cpu: number;
  natsCpu: number;
  refused: number;
  readonly millis: number[];
}
const totals = new Map<Name, Total>();

try {
  for (let round = 0; round <= Number(options.rounds); round += 1) {
    for (const name of Object.keys(contenders) as Name[]) {
      const contender = contenders[name];
      const [cpu, natsCpu] = [await cpuSeconds(contender.pid), await cpuSeconds(natsPid)];
      const done = await hammer({ ...contender, connections: Number(options.connections), seconds: Number(options.seconds) });
      // The first round warms up.
      if (round === 0) continue;
      const total = totals.get(name) ?? { requests: 0, seconds: 0, cpu: 0, natsCpu: 0, refused: 0, millis: [] };
      total.requests += done.requests;
      total.seconds += done.seconds;
      total.cpu += (await cpuSeconds(contender.pid)) - cpu;
      total.natsCpu += (await cpuSeconds(natsPid)) - natsCpu;
      total.refused += done.refused;
      total.millis.push(...done.millis);
      totals.set(name, total);
    }
  }
} finally {
  echo.kill();
  await dataPlane.close();
  await stopAll(instance, [part]);
  await running.stop();
}

const cpuOf = (name: Name): number => ((totals.get(name)?.cpu ?? Number.NaN) / (totals.get(name)?.requests ?? Number.NaN)) * 1e6;
const rateOf = (name: Name): number => (totals.get(name)?.requests ?? Number.NaN) / (totals.get(name)?.seconds ?? Number.NaN);
for (const [name, { requests, refused, natsCpu, millis }] of totals) {
  console.log(
    `${name}: ${rateOf(name).toFixed(0)}/s, ${cpuOf(name).toFixed(1)} us of processor a request (nats-server ${((natsCpu / requests) * 1e6).toFixed(1)}), ` +
      `p50 ${quantile(millis, 0.5).toFixed(2)} ms, p99 ${quantile(millis, 0.99).toFixed(2)} ms${refused > 0 ? `, ${refused} refused` : ""}`,
  );
}
const rows: Row[] = [
  { what: "processor time a durable decision / bare echo", value: cpuOf("one version") / cpuOf("echo"), goal: { most: 1.5 } },
  { what: "throughput / bare echo, same connections", value: rateOf("one version") / rateOf("echo") },
  { what: "throughput with 200 versions / one", value: rateOf("200 versions") / rateOf("one version"), goal: { least: 0.9 } },
];
const floor = Number(options.floor);
printTable(rows, floor);
const missed = rows.filter((row) => !holdsFor(row, floor)).length + [...totals.values()].filter(({ refused }) => refused > 0).length;
console.log(`${rows.length - missed} passed, ${missed} failed`);
if (options.check && missed > 0) process.exitCode = 1;

import { execFile, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { copyFile, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { metricEntries } from "@airlock/platform";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { stringify } from "yaml";
import { z } from "zod";
import { installPrometheus } from "../../services/install/prometheus.ts";
import { port } from "../../services/instance.ts";
import { eventually } from "../support/eventually.ts";
import { readQueries } from "./dashboards.ts";
import { metricsIn } from "./metrics-in.ts";
import { readAlertRules, rulesPath } from "./rules.ts";

const jobs = { runtime: "runtime1", worker: "worker", api: "api" } as const;
const address = (name: keyof typeof jobs) => `127.0.0.1:${port(inject("instance"), jobs[name])}`;
let url = "";
let folder = "";
let prometheus: ChildProcess;

const sample = z.object({ metric: z.record(z.string(), z.string()), value: z.tuple([z.number(), z.string()]) });
const answer = z.object({ status: z.literal("success"), data: z.object({ result: z.array(sample) }) });

async function query(expression: string): Promise<readonly z.output<typeof sample>[]> {
  const response = await fetch(`${url}/api/v1/query?${new URLSearchParams({ query: expression }).toString()}`);
  return answer.parse(await response.json()).data.result;
}

/** Prometheus cannot choose a free port and report it. */
async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  // A listening TCP server has an address with a port.
  const { port: free } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return free;
}

beforeAll(async () => {
  await installPrometheus();
  folder = await mkdtemp(join(tmpdir(), "airlock-prometheus-"));
  await copyFile(rulesPath, join(folder, "rules.yaml"));
  const config = {
    global: { scrape_interval: "1s", scrape_timeout: "1s", evaluation_interval: "1s" },
    rule_files: ["rules.yaml"],
    scrape_configs: (["runtime", "worker", "api"] as const).map((name) => ({
      job_name: `airlock-${name}`,
      static_configs: [{ targets: [address(name)] }],
    })),
  };
  await writeFile(join(folder, "prometheus.yaml"), stringify(config));
  const listen = `127.0.0.1:${await freePort()}`;
  url = `http://${listen}`;
  prometheus = spawn(
    "prometheus",
    [`--config.file=${join(folder, "prometheus.yaml")}`, `--storage.tsdb.path=${join(folder, "data")}`, `--web.listen-address=${listen}`],
    { stdio: "ignore" },
  );
  await eventually("Prometheus to have scraped every process twice", async () => {
    const scraped = await query("count_over_time(up[1m]) >= 2 and up == 1").catch(() => []);
    return scraped.length === 3 ? true : undefined;
  });
});

afterAll(async () => {
  prometheus.kill("SIGTERM");
  if (prometheus.exitCode === null) await once(prometheus, "exit");
  await rm(folder, { recursive: true, force: true });
});

test("processes have the metrics of the table, with their kinds, and no others", async () => {
  for (const name of ["runtime", "worker", "api"] as const) {
    const text = await (await fetch(`http://${address(name)}/metrics`)).text();
    const found = new Map([...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, metric = "", kind = ""]) => [metric, kind]));
    const expected = metricEntries.filter(([metric, { at, optional }]) => at.includes(name) && (optional !== true || found.has(metric)));
    expect([name, Object.fromEntries(found)]).toEqual([name, Object.fromEntries(expected.map(([metric, { kind }]) => [metric, kind]))]);
  }
});

test("promtool accepts all names and types", async () => {
  for (const name of ["runtime", "worker", "api"] as const) {
    const text = await (await fetch(`http://${address(name)}/metrics`)).text();
    const checking = execFile("promtool", ["check", "metrics"]);
    let said = "";
    checking.stderr?.on("data", (chunk: string) => (said += chunk));
    checking.stdin?.end(text);
    await once(checking, "close");
    // It counts minutes as objects, not as a unit of time.
    const found = said.split("\n").filter((line) => line !== "" && !line.startsWith("airlock_minutes_counted_total use base unit"));
    expect([name, found]).toEqual([name, []]);
  }
});

test("every alert is evaluated", async () => {
  const evaluated = z.object({
    data: z.object({ groups: z.array(z.object({ rules: z.array(z.object({ name: z.string(), health: z.string() })) })) }),
  });
  const rules = await eventually("Prometheus to have evaluated every rule", async () => {
    const { data } = evaluated.parse(await (await fetch(`${url}/api/v1/rules`)).json());
    const all = data.groups.flatMap((group) => group.rules);
    return all.some(({ health }) => health === "unknown") ? undefined : all;
  });
  expect(rules.map(({ name, health }) => `${name} ${health}`).toSorted()).toEqual(
    readAlertRules()
      .map(({ alert }) => `${alert} ok`)
      .toSorted(),
  );
});

test("refusals that alerts select are counted from the start of a process", async () => {
  const codes = readAlertRules().flatMap(({ expr }) =>
    [...expr.matchAll(/code=~?"([^"]*)"/g)].flatMap(([, found = ""]) => found.split("|")),
  );
  const present = (await query("airlock_refusals_total")).map(({ metric }) => metric["code"]);
  expect(codes.filter((code) => !present.includes(code))).toEqual([]);
});

test("every panel of the dashboards has data, unless its metric needs a setting or an event", async () => {
  const optional = new Set(metricEntries.flatMap(([name, entry]) => (entry.optional === true ? [name] : [])));
  const empty: string[] = [];
  for (const { where, expr } of readQueries()) {
    const found = await query(expr.replaceAll("$__rate_interval", "1m").replaceAll("$namespace", ".*"));
    const mayBeEmpty = metricsIn(expr).some((name) => optional.has(name)) || expr.endsWith("> 0");
    if (found.length === 0 && !mayBeEmpty) empty.push(`${where}: ${expr}`);
  }
  expect(empty).toEqual([]);
});

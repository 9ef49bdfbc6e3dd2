import { parseArgs } from "node:util";
import { createInstance, findInstance, type Instance } from "./instance.ts";
import { environmentFile } from "./environment.ts";
import { installChromium } from "./install/chromium.ts";
import { installLightgbm } from "./install/lightgbm.ts";
import { installNginx } from "./install/nginx.ts";
import { startParts, statusOfParts, stopParts } from "./lifecycle.ts";
import type { PartName } from "./part.ts";
import { makeCluster } from "./parts/nats.ts";
import { isPartName, parts, usualParts } from "./parts.ts";

const usage = `npm run services -- install|start|stop|status [--name dev] [--base 8080] [--only postgres,nats] [--with keycloak,bigquery,s3,cluster]
  install installs what the parts, the edge, training and the journeys need, and starts nothing
  start   installs what is missing, starts the parts and waits until each answers
  stop    stops the parts of an instance that run
  status  shows each part's port, process and whether it answers`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    name: { type: "string", default: "dev" },
    base: { type: "string" },
    only: { type: "string" },
    with: { type: "string" },
    help: { type: "boolean", default: false },
  },
});

const every = Object.keys(parts).filter((name) => isPartName(name));
const usual = new Set<string>(usualParts);

try {
  const [command = "help"] = positionals;
  if (values.help || !["install", "start", "stop", "status"].includes(command)) {
    console.log(usage);
    process.exitCode = values.help || command === "help" ? 0 : 2;
  } else if (command === "install") await install();
  else if (command === "start") await start();
  else if (command === "stop") await stop();
  else await status();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function start(): Promise<void> {
  const known = await findInstance(values.name);
  const base = values.base === undefined ? (known?.base ?? 8080) : Number(values.base);
  if (!Number.isInteger(base) || base < 1024 || base > 65_000) throw new Error(`"${values.base}" is no port to start from.`);
  const instance = await createInstance(values.name, base);
  const wanted = values.with?.split(",") ?? [];
  if (wanted.includes("cluster")) await makeCluster(instance);
  const members = wanted.includes("cluster") ? (["nats2", "nats3"] as const) : [];
  const besides = wanted.filter((name) => name !== "cluster").join(",");
  const names = [...(named(values.only) ?? usualParts), ...(besides === "" ? [] : (named(besides) ?? [])), ...members];
  const begun = performance.now();
  await startParts(instance, names, (part, seconds) => {
    const installing = seconds.install >= 0.1 ? `, installed in ${seconds.install.toFixed(1)} s` : "";
    console.log(`${part.padEnd(11)} answers after ${seconds.start.toFixed(1)} s${installing}`);
  });
  console.log(
    `All answer after ${((performance.now() - begun) / 1000).toFixed(1)} s. Settings for the product: ${environmentFile(instance)}`,
  );
}

async function install(): Promise<void> {
  const begun = performance.now();
  const seconds = () => ((performance.now() - begun) / 1000).toFixed(1);
  const names = [...(named(values.only) ?? usualParts), ...(named(values.with) ?? [])];
  const steps = [
    ...names.map((name) => ({ name, run: () => parts[name].install() })),
    { name: "edge", run: installNginx },
    { name: "chromium", run: installChromium },
    { name: "lightgbm", run: installLightgbm },
  ];
  await Promise.all(
    steps.map(async ({ name, run }) => {
      await run();
      console.log(`${name.padEnd(12)} is there after ${seconds()} s`);
    }),
  );
}

async function stop(): Promise<void> {
  const instance = await findInstance(values.name);
  const stopped = instance === undefined ? [] : await stopParts(instance, named(values.only) ?? every);
  console.log(stopped.length === 0 ? `Nothing of "${values.name}" runs.` : `Stopped ${stopped.join(", ")}.`);
}

async function status(): Promise<void> {
  const instance = await findInstance(values.name);
  if (instance === undefined) {
    console.log(`There is no instance "${values.name}".`);
    process.exitCode = 1;
    return;
  }
  await print(instance);
}

async function print(instance: Instance): Promise<void> {
  const rows = await statusOfParts(instance, every);
  const shown = rows.filter(({ part, pid }) => pid !== undefined || usual.has(part));
  console.log(`${"part".padEnd(12)}${"port".padEnd(8)}${"pid".padEnd(10)}ready`);
  for (const { part, port, pid, ready } of shown) {
    console.log(`${part.padEnd(12)}${String(port).padEnd(8)}${String(pid ?? "-").padEnd(10)}${ready ? "yes" : "no"}`);
  }
  if (shown.some(({ ready }) => !ready)) process.exitCode = 1;
}

function named(list: string | undefined): PartName[] | undefined {
  return list?.split(",").map((name) => {
    if (!isPartName(name)) throw new Error(`There is no part "${name}". The parts are ${every.join(", ")}.`);
    return name;
  });
}

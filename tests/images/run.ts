/**
 * `npm run images`: builds the images of deploy/Dockerfile, inspects them, and starts every service of compose.yaml in its order: migrations, api,
 * runtime, worker and edge from the images with their commands, settings, read-only root and no privileges; Postgres, NATS and the bucket server with
 * their commands, settings and certificates; ClickHouse and the inbox of `services/` behind TLS; and its identity provider. Passwords are those of
 * deploy/make-env.sh, certificates those of deploy/make-certificates.sh. Then it makes a decision with `npm run tour` and runs the sign-in journeys.
 * It prints the sizes of the images and writes the software bill of materials. `-- --trial` builds and checks the trial image instead. Needs root,
 * because it mounts.
 */
import { execFile } from "node:child_process";
import { chown, mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { parseArgs, promisify } from "node:util";
import { expectOk } from "../../services/http.ts";
import { installBuildah } from "../../services/install/buildah.ts";
import { createInstance, port, projectRoot, publicUrl, type Instance } from "../../services/instance.ts";
import { startAll, stopAll } from "../../services/lifecycle.ts";
import type { Part } from "../../services/part.ts";
import { parts } from "../../services/parts.ts";
import type { PortName } from "../../services/ports.ts";
import type { Command } from "../../services/processes.ts";
import { buildImage, type Unpacked } from "./build-image.ts";
import { buildah } from "./buildah.ts";
import { Compose, type ServiceName } from "./compose.ts";
import { confined } from "./confined.ts";
import { expectNoPlainConnections } from "./plain.ts";
import { makeStandIns } from "./stand-ins.ts";
import { timed } from "./timed.ts";
import { checkTrial } from "./trial.ts";

const base = 9400;
/** Stories about decisions wait for a second runtime, which compose.yaml does not start. */
const journeys = ["tests/journeys/sign-in.journey.ts"];
const run = promisify(execFile);
/** Services of compose.yaml that end. */
const oneShots = ["certificates", "backup-volume", "migrations"] as const satisfies readonly ServiceName[];
type OneShot = (typeof oneShots)[number];

const { values } = parseArgs({ options: { trial: { type: "boolean", default: false } } });
if (process.getuid?.() !== 0) throw new Error("npm run images mounts file systems: run it as root.");
await installBuildah();
await timed("stand-ins for base images", makeStandIns);
await (values.trial ? checkTrial(base) : checkImages());
console.log("The images serve.");

async function checkImages(): Promise<void> {
  const instance = await createInstance("images", base);
  const compose = await Compose.read(instance);
  const containers: string[] = [];
  const started: (readonly Part[])[] = [];
  try {
    const server = await buildImage({ name: "server", user: "node", own: "airlock" });
    containers.push(server.container);
    const edge = await buildImage({ name: "edge", user: "101", own: "usr/share/airlock" });
    containers.push(edge.container);
    const confine = (name: ServiceName, data?: string) => {
      const image = name === "edge" ? edge : server;
      return confined(image, { ...compose.serviceOf(name), uid: uidOf(name), ...(data === undefined ? {} : { data }) });
    };
    const services: Readonly<Record<Exclude<ServiceName, OneShot>, Part>> = {
      postgres: compose.postgres,
      nats: compose.nats,
      s3: compose.s3,
      clickhouse: compose.clickhouse,
      keycloak: parts.idp,
      inbox: compose.inbox,
      api: part("api", "api", "/ready", confine),
      runtime: part("runtime", "runtime1", "/ready", confine),
      worker: part("worker", "worker", "/ready", confine),
      edge: part("edge", "edge", "/config.json", confine),
    };
    for (const wave of compose.order()) {
      await timed(wave.join(", "), async () => {
        if (wave.includes("certificates")) await compose.prepare();
        if (wave.includes("migrations")) {
          const { file, args } = confine("migrations");
          await run(file, [...args]);
        }
        const next = wave.flatMap((name) => (isOneShot(name) ? [] : [services[name]]));
        started.unshift(next);
        await startAll(instance, next);
      });
    }
    await timed("refusal of connections without TLS", () => expectNoPlainConnections(instance));
    await checkProduct(instance, edge);
    console.log(`Components of the product: ${await writeSbom()}`);
  } finally {
    for (const wave of started) await stopAll(instance, wave);
    for (const container of containers) await buildah("rm", container);
    await rm(instance.folder, { recursive: true, force: true });
  }
}

/** A decision, journeys, and files that are outside the console's folder and copied into its build. */
async function checkProduct(instance: Instance, edge: Unpacked): Promise<void> {
  await timed("tour", async () => {
    const { stdout } = await run("npm", ["run", "--silent", "tour", "--", "--instance", instance.name], { cwd: projectRoot });
    if (!/^200 /m.test(stdout)) throw new Error(`The tour made no decision:\n${stdout}`);
  });
  await timed("journeys", async () => {
    const env = { ...process.env, AIRLOCK_JOURNEY_INSTANCE: instance.name, AIRLOCK_JOURNEY_BASE: String(base) };
    const { stdout } = await run("npm", ["run", "--silent", "journeys", "--", ...journeys], { cwd: projectRoot, env });
    console.log(stdout.trimEnd().split("\n").at(-1));
  });
  await expectOk(`${publicUrl(instance)}/`);
  for (const [what, text] of [
    ["templates", "Consumer credit scorecard"],
    ["news", "What changes for users of Airlock"],
  ] as const)
    await run("grep", ["-rq", text, join(edge.root, "usr/share/airlock/console")]).catch(() => {
      throw new Error(`The console has no ${what}.`);
    });
}

/** The software bill of materials of what the images contain of ours. Base images have their own. */
async function writeSbom(): Promise<string> {
  const file = join(projectRoot, ".build/images/airlock.cdx.json");
  const { stdout } = await run("npm", ["run", "--silent", "sbom"], { cwd: projectRoot, maxBuffer: 1 << 28 });
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, stdout);
  return file;
}

/** `backup-volume` does nothing here: the replacement of ClickHouse has no such volume. */
function isOneShot(name: ServiceName): name is OneShot {
  return oneShots.some((one) => one === name);
}

function uidOf(name: ServiceName): string {
  return name === "edge" ? "101" : "1000";
}

function part(name: ServiceName, portName: PortName, health: string, confine: (name: ServiceName, data?: string) => Command): Part {
  return {
    name,
    ports: [portName],
    install: () => Promise.resolve(),
    ...(name === "edge" ? { stopSignal: "SIGQUIT" as const } : {}),
    async prepare(of) {
      if (name === "edge") return confine(name);
      const data = join(of.folder, `${name}-data`);
      await mkdir(data, { recursive: true });
      await chown(data, Number(uidOf(name)), Number(uidOf(name)));
      return confine(name, data);
    },
    probe: async (of) => {
      await expectOk(`http://127.0.0.1:${port(of, portName)}${health}`);
    },
  };
}

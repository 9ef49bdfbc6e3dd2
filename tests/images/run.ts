/**
 * `npm run images`: builds the images of deploy/Dockerfile, inspects them, starts migrations, api, runtime, worker and edge from them like
 * compose.yaml (same commands, same settings, read-only root, no privileges) with the parts of `services/`, makes a decision through them with
 * `npm run tour`, and runs two files of journeys on them. `-- --trial` builds and checks the trial image instead. Needs root, because it mounts.
 */
import { execFile } from "node:child_process";
import { chown, mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs, promisify } from "node:util";
import { expectOk } from "../../services/http.ts";
import { installBuildah } from "../../services/install/buildah.ts";
import { createInstance, port, projectRoot, publicUrl, type Instance } from "../../services/instance.ts";
import { startAll, startParts, stopAll, stopParts } from "../../services/lifecycle.ts";
import type { Part } from "../../services/part.ts";
import { usualParts } from "../../services/parts.ts";
import type { Command } from "../../services/processes.ts";
import { buildImage, type Unpacked } from "./build-image.ts";
import { buildah } from "./buildah.ts";
import { serviceOf, type ServiceName } from "./compose.ts";
import { confined } from "./confined.ts";
import { makeStandIns } from "./stand-ins.ts";
import { timed } from "./timed.ts";
import { checkTrial } from "./trial.ts";

const base = 9400;
const parts = [...usualParts, "s3"] as const;
/** Signing in, drawing, deploying, deciding and charts: through the edge, the api, the runtime, the worker and the console. */
const journeys = ["tests/journeys/sign-in.journey.ts", "tests/journeys/decision.journey.ts"];
const run = promisify(execFile);

const { values } = parseArgs({ options: { trial: { type: "boolean", default: false } } });
if (process.getuid?.() !== 0) throw new Error("npm run images mounts file systems: run it as root.");
await installBuildah();
await timed("stand-ins for base images", makeStandIns);
await (values.trial ? checkTrial(base) : checkImages());
console.log("The images serve.");

async function checkImages(): Promise<void> {
  const instance = await createInstance("images", base);
  const containers: string[] = [];
  try {
    const server = await buildImage({ name: "server", user: "node", own: "airlock" });
    containers.push(server.container);
    const edge = await buildImage({ name: "edge", user: "101", own: "usr/share/airlock" });
    containers.push(edge.container);

    await startParts(instance, parts);
    const migrations = service("migrations", instance, server, "1000");
    await timed("migrations", () => run(migrations.file, [...migrations.args]));
    const processes = [
      part("api", "api", server, "1000", "/ready"),
      part("runtime", "runtime1", server, "1000", "/ready"),
      part("worker", "worker", server, "1000", "/ready"),
      part("edge", "edge", edge, "101", "/config.json"),
    ];
    try {
      await timed("api, runtime, worker and edge", () => startAll(instance, processes));
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
      // Their files are outside the console's folder and copied into its build.
      for (const [what, text] of [
        ["templates", "Consumer credit scorecard"],
        ["news", "What changes for users of Airlock"],
      ] as const)
        await run("grep", ["-rq", text, join(edge.root, "usr/share/airlock/console")]).catch(() => {
          throw new Error(`The console has no ${what}.`);
        });
    } finally {
      await stopAll(instance, processes);
    }
  } finally {
    await stopParts(instance, parts);
    for (const container of containers) await buildah("rm", container);
    await rm(instance.folder, { recursive: true, force: true });
  }
}

/** A service of compose.yaml in the files of its image. */
function service(name: ServiceName, of: Instance, image: Unpacked, uid: string, data?: string): Command {
  return confined(image, { ...serviceOf(name, of), uid, ...(data === undefined ? {} : { data }) });
}

function part(name: ServiceName, portName: Part["ports"][0], image: Unpacked, uid: string, health: string): Part {
  return {
    name,
    ports: [portName],
    install: () => Promise.resolve(),
    ...(name === "edge" ? { stopSignal: "SIGQUIT" as const } : {}),
    async prepare(of) {
      const data = join(of.folder, `${name}-data`);
      await mkdir(data, { recursive: true });
      await chown(data, Number(uid), Number(uid));
      return service(name, of, image, uid, name === "edge" ? undefined : data);
    },
    probe: async (of) => {
      await expectOk(`http://127.0.0.1:${port(of, portName)}${health}`);
    },
  };
}

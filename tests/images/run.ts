/**
 * `npm run images`: builds the images of deploy/Dockerfile, inspects them, starts migrations, api, runtime, worker and edge from them like
 * compose.yaml (same commands, same settings, read-only root, no privileges) with the parts of `services/`, and makes a decision through them with
 * `npm run tour`. Needs root, because it mounts.
 */
import { execFile } from "node:child_process";
import { access, chown, mkdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { z } from "zod";
import { expectOk } from "../../services/http.ts";
import { installBuildah } from "../../services/install/buildah.ts";
import { createInstance, port, projectRoot, publicUrl, type Instance } from "../../services/instance.ts";
import { startAll, startParts, stopAll, stopParts } from "../../services/lifecycle.ts";
import type { Part } from "../../services/part.ts";
import { usualParts } from "../../services/parts.ts";
import type { Command } from "../../services/processes.ts";
import { build, buildah, settingsOf, unpack, type ImageSettings } from "./buildah.ts";
import { serviceOf, type ServiceName } from "./compose.ts";
import { makeStandIns } from "./stand-ins.ts";

const base = 9400;
const parts = [...usualParts, "s3"] as const;
const images = { server: "localhost/airlock-server", edge: "localhost/airlock-edge" } as const;
const run = promisify(execFile);

if (process.getuid?.() !== 0) throw new Error("npm run images mounts file systems: run it as root.");
await installBuildah();
await timed("stand-ins for base images", makeStandIns);
const product = z.object({ version: z.string() }).parse(JSON.parse(await readFile(join(projectRoot, "package.json"), "utf8")));
const { stdout: revision } = await run("git", ["rev-parse", "HEAD"], { cwd: projectRoot });
for (const [target, tag] of Object.entries(images)) {
  const labels = ["--build-arg", `VERSION=${product.version}`, "--build-arg", `REVISION=${revision.trim()}`];
  await timed(`image ${target}`, () => build(join(projectRoot, "deploy/Dockerfile"), projectRoot, tag, "--target", target, ...labels));
}

const instance = await createInstance("images", base);
const containers: string[] = [];
try {
  const server = { ...(await unpack(images.server)), settings: await settingsOf(images.server) };
  containers.push(server.container);
  const edge = { ...(await unpack(images.edge)), settings: await settingsOf(images.edge) };
  containers.push(edge.container);
  await inspect("server", server, product.version, "node");
  await inspect("edge", edge, product.version, "101");

  await startParts(instance, parts);
  const migrations = confined("migrations", instance, server, "1000");
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
console.log("The images serve.");

interface Unpacked {
  readonly root: string;
  readonly settings: ImageSettings;
}

/** Checks of an image before anything runs. */
async function inspect(name: string, { root, settings }: Unpacked, version: string, user: string): Promise<void> {
  const problems: string[] = [];
  if (settings.User !== user) problems.push(`runs as ${settings.User || "root"}`);
  if (settings.Healthcheck === undefined) problems.push("has no health check");
  if (settings.Labels?.["org.opencontainers.image.version"] !== version) problems.push("does not say its version");
  if (settings.Labels?.["org.opencontainers.image.revision"] !== revision.trim()) problems.push("does not say its revision");
  if (settings.Env.some((entry) => /PASSWORD|SECRET|TOKEN/.test(entry))) problems.push("has a secret in its environment");
  const tools = ["gcc", "cc", "make", "g++", "python3", "npm", "npx", "git", "curl"];
  for (const folder of ["usr/local/bin", "usr/bin", "bin"])
    for (const tool of tools) if (await isThere(join(root, folder, tool))) problems.push(`has ${tool}`);
  const unwanted = ["airlock/apps/console", "airlock/node_modules/vite", "airlock/node_modules/typescript", "airlock/.env", "airlock/.git"];
  for (const path of unwanted) if (await isThere(join(root, path))) problems.push(`has ${path}`);
  const { stdout: size } = await run("du", ["-sm", root]);
  const { stdout: own } = await run("du", ["-sm", join(root, name === "server" ? "airlock" : "usr/share/airlock")]);
  console.log(`${name}: ${size.split("\t")[0]} MB on the stand-in, ${own.split("\t")[0]} MB of it ours`);
  if (problems.length > 0) throw new Error(`The image ${name} ${problems.join(", ")}.`);
}

/** A service of compose.yaml as a process of this machine, in the files of its image. */
function confined(name: ServiceName, of: Instance, { root, settings }: Unpacked, uid: string, data = "-"): Command {
  const { command, memory, env } = serviceOf(name, of);
  const own = Object.fromEntries(settings.Env.map((entry) => [entry.slice(0, entry.indexOf("=")), entry.slice(entry.indexOf("=") + 1)]));
  const variables = Object.entries({ ...own, ...env }).map(([variable, value]) => `${variable}=${value}`);
  const started = command.length > 0 ? command : [...(settings.Entrypoint ?? []), ...(settings.Cmd ?? [])];
  const start = settings.WorkingDir === "" ? "/" : settings.WorkingDir;
  const script = join(import.meta.dirname, "confined.sh");
  return { file: "unshare", args: ["--mount", "sh", script, root, uid, start, data, memory.join(","), ...variables, ...started] };
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
      return confined(name, of, image, uid, name === "edge" ? "-" : data);
    },
    probe: async (of) => {
      await expectOk(`http://127.0.0.1:${port(of, portName)}${health}`);
    },
  };
}

async function timed<T>(what: string, work: () => Promise<T>): Promise<T> {
  const begun = performance.now();
  const result = await work();
  console.log(`${what}: ${((performance.now() - begun) / 1000).toFixed(0)} s`);
  return result;
}

function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

import { execFile } from "node:child_process";
import { access, readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { z } from "zod";
import { projectRoot } from "../../services/instance.ts";
import { build, settingsOf, unpack, type ImageSettings } from "./buildah.ts";
import { timed } from "./timed.ts";

const run = promisify(execFile);
const product = z.object({ version: z.string() }).parse(JSON.parse(await readFile(join(projectRoot, "package.json"), "utf8")));
const revision = (await run("git", ["rev-parse", "HEAD"], { cwd: projectRoot })).stdout.trim();

export interface Unpacked {
  readonly container: string;
  readonly root: string;
  readonly settings: ImageSettings;
}

export interface Target {
  readonly name: "server" | "edge" | "trial";
  readonly user: string;
  /** Our files in it. */
  readonly own: string;
}

/** Builds a target of deploy/Dockerfile, checks it before anything runs, and prints its size. */
export async function buildImage(target: Target): Promise<Unpacked> {
  const tag = `localhost/airlock-${target.name}`;
  const labels = ["--build-arg", `VERSION=${product.version}`, "--build-arg", `REVISION=${revision}`];
  await timed(`image ${target.name}`, () =>
    build(join(projectRoot, "deploy/Dockerfile"), projectRoot, tag, "--target", target.name, ...labels),
  );
  const image = { ...(await unpack(tag)), settings: await settingsOf(tag) };
  await inspect(target, image);
  return image;
}

async function inspect({ name, user, own }: Target, { root, settings }: Unpacked): Promise<void> {
  const problems: string[] = [];
  if (settings.User !== user) problems.push(`runs as ${settings.User || "root"}`);
  if (settings.Healthcheck === undefined) problems.push("has no health check");
  if (settings.Labels?.["org.opencontainers.image.version"] !== product.version) problems.push("does not say its version");
  if (settings.Labels?.["org.opencontainers.image.revision"] !== revision) problems.push("does not say its revision");
  const isTrial = settings.Labels?.["org.opencontainers.image.description"]?.includes("Not for production") === true;
  if (isTrial !== (name === "trial"))
    problems.push(isTrial ? "says that it is not for production" : "does not say that it is not for production");
  if (settings.Env.some((entry) => /PASSWORD|SECRET|TOKEN/.test(entry))) problems.push("has a secret in its environment");
  const tools = ["gcc", "cc", "make", "g++", "python3", "npm", "npx", "git", "curl"];
  for (const folder of ["usr/local/bin", "usr/bin", "bin"])
    for (const tool of tools) if (await isThere(join(root, folder, tool))) problems.push(`has ${tool}`);
  const sources = name === "trial" ? ["airlock/apps/console/src", "airlock/tests/journeys"] : ["airlock/apps/console", "airlock/services"];
  const unwanted = [...sources, "airlock/node_modules/vite", "airlock/node_modules/typescript", "airlock/.env", "airlock/.git"];
  for (const path of unwanted) if (await isThere(join(root, path))) problems.push(`has ${path}`);
  const { stdout: size } = await run("du", ["-sm", root]);
  const { stdout: ownSize } = await run("du", ["-sm", join(root, own)]);
  console.log(`${name}: ${size.split("\t")[0]} MB on the stand-in, ${ownSize.split("\t")[0]} MB of it in /${own}`);
  if (problems.length > 0) throw new Error(`The image ${name} ${problems.join(", ")}.`);
}

function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

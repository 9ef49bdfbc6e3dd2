import { execFile } from "node:child_process";
import { copyFile, cp, mkdir, realpath } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { exists, findExecutable } from "../../services/install/cache.ts";
import { goBinary } from "../../services/install/go.ts";
import { nats, natsVersion } from "../../services/parts/nats.ts";
import { s3, s3Version } from "../../services/parts/s3.ts";
import { build, buildah, imagesFolder } from "./buildah.ts";

const run = promisify(execFile);
const recipes = join(import.meta.dirname, "stand-ins");
const context = join(imagesFolder, "context");

/** Replacements for the base images of deploy/Dockerfile, for machines without access to an image registry. */
const standIns = {
  "docker.io/library/node:24-bookworm-slim": "node.Dockerfile",
  "docker.io/library/python:3.12-slim-bookworm": "python.Dockerfile",
  "docker.io/nginxinc/nginx-unprivileged:1.28-alpine": "nginx.Dockerfile",
  [`docker.io/library/nats:${natsVersion.slice(1)}-alpine`]: "nats.Dockerfile",
  [`docker.io/versity/versitygw:${s3Version}`]: "versitygw.Dockerfile",
};

/** Builds missing replacements. They are cached. */
export async function makeStandIns(): Promise<void> {
  await mkdir(context, { recursive: true });
  await cp(recipes, context, { recursive: true });
  await copyFile("/etc/ssl/certs/ca-certificates.crt", join(context, "ca-certificates.crt"));
  const debian = "localhost/airlock-stand-in-debian";
  if (!(await hasImage(debian))) {
    const root = join(imagesFolder, "debian");
    await run("debootstrap", ["--variant=minbase", "--include=ca-certificates", "bookworm", root], { maxBuffer: 64 * 1024 * 1024 });
    await run("tar", ["-C", root, "-cf", join(context, "debian.tar"), "."]);
    await build(join(recipes, "debian.Dockerfile"), context, debian);
  }
  for (const [image, recipe] of Object.entries(standIns)) {
    if (await hasImage(image)) continue;
    await copyServers();
    await copyFile(process.execPath, join(context, "node"));
    if (!(await exists(join(context, "npm")))) await cp(await npmFolder(), join(context, "npm"), { recursive: true, dereference: true });
    await build(join(recipes, recipe), context, image);
  }
}

/** The servers of services/, which are those of the images. */
async function copyServers(): Promise<void> {
  await Promise.all([nats.install(), s3.install()]);
  for (const [binary, version] of Object.entries({ "nats-server": natsVersion, versitygw: s3Version }))
    await copyFile(goBinary(binary, version), join(context, binary));
}

/** The npm that runs this, or the one on the PATH. */
async function npmFolder(): Promise<string> {
  const program = process.env["npm_execpath"] ?? (await findExecutable("npm"));
  if (program === undefined) throw new Error("npm is missing.");
  return dirname(dirname(await realpath(program)));
}

function hasImage(name: string): Promise<boolean> {
  return buildah("inspect", "--type", "image", name).then(
    () => true,
    () => false,
  );
}

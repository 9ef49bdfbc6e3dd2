import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { z } from "zod";
import { cacheFolder } from "../../services/install/cache.ts";

/** Images and containers of these checks only. */
export const imagesFolder = join(cacheFolder(), "images");
const run = promisify(execFile);

/** Without a daemon and without an overlay file system, which cannot be mounted in a container. */
export async function buildah(...args: readonly string[]): Promise<string> {
  const store = ["--root", join(imagesFolder, "store"), "--runroot", join(imagesFolder, "run"), "--storage-driver", "vfs"];
  const { stdout } = await run("buildah", [...store, ...args], { maxBuffer: 256 * 1024 * 1024 });
  return stdout.trim();
}

export async function build(file: string, context: string, tag: string, ...more: readonly string[]): Promise<void> {
  await buildah(
    "bud",
    "--quiet",
    "--pull=false",
    "--isolation",
    "chroot",
    "--format",
    "docker",
    "--tag",
    tag,
    "--file",
    file,
    ...more,
    context,
  );
}

const settings = z.object({
  Docker: z.object({
    config: z.object({
      User: z.string().default(""),
      Env: z.array(z.string()).default([]),
      Entrypoint: z.array(z.string()).nullish(),
      Cmd: z.array(z.string()).nullish(),
      WorkingDir: z.string().default("/"),
      Labels: z.record(z.string(), z.string()).nullish(),
      Healthcheck: z.object({ Test: z.array(z.string()) }).optional(),
    }),
  }),
});
export type ImageSettings = z.output<typeof settings>["Docker"]["config"];

export async function settingsOf(image: string): Promise<ImageSettings> {
  return settings.parse(JSON.parse(await buildah("inspect", "--type", "image", image))).Docker.config;
}

/** The files of an image, in a container of their own. */
export async function unpack(image: string): Promise<{ readonly container: string; readonly root: string }> {
  const container = await buildah("from", "--pull=false", image);
  return { container, root: await buildah("mount", container) };
}

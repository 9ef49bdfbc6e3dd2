import { execFile } from "node:child_process";
import { cp, mkdir, open, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** A folder of a stopped process on a disk of its own, small enough to be filled without harm to the machine. */
export interface SmallDisk {
  /** Fills it to the last byte. */
  readonly fill: () => Promise<void>;
  readonly free: () => Promise<void>;
  /** Moves its content back; its process must be stopped again. */
  readonly remove: () => Promise<void>;
}

/** Mounts a file system in memory over the folder, which requires root. */
export async function putOnSmallDisk(folder: string, megabytes: number): Promise<SmallDisk> {
  const copy = `${folder}.copy`;
  const filler = join(folder, "filler");
  await rm(copy, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await cp(folder, copy, { recursive: true });
  await run("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m`, "airlock-faults", folder]);
  await cp(copy, folder, { recursive: true });
  const free = () => rm(filler, { force: true });
  return {
    free,
    fill: async () => {
      const file = await open(filler, "a");
      try {
        for (const size of [1 << 20, 4096, 1]) await writeUntilFull(file, Buffer.alloc(size));
      } finally {
        await file.close();
      }
    },
    remove: async () => {
      await free();
      await rm(copy, { recursive: true, force: true });
      await cp(folder, copy, { recursive: true });
      await run("umount", [folder]);
      await rm(folder, { recursive: true, force: true });
      await cp(copy, folder, { recursive: true });
      await rm(copy, { recursive: true, force: true });
    },
  };
}

async function writeUntilFull(file: Awaited<ReturnType<typeof open>>, bytes: Buffer): Promise<void> {
  try {
    for (;;) await file.write(bytes);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
  }
}

import { readdir, readFile } from "node:fs/promises";
import type { Instance } from "../../services/instance.ts";
import { findProcess } from "../../services/processes.ts";

/** Ticks of `/proc/<pid>/stat` per second: fixed at 100 for programs, whatever the kernel uses inside. */
const ticksPerSecond = 100;

interface Stat {
  readonly parent: number;
  /** Processor seconds of the process, and of its children that have ended. */
  readonly seconds: number;
}

async function statOf(pid: number): Promise<Stat | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => undefined);
  if (text === undefined) return undefined;
  // The name in parentheses may contain spaces; the state follows it.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  const ticks = [11, 12, 13, 14].reduce((sum, at) => sum + Number(fields[at]), 0);
  return { parent: Number(fields[1]), seconds: ticks / ticksPerSecond };
}

/** Processor seconds so far of processes with all their descendants: Postgres, ClickHouse and nginx have several. */
export async function treeSeconds(roots: readonly number[]): Promise<readonly number[]> {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name)).map(Number);
  const stats = new Map<number, Stat>();
  for (const pid of pids) {
    const stat = await statOf(pid);
    if (stat !== undefined) stats.set(pid, stat);
  }
  const rootOf = (pid: number): number | undefined => {
    for (let at = pid; at > 1; at = stats.get(at)?.parent ?? 0) if (roots.includes(at)) return at;
    return undefined;
  };
  const sums = new Map(roots.map((root) => [root, 0]));
  for (const [pid, { seconds }] of stats) {
    const root = rootOf(pid);
    if (root !== undefined) sums.set(root, (sums.get(root) ?? 0) + seconds);
  }
  return roots.map((root) => sums.get(root) ?? 0);
}

export async function pidOf(instance: Instance, name: string): Promise<number> {
  const found = await findProcess(instance.folder, name);
  if (found === undefined) throw new Error(`${name} is not running.`);
  return found.pid;
}

/** Resident memory in megabytes. */
export async function memoryOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? Number.NaN) / 1024;
}

import { readdir, readFile } from "node:fs/promises";
import { cpuSeconds } from "../serving/cpu.ts";

/** Processor time of some processes and their descendants so far, in milliseconds. Processes that have exited do not count. */
export async function processorMillis(pids: readonly number[]): Promise<number> {
  const parents = new Map<number, number>();
  for (const name of await readdir("/proc")) {
    const stat = /^\d+$/.test(name) ? await readFile(`/proc/${name}/stat`, "utf8").catch(() => "") : "";
    // The name of a process is in brackets and may contain anything; the state and the parent follow.
    const parent = / [A-Z] (\d+) /.exec(stat.slice(stat.lastIndexOf(")")))?.[1];
    if (parent !== undefined) parents.set(Number(name), Number(parent));
  }
  const isOurs = (pid: number | undefined): boolean => pid !== undefined && (pids.includes(pid) || isOurs(parents.get(pid)));
  const used = await Promise.all([...parents.keys()].filter(isOurs).map((pid) => cpuSeconds(pid).catch(() => 0)));
  return used.reduce((sum, seconds) => sum + seconds, 0) * 1000;
}

import { readdir, readFile } from "node:fs/promises";

/** Processor time of a process and its threads so far, in seconds, from the scheduler's nanosecond counters. */
export async function cpuSeconds(pid: number): Promise<number> {
  const threads = await readdir(`/proc/${pid}/task`);
  const used = await Promise.all(threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/schedstat`, "utf8").catch(() => "0")));
  return used.reduce((sum, text) => sum + Number(text.split(" ", 1)[0]), 0) / 1e9;
}

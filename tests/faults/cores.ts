import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { promisify } from "node:util";
import type { Instance } from "../../services/instance.ts";
import { findProcess } from "../../services/processes.ts";

const run = promisify(execFile);

/** Whether processes can be separated: with one core they share it. */
export const hasTwoCores = availableParallelism() > 1;

/** The cores that this process may use, as `pin` takes them ("0-3"). */
export async function allowedCores(): Promise<string> {
  const status = await readFile("/proc/self/status", "utf8");
  return /^Cpus_allowed_list:\s*(\S+)$/m.exec(status)?.[1] ?? `0-${availableParallelism() - 1}`;
}

/** Restricts processes, their threads and their children to these cores ("0", "1" or "0-1"); later children inherit it. */
export async function pin(pids: readonly number[], cores: string): Promise<void> {
  if (!hasTwoCores) return;
  for (const pid of pids) {
    for (const one of await withChildren(pid)) {
      // A process may have exited in the meantime.
      await run("taskset", ["--all-tasks", "--cpu-list", "--pid", cores, String(one)]).catch(() => undefined);
    }
  }
}

/** The same for processes of an instance; those that do not run are skipped. */
export async function pinNamed(instance: Instance, names: readonly string[], cores: string): Promise<void> {
  const running = await Promise.all(names.map((name) => findProcess(instance.folder, name)));
  await pin(
    running.flatMap((found) => (found === undefined ? [] : [found.pid])),
    cores,
  );
}

async function withChildren(pid: number): Promise<readonly number[]> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
  const lists = await Promise.all(threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/children`, "utf8").catch(() => "")));
  const children = lists.flatMap((list) => list.split(" ").filter(Boolean).map(Number));
  return [pid, ...(await Promise.all(children.map(withChildren))).flat()];
}

import { readFile } from "node:fs/promises";

/** Ticks of the kernel's clock a second; 100 on every Linux that Node runs on. */
const ticks = 100;

/** Processor time that a process has used so far, user and system, in seconds. */
export async function cpuSeconds(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) / ticks;
}

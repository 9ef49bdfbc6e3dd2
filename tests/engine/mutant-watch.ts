/** Ends the process when one mutant has used more processor time than any check takes. Wall-clock time would depend on the load of the machine. */
import { workerData } from "node:worker_threads";

const maxMillis = 10_000;
const since = workerData as Float64Array; // Set by mutant.ts: the processor time at which the current mutant began.

setInterval(() => {
  const { user, system } = process.cpuUsage();
  if ((user + system) / 1000 - (since[0] ?? 0) > maxMillis) process.kill(process.pid, "SIGKILL");
}, 1000);

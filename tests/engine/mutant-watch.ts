/** Ends the process when one mutant has used up more processor time than any check takes: by the clock, a busy machine would look the same. */
import { workerData } from "node:worker_threads";

const mostMillis = 10_000;
const since = workerData as Float64Array; // what mutant.ts gives: the processor time at which the mutant's turn began

setInterval(() => {
  const { user, system } = process.cpuUsage();
  if ((user + system) / 1000 - (since[0] ?? 0) > mostMillis) process.kill(process.pid, "SIGKILL");
}, 1000);

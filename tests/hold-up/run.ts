/**
 * `npm run hold-up -- [--seed N] -- npm run journeys`: runs a command while random processes that it started are stopped for a moment, one after
 * another, as on an overloaded machine. A test that fails then and passes otherwise depends on timing. Linux only, as a user who may signal all of
 * them.
 */
import { spawn } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { createRandom } from "../support/random.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seed: { type: "string", default: "1" }, mean: { type: "string", default: "350" }, max: { type: "string", default: "3000" } },
});
const [command, ...args] = positionals;
if (command === undefined) throw new Error("Say what to run after --.");

/** Every process started by the command has it in its environment. */
const mark = `AIRLOCK_HELD_UP=${process.pid}`;
const random = createRandom(Number(values.seed));
let [times, millisInAll] = [0, 0];

const child = spawn(command, args, { stdio: "inherit", env: { ...process.env, AIRLOCK_HELD_UP: String(process.pid) } });
const ended = new Promise<number>((resolve) => child.once("exit", (code) => resolve(code ?? 1)));
while (child.exitCode === null && child.signalCode === null) {
  // Fixed wait: how often a process is stopped.
  await pause(random.between(50, 500));
  await holdUpOne();
}
console.log(`Held up ${times} times, ${(millisInAll / 1000).toFixed(0)} s in all (--seed ${values.seed}).`);
process.exitCode = await ended;

async function holdUpOne(): Promise<void> {
  const found = await processes();
  // Each kind is equally likely, or a server with a hundred processes would be the only one.
  const kinds = [...Map.groupBy(found, ({ kind }) => kind).values()];
  if (kinds.length === 0) return;
  const { pid } = random.pick(random.pick(kinds));
  const millis = Math.min(Number(values.max), -Math.log(1 - random.next()) * Number(values.mean));
  try {
    process.kill(pid, "SIGSTOP");
    await pause(millis); // Fixed wait: how long it is stopped.
    process.kill(pid, "SIGCONT");
    times += 1;
    millisInAll += millis;
  } catch {
    // It has exited in the meantime.
  }
}

/** Running processes only: one that a test has stopped itself stays stopped. */
async function processes(): Promise<readonly { readonly pid: number; readonly kind: string }[]> {
  const pids = (await readdir("/proc")).map(Number).filter((pid) => Number.isInteger(pid) && pid !== process.pid);
  const all = await Promise.all(
    pids.map(async (pid) => {
      const read = (name: string) => readFile(`/proc/${pid}/${name}`, "utf8").catch(() => "");
      const [environ, line, stat] = await Promise.all([read("environ"), read("cmdline"), read("stat")]);
      const state = stat.slice(stat.lastIndexOf(")") + 2)[0] ?? "Z";
      // A server may overwrite its command line: its children are recognised by their parent's name.
      const isOurs = environ.includes(mark) || line.startsWith("postgres:");
      const [file = "", script = ""] = line.split("\0");
      return isOurs && !"TtZ".includes(state) ? [{ pid, kind: `${file.slice(-20)} ${script.slice(-30)}` }] : [];
    }),
  );
  return all.flat();
}

import { execFile, spawn } from "node:child_process";
import { mkdir, open, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { until } from "./until.ts";

export interface Command {
  readonly file: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Another user to run as, if we are root and the server refuses to be. */
  readonly user?: { readonly uid: number; readonly gid: number };
}

export interface RunningProcess {
  readonly pid: number;
  /** The kernel's start time: a process id alone may by now belong to another process. */
  readonly started: string;
}

const run = promisify(execFile);

/** Starts a process that outlives this one, with its output in a log file and its id in a pid file. */
export async function launch(folder: string, name: string, command: Command): Promise<RunningProcess> {
  const log = await open(logFile(folder, name), "a");
  try {
    const child = spawn(command.file, command.args, {
      detached: true,
      stdio: ["ignore", log.fd, log.fd],
      env: { ...process.env, ...command.env },
      ...(command.cwd === undefined ? {} : { cwd: command.cwd }),
      ...command.user,
    });
    const pid = await new Promise<number>((resolve, reject) => {
      child.once("error", reject);
      child.once("spawn", () => (child.pid === undefined ? reject(new Error(`${name} got no process id.`)) : resolve(child.pid)));
    });
    child.unref();
    const running = { pid, started: (await startOf(pid)) ?? "" };
    await mkdir(dirname(pidFile(folder, name)), { recursive: true });
    await writeFile(pidFile(folder, name), `${running.pid} ${running.started}\n`);
    return running;
  } finally {
    await log.close();
  }
}

/** The process of the pid file, if it is still the same one. */
export async function findProcess(folder: string, name: string): Promise<RunningProcess | undefined> {
  const text = await readFile(pidFile(folder, name), "utf8").catch(() => undefined);
  if (text === undefined) return undefined;
  const [pidText = "", ...rest] = text.trim().split(" ");
  const running = { pid: Number(pidText), started: rest.join(" ") };
  return (await isAlive(running)) ? running : undefined;
}

export async function isAlive(running: RunningProcess): Promise<boolean> {
  const started = await startOf(running.pid);
  return started !== undefined && started === running.started;
}

export async function waitUntilGone(running: RunningProcess, seconds: number): Promise<boolean> {
  return until(async () => !(await isAlive(running)), { seconds, everyMillis: 20 });
}

/** SIGSTOP takes effect thread by thread: until the last one is stopped, a busy server still responds. */
export async function waitUntilStopped(running: RunningProcess, seconds: number): Promise<boolean> {
  return until(() => isStopped(running.pid), { seconds, everyMillis: 5 });
}

/** Sends `signal`, then SIGKILL after the timeout, and returns only when the process has exited. */
export async function end(folder: string, name: string, signal: NodeJS.Signals = "SIGTERM", seconds = 15): Promise<boolean> {
  const running = await findProcess(folder, name);
  if (running !== undefined) {
    send(running, signal);
    if (!(await waitUntilGone(running, seconds))) {
      send(running, "SIGKILL");
      if (!(await waitUntilGone(running, 5))) throw new Error(`${name} (process ${running.pid}) does not end.`);
    }
  }
  await rm(pidFile(folder, name), { force: true });
  return running !== undefined;
}

/** SIGKILL is sent to the whole group, since a process that cannot clean up leaves its children behind. */
export function send(running: RunningProcess, signal: NodeJS.Signals): void {
  try {
    process.kill(signal === "SIGKILL" ? -running.pid : running.pid, signal);
  } catch (error) {
    // It exited between the check and the signal, which is the intended result.
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}

export function logFile(folder: string, name: string): string {
  return join(folder, `${name}.log`);
}

export async function logTail(folder: string, name: string, lines = 15): Promise<string> {
  const text = await readFile(logFile(folder, name), "utf8").catch(() => "");
  return text.trimEnd().split("\n").slice(-lines).join("\n");
}

function pidFile(folder: string, name: string): string {
  return join(folder, "pids", `${name}.pid`);
}

/** Undefined for a process that has exited, or a zombie that was not reaped yet. */
async function startOf(pid: number): Promise<string | undefined> {
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  if (process.platform !== "linux") {
    const { stdout } = await run("ps", ["-o", "stat=,lstart=", "-p", String(pid)]).catch(() => ({ stdout: "" }));
    const [state, ...started] = stdout.trim().split(/\s+/);
    return state === undefined || state === "" || state.startsWith("Z") ? undefined : started.join(" ");
  }
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => undefined);
  if (stat === undefined) return undefined;
  const fields = fieldsOf(stat);
  if (fields[0] !== "Z") return fields[19];
  // A killed process is a zombie while its threads still hold files and ports: it has exited only when the last thread has.
  const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
  return threads.length > 1 ? fields[19] : undefined;
}

async function isStopped(pid: number): Promise<boolean> {
  if (process.platform !== "linux") {
    const { stdout } = await run("ps", ["-o", "stat=", "-p", String(pid)]).catch(() => ({ stdout: "" }));
    return stdout.trim().startsWith("T");
  }
  const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
  // A thread that exited in the meantime counts as stopped.
  const stats = await Promise.all(threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/stat`, "utf8").catch(() => undefined)));
  return threads.length > 0 && stats.every((stat) => stat === undefined || fieldsOf(stat)[0] === "T");
}

/** From the state, the first field, to the start time, the twentieth. The name in brackets before them may contain spaces. */
function fieldsOf(stat: string): readonly string[] {
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
}

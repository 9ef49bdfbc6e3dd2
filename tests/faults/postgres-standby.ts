import { execFile } from "node:child_process";
import { chown, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { Client } from "pg";
import { port, type Instance } from "../../services/instance.ts";
import { binaries, postgresData, postgresSettings, postgresUrl, unprivilegedUser } from "../../services/parts/postgres.ts";
import { end as endProcess, findProcess, launch, logTail, type Command } from "../../services/processes.ts";
import { eventually } from "../support/eventually.ts";

const run = promisify(execFile);
const applicationName = "standby";
const processName = "postgres-standby";

/** A second Postgres server that has every commit of the first before it is acknowledged. */
export interface Standby {
  /** Ends the replication and gives the standby's data to the first server, whose own data is deleted: it must not run. It then starts as the primary. */
  readonly takeOver: () => Promise<void>;
  /** Ends the standby if it still runs, and has the first server commit without it. May be called more than once. */
  readonly stop: () => Promise<void>;
}

export async function startStandby(instance: Instance): Promise<Standby> {
  const [bin, user] = [(await binaries()) ?? "", await unprivilegedUser()];
  const primary = await postgresData(instance, user);
  const data = `${primary}-standby`;
  const options = { cwd: "/", ...user };
  const end = () => endProcess(instance.folder, processName, "SIGINT"); // "Fast" shutdown
  const stop = async (): Promise<void> => {
    await end();
    await rm(data, { recursive: true, force: true });
    // Otherwise every commit of the first server waits for the standby.
    await setSynchronous(instance, "").catch(() => forgetSynchronous(primary));
  };
  // An earlier run may have been killed.
  await end();
  await rm(data, { recursive: true, force: true });
  try {
    await copyPrimary(instance, bin, data, user);
    await launch(instance.folder, processName, {
      file: join(bin, "postgres"),
      // At the port of a second nats-server, which this world does not have.
      args: ["-D", data, "-p", String(port(instance, "nats2")), ...postgresSettings.flatMap((setting) => ["-c", setting])],
      cwd: "/",
      ...(user === undefined ? {} : { user }),
    });
    await setSynchronous(instance, applicationName);
    await untilSynchronous(instance);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    takeOver: async () => {
      await run(join(bin, "pg_ctl"), ["promote", "--wait", "-D", data], options);
      await end();
      await rm(primary, { recursive: true, force: true });
      await rename(data, primary);
    },
    stop,
  };
}

async function copyPrimary(instance: Instance, bin: string, data: string, user: Command["user"]): Promise<void> {
  await mkdir(data, { mode: 0o700 });
  if (user !== undefined) await chown(data, user.uid, user.gid);
  const url = new URL(postgresUrl(instance, "superuser", "postgres"));
  url.searchParams.set("application_name", applicationName);
  await run(
    join(bin, "pg_basebackup"),
    ["--pgdata", data, "--dbname", url.href, "--write-recovery-conf", "--checkpoint=fast", "--wal-method=stream"],
    { cwd: "/", ...user },
  );
}

async function asSuperuser<T>(instance: Instance, work: (superuser: Client) => Promise<T>): Promise<T> {
  const superuser = new Client({ connectionString: postgresUrl(instance, "superuser", "postgres") });
  // It ends with the server.
  superuser.on("error", () => undefined);
  await superuser.connect();
  try {
    return await work(superuser);
  } finally {
    await superuser.end();
  }
}

async function setSynchronous(instance: Instance, name: string): Promise<void> {
  await asSuperuser(instance, async (superuser) => {
    await superuser.query(`ALTER SYSTEM SET synchronous_standby_names = '${name}'`);
    await superuser.query("SELECT pg_reload_conf()");
  });
}

/** For a server that does not run. */
async function forgetSynchronous(data: string): Promise<void> {
  const settings = join(data, "postgresql.auto.conf");
  const lines = (await readFile(settings, "utf8")).split("\n");
  await writeFile(settings, lines.filter((line) => !line.startsWith("synchronous_standby_names")).join("\n"));
}

async function untilSynchronous(instance: Instance): Promise<void> {
  await asSuperuser(instance, (superuser) =>
    eventually("the standby to be synchronous", async () => {
      if ((await findProcess(instance.folder, processName)) === undefined) {
        throw new Error(`The standby ended:\n${await logTail(instance.folder, processName)}`);
      }
      const { rowCount } = await superuser.query("SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'");
      return rowCount === 1 ? true : undefined;
    }),
  );
}

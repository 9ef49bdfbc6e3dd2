import { execFile, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chown, mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { Client } from "pg";
import { port, type Instance } from "../../services/instance.ts";
import { binaries, postgresData, postgresSettings, postgresUrl, unprivilegedUser } from "../../services/parts/postgres.ts";
import { eventually } from "../support/eventually.ts";

const run = promisify(execFile);
const applicationName = "standby";

/** A second Postgres server that has every commit of the first before it is acknowledged. */
export interface Standby {
  /** Ends the replication and gives the standby's data to the first server, whose own data is deleted: it must not run. It then starts as the primary. */
  readonly takeOver: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

export async function startStandby(instance: Instance): Promise<Standby> {
  const [bin, user] = [(await binaries()) ?? "", await unprivilegedUser()];
  const primary = await postgresData(instance, user);
  const data = `${primary}-standby`;
  await rm(data, { recursive: true, force: true });
  await mkdir(data, { mode: 0o700 });
  if (user !== undefined) await chown(data, user.uid, user.gid);
  const url = new URL(postgresUrl(instance, "superuser", "postgres"));
  url.searchParams.set("application_name", applicationName);
  const options = { cwd: "/", ...user };
  await run(
    join(bin, "pg_basebackup"),
    ["--pgdata", data, "--dbname", url.href, "--write-recovery-conf", "--checkpoint=fast", "--wal-method=stream"],
    options,
  );
  // At the port of a second nats-server, which this world does not have.
  const server: ChildProcess = spawn(
    join(bin, "postgres"),
    ["-D", data, "-p", String(port(instance, "nats2")), ...postgresSettings.flatMap((setting) => ["-c", setting])],
    { ...options, stdio: "ignore" },
  );
  const isOver = once(server, "exit");
  const superuser = new Client({ connectionString: postgresUrl(instance, "superuser", "postgres") });
  // It ends with the server.
  superuser.on("error", () => undefined);
  await superuser.connect();
  await superuser.query(`ALTER SYSTEM SET synchronous_standby_names = '${applicationName}'`);
  await superuser.query("SELECT pg_reload_conf()");
  await eventually("the standby to be synchronous", async () => {
    const { rowCount } = await superuser.query("SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'");
    return rowCount === 1 ? true : undefined;
  });
  await superuser.end();
  const stop = async (): Promise<void> => {
    // "Fast" shutdown.
    server.kill("SIGINT");
    await isOver;
  };
  return {
    takeOver: async () => {
      await run(join(bin, "pg_ctl"), ["promote", "--wait", "-D", data], options);
      await stop();
      await rm(primary, { recursive: true, force: true });
      await rename(data, primary);
    },
    stop: async () => {
      await stop();
      await rm(data, { recursive: true, force: true });
    },
  };
}

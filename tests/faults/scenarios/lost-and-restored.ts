import { execFile } from "node:child_process";
import { createReadStream, createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import { clickhouseHeaders } from "../../../services/clickhouse-users.ts";
import { clickhouseAccess } from "../../../services/environment.ts";
import { binaries, postgresData, postgresUrl } from "../../../services/parts/postgres.ts";
import { migrate } from "../../../services/stack.ts";
import { eventually } from "../../support/eventually.ts";
import { openJournal } from "../load/journal.ts";
import { runLoad } from "../load/load.ts";
import { allAnswered, check, logChecks, type Scenario } from "../scenario.ts";
import { verifyAudit } from "../verify-audit.ts";
import { decide, type World } from "../world.ts";

const run = promisify(execFile);
const processes = ["worker", "api", "runtime1", "runtime2"] as const;
const stores = ["postgres", "nats", "clickhouse"] as const;

/** The whole machine is lost: every store and every runtime's disk. Only the content of the two backups is restored. */
export const lostAndRestored: Scenario = {
  name: "lost-and-restored",
  holds: "Postgres, ClickHouse, NATS and the runtimes' disks are destroyed, and two backups bring everything back",
  short: { rate: 100, seconds: 2, kills: 1 },
  long: { rate: 500, seconds: 20, kills: 1 },
  run: async (world, scale) => {
    const { versionId } = await world.serve("Restored");
    const journal = await openJournal(world.journalPath("lost-and-restored"));
    const { token, runtimes: targets } = world;
    await (
      await world.admin()
    ).do("secrets.create", { body: { name: "Restored", hosts: ["api.example.com"], value: "a value that is sealed" } });
    const load = { targets, versionId, token, rate: scale.rate, journal };
    const before = await runLoad({ ...load, seconds: scale.seconds, label: "before" });
    await world.settle(versionId, journal, 60);

    const dump = join(world.instance.folder, "airlock.dump");
    await dumpPostgres(world, dump);
    const tables = await dumpClickHouse(world);
    for (const name of [...processes, ...stores]) await world.kill(name);
    await rm(await postgresData(world.instance), { recursive: true, force: true });
    for (const name of ["nats", "clickhouse", "runtime1", "runtime2"])
      await rm(join(world.instance.folder, name), { recursive: true, force: true });

    await world.restartAll(stores);
    await restorePostgres(world, dump);
    await migrate(world.instance);
    await restoreClickHouse(world, tables);
    await world.restartAll(processes);

    for (const target of targets) {
      await eventually(`${target} to serve again`, async () => ((await decide(target, versionId, token)) === 200 ? true : undefined), {
        seconds: 60,
      });
    }
    const admin = await world.admin();
    const [found] = before.flatMap((one) => (one.kind === "acknowledged" ? [one.executionId] : []));
    const execution = await admin.do("execution.read", { at: { executionId: found ?? "" } });
    const { items } = await admin.do("secrets.list");
    const secrets = await eventually("runtimes to know the secret", async () =>
      (await knownSecrets(targets[0] ?? "")) > 0 ? true : undefined,
    );
    const audit = await verifyAudit(world.instance);
    const after = await runLoad({ ...load, seconds: 1, label: "after" });
    const settled = await world.settle(versionId, journal, 60);
    await journal.close();
    const seen = [...before, ...after];
    return {
      seen,
      settled,
      checks: [
        ...logChecks(settled),
        allAnswered("served again without being deployed, with the same key", after),
        check("an execution from before opens", execution._embedded.webSafeString === found, found ?? "none"),
        check(
          "the secret is there, and runtimes know it",
          secrets && items.some(({ _embedded }) => _embedded.name === "Restored"),
          items.length,
        ),
        check("the audit's chains hold", audit.includes("every chain holds"), audit),
      ],
    };
  },
};

/** As the superuser: no other role sees the rows of all organisations. */
async function dumpPostgres(world: World, file: string): Promise<void> {
  await run(await tool("pg_dump"), ["--format=custom", `--file=${file}`, postgresUrl(world.instance, "superuser")]);
}

async function restorePostgres(world: World, file: string): Promise<void> {
  await run(await tool("pg_restore"), [
    "--clean",
    "--if-exists",
    "--exit-on-error",
    `--dbname=${postgresUrl(world.instance, "superuser")}`,
    file,
  ]);
}

async function tool(name: string): Promise<string> {
  return join((await binaries()) ?? "", name);
}

interface DumpedTable {
  readonly name: string;
  readonly made: string;
  /** Its rows, one per line. */
  readonly file: string;
}

/** The development engine has no BACKUP, so the rows of its tables are streamed to files: there may be millions. */
async function dumpClickHouse(world: World): Promise<readonly DumpedTable[]> {
  const tables = await world.clickhouse.query<{ name: string; made: string }>(
    "SELECT name, create_table_query AS made FROM system.tables WHERE database = currentDatabase() AND engine LIKE '%MergeTree'",
  );
  const dumped: DumpedTable[] = [];
  for (const table of tables) {
    const file = join(world.instance.folder, `${table.name}.dump`);
    const { body } = await ask(world, `SELECT * FROM ${table.name} FORMAT JSONEachRow`);
    if (body === null) throw new Error("ClickHouse answered without rows.");
    await pipeline(body, createWriteStream(file));
    dumped.push({ ...table, file });
  }
  return dumped;
}

/** Migrations have created most tables; those of datasources and results are created from their definitions. */
async function restoreClickHouse(world: World, tables: readonly DumpedTable[]): Promise<void> {
  for (const { name, made, file } of tables) {
    await world.clickhouse.command(made.replace(/^CREATE TABLE /, "CREATE TABLE IF NOT EXISTS "));
    await world.clickhouse.command(`TRUNCATE TABLE ${name}`);
    for await (const lines of linesOf(file)) await (await ask(world, `INSERT INTO ${name} FORMAT JSONEachRow\n${lines}`)).text();
  }
}

/** Some megabytes at a time, split at line breaks. */
async function* linesOf(file: string): AsyncGenerator<string> {
  let rest = "";
  for await (const piece of createReadStream(file, { encoding: "utf8", highWaterMark: 16 * 1024 * 1024 })) {
    const text = rest + String(piece);
    const end = text.lastIndexOf("\n") + 1;
    rest = text.slice(end);
    if (end > 0) yield text.slice(0, end);
  }
  if (rest !== "") yield rest;
}

async function ask(world: World, body: string): Promise<Response> {
  const { url, database } = clickhouseAccess(world.instance);
  const response = await fetch(`${url}/?database=${database}`, { method: "POST", headers: clickhouseHeaders("admin"), body });
  if (!response.ok) throw new Error(`ClickHouse: ${(await response.text()).slice(0, 300)}`);
  return response;
}

async function knownSecrets(target: string): Promise<number> {
  const text = await (await fetch(`${target}/metrics`)).text();
  return Number(/^airlock_secrets (\d+)/m.exec(text)?.[1] ?? 0);
}

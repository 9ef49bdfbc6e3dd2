import { rm } from "node:fs/promises";
import { join } from "node:path";
import { postgresData } from "../../../services/parts/postgres.ts";
import { eventually } from "../../support/eventually.ts";
import { openJournal } from "../load/journal.ts";
import { runLoad } from "../load/load.ts";
import { runCommands } from "../operator-tutorial.ts";
import { allAnswered, check, logChecks, type Scenario } from "../scenario.ts";
import { decide } from "../world.ts";

const processes = ["worker", "api", "runtime1", "runtime2"] as const;
const stores = ["postgres", "nats", "clickhouse"] as const;

/** The whole machine is lost: every store and every runtime's disk. The commands of the operator's tutorial make two backups and restore them. */
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

    const { folder } = world.instance;
    await runCommands(world.instance, "back-up", folder);
    for (const name of [...processes, ...stores]) await world.kill(name);
    await rm(await postgresData(world.instance), { recursive: true, force: true });
    for (const name of ["nats", "clickhouse", "runtime1", "runtime2"]) await rm(join(folder, name), { recursive: true, force: true });

    await world.restartAll(stores);
    await runCommands(world.instance, "restore", folder);
    const verified = await runCommands(world.instance, "verify");
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
        check("the audit's chains hold", verified.endsWith("every chain holds."), verified.split("\n").at(-1) ?? ""),
      ],
    };
  },
};

async function knownSecrets(target: string): Promise<number> {
  const text = await (await fetch(`${target}/metrics`)).text();
  return Number(/^airlock_secrets (\d+)/m.exec(text)?.[1] ?? 0);
}

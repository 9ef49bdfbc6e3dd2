import type { Caller } from "../../support/caller.ts";
import { startStandby, type Standby } from "../postgres-standby.ts";
import { openJournal, type Journal } from "../load/journal.ts";
import { runLoad } from "../load/load.ts";
import { allAnswered, check, elapse, logChecks, type Findings, type Scale, type Scenario } from "../scenario.ts";
import { verifyAudit } from "../verify-audit.ts";
import type { World } from "../world.ts";

/** The primary is killed and its disk is lost, while solutions are created; the standby takes its address. */
export const postgresFailover: Scenario = {
  name: "postgres-failover",
  holds: "Postgres and its disk are lost and a standby takes over: every acknowledged change is there, and decisions do not notice",
  short: { rate: 100, seconds: 6, kills: 1 },
  long: { rate: 500, seconds: 60, kills: 1 },
  run: async (world, scale) => {
    const { versionId } = await world.serve("Beside a failover");
    const journal = await openJournal(world.journalPath("postgres-failover"));
    try {
      const standby = await startStandby(world.instance);
      try {
        return await failOver(world, scale, { versionId, standby, over: new AbortController(), journal });
      } finally {
        await standby.stop();
      }
    } finally {
      await journal.close();
    }
  },
};

interface Setting {
  readonly versionId: string;
  readonly standby: Standby;
  /** Ends the changes. */
  readonly over: AbortController;
  readonly journal: Journal;
}

async function failOver(world: World, scale: Scale, { versionId, standby, over, journal }: Setting): Promise<Findings> {
  const admin = await world.admin();
  const created: string[] = [];
  let failures = 0;
  const create = async (): Promise<void> => {
    for (let number = 0; !over.signal.aborted; number += 1) {
      const name = await createSolution(admin, `Kept ${number}`);
      if (name === undefined) failures += 1;
      else created.push(name);
    }
  };
  const fail = async (): Promise<number> => {
    await elapse(scale.seconds / 3);
    const before = created.length;
    await world.kill("postgres");
    await standby.takeOver();
    await world.restart("postgres");
    await elapse(scale.seconds / 3);
    return before;
  };
  const load = { targets: world.runtimes, versionId, token: world.token, rate: scale.rate, journal };
  const work = [runLoad({ ...load, seconds: scale.seconds, label: "failover" }), fail().finally(() => over.abort()), create()] as const;
  // If one fails, the others must not continue into the next scenario.
  await Promise.allSettled(work);
  const [seen, before] = await Promise.all(work);
  const names = await solutionNames(await world.admin());
  const missing = created.filter((name) => !names.has(name));
  const settled = await world.settle(versionId, journal, 60);
  const audit = await verifyAudit(world.instance);
  return {
    seen,
    settled,
    checks: [
      ...logChecks(settled),
      allAnswered("all decisions were answered", seen),
      check("no acknowledged change is lost", missing.length === 0, `${missing.length} of ${created.length}`),
      check("changes were made before and after", before > 0 && created.length > before, `${before}, then ${created.length - before}`),
      check("changes failed meanwhile", failures > 0, failures),
      check("the audit's chains hold", audit.includes("every chain holds"), audit),
    ],
  };
}

/** The name if the api acknowledged it. */
async function createSolution(admin: Caller, prefix: string): Promise<string | undefined> {
  const name = `${prefix} ${crypto.randomUUID()}`;
  try {
    await admin.do("solutions.create", { body: { name, description: "" } });
    return name;
  } catch {
    await elapse(0.1);
    return undefined;
  }
}

async function solutionNames(admin: Caller): Promise<ReadonlySet<string>> {
  const names = new Set<string>();
  let after: string | undefined;
  do {
    const list = await admin.do("solutions.list", { query: { limit: "500", search: "Kept", ...(after === undefined ? {} : { after }) } });
    for (const { _embedded } of list.items) names.add(_embedded.name);
    after = new URL(list._links["next"]?.href ?? "http://none/", "http://none").searchParams.get("after") ?? undefined;
  } while (after !== undefined);
  return names;
}

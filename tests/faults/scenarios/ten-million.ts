import { rm } from "node:fs/promises";
import type { Random } from "../../support/random.ts";
import { countByFault, sumByFault, tableOf, type FaultCounts, type Outage } from "../load/by-fault.ts";
import { openJournal } from "../load/journal.ts";
import { latency, runLoad } from "../load/load.ts";
import { planKills, type PlannedKill } from "../load/schedule.ts";
import { check, logChecks, elapse, totalsOf, type Scale, type Scenario, type Totals } from "../scenario.ts";
import type { Settled, World } from "../world.ts";

/** Each round has its own version, journal and comparison: ten million at once would not fit into memory. */
const decisionsOfRound = 300_000;
const wantedDecisions = 10_000_000;

const victims = ["runtime1", "runtime2", "nats", "worker", "clickhouse", "postgres", "api"] as const;

const long: Scale = { rate: 1_200, seconds: 4 * 3600, kills: 1 };

export const tenMillion: Scenario = {
  name: "ten-million",
  holds: "ten million decisions while runtimes, JetStream, worker, ClickHouse, Postgres and api are killed at random: each in the log once",
  // `seconds` limits the whole run (`--minutes`): it ends after the round that exceeds it and reports its progress.
  long,
  run: async (world, scale, random) => {
    const begun = performance.now();
    const isShortened = scale.seconds < long.seconds;
    const totals = { requested: 0, acknowledged: 0, refused: 0, unknown: 0 };
    const sum = { distinct: 0, total: 0, raw: 0, seconds: 0 };
    const lost: string[] = [];
    const doubled: string[] = [];
    const unexplained: string[] = [];
    let byFault: ReadonlyMap<string, FaultCounts> = new Map();
    let worstP99 = 0;
    try {
      for (let round = 1; totals.requested < wantedDecisions && performance.now() - begun < scale.seconds * 1000; round += 1) {
        const one = await runRound(world, `ten-million-${round}`, scale, random);
        for (const name of ["requested", "acknowledged", "refused", "unknown"] as const) totals[name] += one.totals[name];
        for (const name of ["distinct", "total", "raw", "seconds"] as const) sum[name] += one.settled[name];
        lost.push(...one.settled.lost);
        doubled.push(...one.settled.doubled);
        unexplained.push(...one.settled.unexplained);
        byFault = sumByFault(byFault, one.byFault);
        worstP99 = Math.max(worstP99, one.p99);
        const minutes = ((performance.now() - begun) / 60_000).toFixed(0);
        console.log(
          `  round ${round}, ${minutes} min: ${totals.acknowledged} of ${totals.requested} acknowledged, ${killsIn(byFault)} kills, ${lost.length} lost`,
        );
      }
    } finally {
      // Hours of rounds are reported even if the last one could not be completed.
      const seconds = (performance.now() - begun) / 1000;
      for (const line of tableOf(byFault)) console.log(`  ${line}`);
      console.log(`  ${totals.requested} requested in ${seconds.toFixed(0)} s, ${(totals.requested / seconds).toFixed(0)} a second`);
    }
    const settled = { ...sum, lost, doubled, unexplained };
    return {
      seen: [],
      totals,
      settled,
      checks: [
        ...logChecks(settled),
        // A run with less time reports how far it got.
        check("of ten million were requested", isShortened || totals.requested >= wantedDecisions, totals.requested),
        check("kills", killsIn(byFault) > 0, killsIn(byFault)),
        check("worst p99 of a round", true, `${worstP99.toFixed(1)} ms`),
      ],
    };
  },
};

interface Round {
  readonly totals: Totals;
  readonly settled: Settled;
  readonly byFault: ReadonlyMap<string, FaultCounts>;
  readonly p99: number;
}

async function runRound(world: World, name: string, scale: Scale, random: Random): Promise<Round> {
  await world.heal();
  const { versionId } = await world.serve(name);
  const path = world.journalPath(name);
  const journal = await openJournal(path);
  const seconds = decisionsOfRound / scale.rate;
  const plan = planKills(random, {
    seconds,
    victims: Object.fromEntries(victims.map((victim) => [victim, scale.kills])),
    awaySeconds: [1, 8],
  });
  const [seen, outages] = await Promise.all([
    runLoad({ targets: world.runtimes, versionId, token: world.token, rate: scale.rate, seconds, journal, label: name }),
    killAsPlanned(world, plan),
  ]);
  const settled = await world.settle(versionId, journal, 600);
  await journal.close();
  if (settled.lost.length + settled.doubled.length + settled.unexplained.length === 0) await rm(path);
  // The load sends at a constant rate and numbers its references.
  const sentAt = (reference: string): number => Number(reference.slice(name.length + 1)) / scale.rate;
  const byFault = countByFault(outages, seen, sentAt, settled);
  return { totals: totalsOf({ seen }), settled, byFault, p99: latency(seen, 0.99) };
}

function killsIn(byFault: ReadonlyMap<string, FaultCounts>): number {
  return [...byFault.values()].reduce((sum, { kills }) => sum + kills, 0);
}

async function killAsPlanned(world: World, plan: readonly PlannedKill[]): Promise<readonly Outage[]> {
  const begun = performance.now();
  const passed = (): number => (performance.now() - begun) / 1000;
  const outages: Outage[] = [];
  for (const { atSeconds, victim, awaySeconds } of plan) {
    await elapse(Math.max(0, atSeconds - passed()));
    const from = passed();
    await world.kill(victim);
    await elapse(awaySeconds);
    await world.restart(victim, { health: "live" });
    outages.push({ victim, from, until: passed() });
  }
  return outages;
}

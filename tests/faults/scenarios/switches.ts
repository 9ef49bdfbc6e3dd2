import { leaseMillis } from "@airlock/contract";
import { Refusal, type Caller } from "../../support/caller.ts";
import { eventually } from "../../support/eventually.ts";
import type { Random } from "../../support/random.ts";
import { openJournal, type Seen } from "../load/journal.ts";
import { failedTwice, runLoad } from "../load/load.ts";
import { staleAnswers, type Answer, type Switch } from "../load/stale-answers.ts";
import { check, elapse, logChecks, type Scenario } from "../scenario.ts";
import type { World } from "../world.ts";

const stretchSeconds = 2;
/** Switches after which the administrator signs in again: a long run outlives an access token. */
const signInEvery = 50;

/**
 * Two versions of a solution are released in turn under load at the solution's key: the first half without other faults, the second half while
 * runtimes are killed and restarted. Every release after the second is a rollback.
 */
export const switches: Scenario = {
  name: "switches",
  holds:
    "releases are switched and rolled back under load while runtimes are killed: no call fails that is tried twice, and none is answered by the version before once a switch is confirmed",
  short: { rate: 100, seconds: 0, kills: 50 },
  long: { rate: 200, seconds: 0, kills: 1_000 },
  run: async (world, scale, random) => {
    const { solutionId, versionId } = await world.serve("Switched");
    const admin = await world.admin();
    const made = await admin.do("solution.versions.create", { at: { solutionId }, body: { versionName: "2.0" } });
    const { key: solutionKey } = (await admin.do("solution.read", { at: { solutionId } }))._embedded;
    const versionIds = [versionId, made._embedded.webSafeString] as const;
    const journal = await openJournal(world.journalPath("switches"));
    const done: Switch[] = [];
    const answers: Answer[] = [];
    const seen: Seen[] = [];
    const { token, runtimes: targets } = world;
    const over = new AbortController();
    let kills = 0;
    done.push(await release(admin, solutionId, versionIds[1]));

    const load = async () => {
      for (let stretch = 0; !over.signal.aborted; stretch += 1) {
        const label = `switch${stretch}`;
        const options = { targets, versionId, solutionKey, token, rate: scale.rate, seconds: stretchSeconds, journal, label, retry: true };
        seen.push(...(await runLoad({ ...options, onAnswer: (answer) => answers.push(answer) })));
      }
    };
    const half = Math.floor(scale.kills / 2);
    const switchAll = async () => {
      let caller = admin;
      let killing: Promise<void> | undefined;
      const isOver = () => over.signal.aborted;
      try {
        for (let index = 0; index < scale.kills; index += 1) {
          if (index % signInEvery === 0) caller = await world.admin();
          if (index === half) killing = killRuntimes(world, random, isOver, () => (kills += 1));
          done.push(await release(caller, solutionId, versionIds[index % 2] ?? versionId));
        }
      } finally {
        over.abort();
        await killing;
      }
    };
    await Promise.all([load(), switchAll()]);
    const settled = await world.settle(versionIds, journal, 90);
    await journal.close();

    const first = seen.filter(({ reference }) => !reference.endsWith("-again")).length;
    const failed = failedTwice(seen);
    const stale = staleAnswers(done, answers);
    const took = (from: readonly Switch[]) => from.map(({ begun, confirmed }) => confirmed - begun).toSorted((a, b) => a - b);
    const at = (millis: readonly number[], share: number) =>
      millis[Math.min(millis.length - 1, Math.floor(millis.length * share))] ?? Number.NaN;
    // The first one also deploys its version.
    const quiet = took(done.slice(1, half + 1));
    const killed = took(done.slice(half + 1));
    // With a few dozen samples the p99 is the maximum, which on a shared machine is noise.
    const [share, judged] = quiet.length >= 100 ? ["p99", at(quiet, 0.99)] : ["p50", at(quiet, 0.5)];
    const found = (millis: readonly number[]) =>
      `${millis.length} switches: p50 ${at(millis, 0.5).toFixed(0)}, p99 ${at(millis, 0.99).toFixed(0)} ms`;
    return {
      seen,
      settled,
      checks: [
        ...logChecks(settled),
        check("no call failed twice", failed.length === 0, `${failed.length} of ${first} (${seen.length - first} needed their retry)`),
        check("no answer by the version before after a switch was confirmed", stale.length === 0, `${stale.length} of ${answers.length}`),
        check(`confirmed within 500 ms while nothing is killed (${share})`, judged <= 500, found(quiet)),
        check("confirmed while runtimes are killed", at(killed, 1) <= 3 * leaseMillis, found(killed)),
        check("runtimes were killed", kills > 0, kills),
      ],
    };
  },
};

/** Releases a version; resolves when every live runtime has confirmed it. */
async function release(admin: Caller, solutionId: string, versionWss: string): Promise<Switch> {
  const begun = performance.now();
  try {
    await admin.do("solution.releases.create", { at: { solutionId }, body: { versionWss } });
  } catch (error) {
    // It is stored, and starts when the runtimes have confirmed it, which may take longer than the request waits.
    if (!(error instanceof Refusal) || error.status !== 503) throw error;
    await eventually("the release to be confirmed", async () => {
      const { items } = await admin.do("solution.releases.list", { at: { solutionId }, query: { limit: "1" } });
      const newest = items[0]?._embedded;
      return newest?.versionWss === versionWss && newest.confirmedDate !== null ? true : undefined;
    });
  }
  return { versionId: versionWss, begun, confirmed: performance.now() };
}

/** One runtime at a time, so that there is always one to respond. */
async function killRuntimes(world: World, random: Random, isOver: () => boolean, onKill: () => void): Promise<void> {
  while (!isOver()) {
    const victim = random.pick(["runtime1", "runtime2"]);
    await world.kill(victim);
    onKill();
    await elapse(random.between(0.3, 3));
    await world.restart(victim, { health: "live" });
    await elapse(random.between(1, 4));
  }
}

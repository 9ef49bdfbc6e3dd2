import { createHash } from "node:crypto";
import type { ReleaseEntry } from "@airlock/contract";
import type { Definition } from "@airlock/flow";
import { newId } from "@airlock/platform";
import { openDataPlane } from "../../support/data-plane.ts";
import { eventually } from "../../support/eventually.ts";
import { sampleFlow } from "../../support/sample-flow.ts";
import { openJournal } from "../load/journal.ts";
import { runLoad } from "../load/load.ts";
import { metricOf } from "../metric-of.ts";
import { versionAt } from "../released.ts";
import { allAnswered, check, count, logChecks, type Scenario } from "../scenario.ts";
import type { World } from "../world.ts";

const controlPlane = ["worker", "api", "idp", "postgres"] as const;
/** Of 10,000. */
const share = 3_000;

interface Decided {
  readonly id: string;
  readonly version: string;
  readonly arm: string;
  readonly reference: string;
}

export const rolloutWithoutControlPlane: Scenario = {
  name: "rollout-without-control-plane",
  holds:
    "Postgres, api, identity provider and worker are down during a split with a shadow: every caller keeps its arm, also at a runtime that is restarted, and no execution and no result of the shadow is lost",
  short: { rate: 100, seconds: 5, kills: 1 },
  long: { rate: 500, seconds: 300, kills: 1 },
  run: async (world, scale) => {
    const champion = await world.serve("Champion");
    const challenger = await world.serve("Challenger");
    const shadow = await world.serve("Shadow", accepting(16));
    const rollout = { key: newId().toLowerCase(), salt: newId(), split: newId(), shadow: newId() };
    const { versionId } = champion;
    await startRollout(world, {
      releaseId: newId(),
      number: 1,
      versionId,
      keys: [{ key: rollout.key }],
      challenger: { rolloutId: rollout.split, versionId: challenger.versionId, share, field: "reference", salt: rollout.salt },
      shadow: { rolloutId: rollout.shadow, versionId: shadow.versionId, share: 10_000 },
    });
    const journal = await openJournal(world.journalPath("rollout-without-control-plane"));
    const { token, runtimes: targets } = world;
    const load = { targets, versionId, solutionKey: rollout.key, token, rate: scale.rate, seconds: scale.seconds, journal };
    const before = await runLoad({ ...load, label: "before" });
    for (const name of controlPlane) await world.kill(name);
    const during = await runLoad({ ...load, label: "during" });
    await eventually("shadows", async () => ((await metricOf(targets[0] ?? "", "airlock_shadow_waiting")) === 0 ? true : undefined));
    await world.restart("runtime1");
    const restarted = await runLoad({ ...load, label: "restarted" });
    await world.restartAll(controlPlane);
    const versionIds = [versionId, challenger.versionId];
    const settled = await world.settle(versionIds, journal, 120);
    await journal.close();
    const seen = [...before, ...during, ...restarted];
    const acknowledged = count(seen, "acknowledged");

    const ofLoad = "FROM executions FINAL WHERE rollout_id = {split:String} AND JSONExtractString(record, 2, 2) != 'probe'";
    const decided = await world.clickhouse.query<Decided>(
      `SELECT id, version, arm, JSONExtractString(record, 2, 2) AS reference ${ofLoad}`,
      {
        split: rollout.split,
      },
    );
    const wrong = decided.filter(({ version, arm, reference }) => {
      const expected = armOf(rollout.salt, reference);
      return arm !== expected || version !== (arm === "champion" ? versionId : challenger.versionId);
    });
    const results = async () => {
      const [row] = await world.clickhouse.query<{ readonly results: number; readonly changed: number; readonly dropped: number }>(
        `SELECT uniqExact(execution) AS results, uniqExactIf(execution, live_outcome != shadow_outcome) AS changed, sum(dropped) AS dropped
         FROM shadow_results FINAL WHERE rollout_id = {rollout:String} AND execution IN (SELECT id ${ofLoad})`,
        { rollout: rollout.shadow, split: rollout.split },
      );
      return row ?? { results: 0, changed: 0, dropped: 0 };
    };
    const enough = async () => ((await results()).results >= acknowledged ? true : undefined);
    await eventually("the results of the shadow", enough, { seconds: 60 }).catch(() => undefined);
    const found = await results();
    return {
      seen,
      settled,
      checks: [
        ...logChecks(settled),
        allAnswered("all were answered", seen),
        check(
          "every execution is in its arm",
          wrong.length === 0 && decided.length === acknowledged,
          `${wrong.length} of ${decided.length} not`,
        ),
        check(
          "both arms decided",
          new Set(decided.map(({ arm }) => arm)).size === 2,
          decided.filter(({ arm }) => arm === "challenger").length,
        ),
        check("the shadow decided every one", found.results === acknowledged && found.dropped === 0, `${found.results} of ${acknowledged}`),
        check("and differs in every one", found.changed === acknowledged, found.changed),
      ],
    };
  },
};

/** The sample flow with another age limit, which the load's age of 17 is not below. */
function accepting(age: number): Definition {
  return JSON.parse(JSON.stringify(sampleFlow()).replace('"18"', `"${age}"`)) as Definition; // Still a valid definition.
}

/** By the hash documented in `docs/decisions`, not by the runtime's own code. */
function armOf(salt: string, value: string): string {
  const position = createHash("sha256").update(`${salt}:${value}`).digest().readUIntBE(0, 6) / 2 ** 48;
  return position < share / 10_000 ? "challenger" : "champion";
}

/** For a solution that Postgres does not have: the worker does not change its entry. */
async function startRollout(world: World, release: Omit<ReleaseEntry, "solutionId" | "organisationId">): Promise<void> {
  const { organisationWss: organisationId } = (await (await world.admin()).do("profile.read"))._embedded;
  const dataPlane = await openDataPlane(world.natsUrl);
  const entry = { ...release, solutionId: newId(), organisationId };
  await dataPlane.write(dataPlane.releases, entry.solutionId, entry);
  await dataPlane.close();
  const [{ key } = { key: "" }] = release.keys;
  for (const target of world.runtimes) {
    await eventually(`${target} to know the rollout`, () => versionAt(target, key, world.token));
  }
}

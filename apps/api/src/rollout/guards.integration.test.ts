import { defaultRamp, type RolloutGuard } from "@airlock/contract";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { Ids } from "../testing/ids.ts";
import { asOwner, newOrganisation, rootAdministrator, type Person } from "../testing/person.ts";
import { releasedSolution, rememberArms } from "../testing/rollout-executions.ts";
import { startTestApi, type TestApi } from "../testing/test-api.ts";

let api: TestApi;
let admin: Person;

beforeAll(async () => {
  api = await startTestApi();
  admin = await newOrganisation(api, await rootAdministrator(api), "Guards");
});
afterAll(() => api.close());

const guard = (measure: RolloutGuard["measure"], limit: number, minimum: number): RolloutGuard => ({ measure, limit, minimum });
const hour = { share: 10, minutes: 60 };

async function ramp(steps: { share: number; minutes: number }[], guards: readonly RolloutGuard[]): Promise<Ids> {
  const at = await releasedSolution(admin);
  const body = { kind: "ramp" as const, versionWss: at["challengerId"] ?? "", steps, guards: [...guards] };
  const { _embedded } = await admin.must("solution.rollouts.create", { at, body });
  return { ...at, rolloutId: _embedded.webSafeString };
}

const readRollout = async (at: Ids) => (await admin.must("rollout.read", { at }))._embedded;
const entryOf = async (at: Ids) => (await api.parts.releases.get(at["solutionId"] ?? ""))?.value;

const until = <T>(look: () => Promise<T>) => vi.waitFor(look, { timeout: 30_000, interval: 100 });

/** Moves the start of a ramp's step into the past. */
async function pass(at: Ids, minutes: number): Promise<void> {
  await asOwner((owner) =>
    owner.query("update rollouts set step_at = step_at - make_interval(mins => $2) where id = $1", [at["rolloutId"], minutes]),
  );
}

describe("a broken guard", () => {
  test("rolls back within 10 s of the calls that broke it, with a message (median of 10)", { timeout: 300_000 }, async () => {
    const seconds: number[] = [];
    for (let run = 0; run < 10; run += 1) {
      const at = await ramp([hour], [guard("failedShare", 5, 100)]);
      await rememberArms(admin, at, [
        { arm: "champion", count: 900 },
        { arm: "challenger", count: 99, failed: 99 },
      ]);
      await until(async () => expect((await readRollout(at)).guardStates[0]).toMatchObject({ state: "tooFew", decisions: 99 }));
      await rememberArms(admin, at, [{ arm: "challenger", count: 1 }]);
      const began = performance.now();
      await until(async () => expect((await entryOf(at))?.challenger).toBeUndefined());
      seconds.push((performance.now() - began) / 1_000);
      const rolledBack = await readRollout(at);
      expect(rolledBack).toMatchObject({
        status: "rolledBack",
        message: "Failed share: 99% of 100 decisions failed, and the limit is 5%.",
      });
      expect(rolledBack.guardStates).toMatchObject([{ measure: "failedShare", state: "broken", value: 99, decisions: 100 }]);
      expect(await entryOf(at)).toMatchObject({ versionId: at["versionId"] });
    }
    const sorted = seconds.toSorted((one, other) => one - other);
    const median = ((sorted[4] ?? 0) + (sorted[5] ?? 0)) / 2;
    process.stdout.write(
      `From the last call to rolled back: median ${median.toFixed(1)} s, ${sorted.map((one) => one.toFixed(1)).join(", ")} s\n`,
    );
    expect(median).toBeLessThan(10);
  });

  test("rolls back a split, too, and users who may release get a mail", async () => {
    const at = await releasedSolution(admin);
    const body = { kind: "split" as const, versionWss: at["challengerId"] ?? "", share: 50, guards: [guard("outcomeMix", 10, 100)] };
    const own = { ...at, rolloutId: (await admin.must("solution.rollouts.create", { at, body }))._embedded.webSafeString };
    await rememberArms(admin, own, [
      { arm: "champion", count: 200, declined: 40 },
      { arm: "challenger", count: 200, declined: 120 },
    ]);
    await until(async () => expect((await readRollout(own)).status).toBe("rolledBack"));
    expect((await readRollout(own)).message).toContain('"Approved" is 40% of 200 decisions and 80% of the live version\'s');
    await until(async () => {
      const { rows } = await asOwner((owner) =>
        owner.query<{ state: string }>(
          "select state from pgboss.job where name = 'rollout.announce' and data #>> '{data,rolloutId}' = $1",
          [own["rolloutId"]],
        ),
      );
      expect(rows).toEqual([{ state: "completed" }]);
    });
  });
});

describe("another share", () => {
  test("does not break the guard of the volume by the decisions that were made with the share before", async () => {
    const at = await releasedSolution(admin);
    const body = { kind: "split" as const, versionWss: at["challengerId"] ?? "", share: 10, guards: [guard("volume", 30, 100)] };
    const own = { ...at, rolloutId: (await admin.must("solution.rollouts.create", { at, body }))._embedded.webSafeString };
    await rememberArms(admin, own, [
      { arm: "champion", count: 1_800 },
      { arm: "challenger", count: 200 },
    ]);
    await until(async () => expect((await readRollout(own)).guardStates[0]).toMatchObject({ state: "holds", decisions: 200 }));
    await admin.must("rollout.change", { at: own, body: { share: 50 } });
    const after = (millis: number) => new Date(Date.now() + millis);
    // A runtime applies the new share a moment after it was stored.
    const [meanwhile, later] = [after(500), after(10_000)];
    await rememberArms(admin, own, [
      { arm: "champion", count: 180, started: meanwhile },
      { arm: "challenger", count: 20, started: meanwhile },
      { arm: "champion", count: 150, started: later },
      { arm: "challenger", count: 150, started: later },
    ]);
    await until(async () => expect((await readRollout(own)).guardStates[0]).toMatchObject({ decisions: 150 }));
    expect(await readRollout(own)).toMatchObject({ status: "running", guardStates: [{ state: "holds" }] });
  });
});

describe("a ramp", () => {
  test("takes its steps while no guard is broken, and its version is released after the last", async () => {
    const at = await ramp([hour, { share: 50, minutes: 60 }], [guard("failedShare", 5, 100), guard("volume", 90, 20)]);
    await rememberArms(admin, at, [
      { arm: "champion", count: 900 },
      { arm: "challenger", count: 100 },
    ]);
    await until(async () => expect((await readRollout(at)).guardStates.map(({ state }) => state)).toEqual(["holds", "holds"]));
    expect(await readRollout(at)).toMatchObject({ step: 0, share: 10, status: "running" });
    await pass(at, 61);
    await until(async () => expect(await readRollout(at)).toMatchObject({ step: 1, share: 50 }));
    await until(async () => expect((await entryOf(at))?.challenger).toMatchObject({ share: 5_000 }));
    await rememberArms(admin, at, [
      { arm: "champion", count: 100 },
      { arm: "challenger", count: 100 },
    ]);
    await pass(at, 61);
    await until(async () => expect((await readRollout(at)).status).toBe("promoted"));
    await until(async () => expect(await entryOf(at)).toMatchObject({ versionId: at["challengerId"], number: 2 }));
  });

  test("waits with too few decisions for up to three times its length", async () => {
    const at = await ramp([hour, { share: 50, minutes: 60 }], [guard("failedShare", 5, 100)]);
    await rememberArms(admin, at, [{ arm: "challenger", count: 12 }]);
    await pass(at, 61);
    await until(async () =>
      expect(await readRollout(at)).toMatchObject({ step: 0, message: "Waits for more decisions: Failed share has 12 of 100 decisions." }),
    );
    await pass(at, 120);
    await until(async () => expect(await readRollout(at)).toMatchObject({ step: 1, share: 50 }));
    expect((await readRollout(at)).message).toContain("without enough decisions");
  });

  test("with the defaults for a small volume is accepted", async () => {
    const { steps, guards } = defaultRamp(300);
    const at = await ramp([...steps], guards);
    expect(await readRollout(at)).toMatchObject({ share: 10, guards });
  });
});

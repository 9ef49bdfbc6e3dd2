import { afterAll, beforeAll, expect, test } from "vitest";
import type { Ids } from "../testing/ids.ts";
import { newOrganisation, rootAdministrator, type Person } from "../testing/person.ts";
import { releasedSolution, rememberArms } from "../testing/rollout-executions.ts";
import { shadow } from "../testing/specimens.ts";
import { startTestApi, type TestApi } from "../testing/test-api.ts";

let api: TestApi;
let admin: Person;

beforeAll(async () => {
  api = await startTestApi();
  admin = await newOrganisation(api, await rootAdministrator(api), "Results");
});
afterAll(() => api.close());

async function split(): Promise<Ids> {
  const at = await releasedSolution(admin);
  const body = { kind: "split" as const, versionWss: at["challengerId"] ?? "", share: 10 };
  return { ...at, rolloutId: (await admin.must("solution.rollouts.create", { at, body }))._embedded.webSafeString };
}

test("the results of a split say what each arm decided and whether the difference is significant", async () => {
  const at = await split();
  const soon = new Date(Date.now() + 3_600_000);
  await rememberArms(admin, at, [
    { arm: "champion", count: 500, failed: 10, declined: 200 },
    { arm: "champion", count: 500, failed: 10, declined: 200, started: soon },
    { arm: "challenger", count: 100, declined: 20, durationMicros: 2_000, started: soon },
  ]);
  // Of another rollout, and of none.
  await rememberArms(admin, { ...at, rolloutId: "" }, [{ arm: "challenger", count: 50, failed: 50 }]);
  const { _embedded: results, _links } = await admin.must("rollout.results", { at });
  expect(Object.keys(_links).toSorted()).toEqual(["rollout", "self"]);
  const [champion, challenger] = results.arms;
  expect(champion).toMatchObject({ arm: "champion", executions: 1_000, failed: { count: 20, of: 1_000, value: 0.02 }, knownOutcome: null });
  expect(challenger).toMatchObject({ arm: "challenger", executions: 100, failed: { count: 0 } });
  expect(challenger?.p99Millis).toBeCloseTo(2, 5);
  expect(challenger?.outcomes).toMatchObject([
    { outcome: "Approved", rate: { count: 80, of: 100 } },
    { outcome: "Declined", rate: { count: 20, of: 100 } },
  ]);
  expect(results.primary).toBe("Approved");
  expect(results.differences.find(({ outcome }) => outcome === "Approved")).toMatchObject({ isSignificant: true });
  expect(results.points.map((point) => [point.champion.of, point.challenger.of])).toEqual([
    [500, 0],
    [1_000, 100],
  ]);
  expect(results.needed).toBeGreaterThan(0);
});

test("without executions there is nothing to say", async () => {
  const { _embedded } = await admin.must("rollout.results", { at: await split() });
  expect(_embedded).toMatchObject({ needed: null, daysToGo: null, points: [] });
  expect(_embedded.arms.map(({ executions }) => executions)).toEqual([0, 0]);
});

test("a shadow has no arms", async () => {
  const answer = await api.ask(admin.token, "rollout.results", { at: await shadow(admin) });
  expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([409, "OTHER_ROLLOUT_KIND"]);
});

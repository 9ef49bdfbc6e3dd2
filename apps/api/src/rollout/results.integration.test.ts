import { newId } from "@airlock/platform";
import { openTestClickHouse } from "@airlock/platform/testing/clickhouse";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Ids } from "../testing/ids.ts";
import { fileBody, imported, uploadFile } from "../testing/datasources.ts";
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

test("the results of a split have the decisions of each arm and the significance of differences", async () => {
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

test("are empty without executions", async () => {
  const { _embedded } = await admin.must("rollout.results", { at: await split() });
  expect(_embedded).toMatchObject({ needed: null, daysToGo: null, points: [] });
  expect(_embedded.arms.map(({ executions }) => executions)).toEqual([0, 0]);
});

test("known outcomes of a datasource are the primary measure, also after the end", async () => {
  const at = await split();
  const [champion = [], challenger = []] = [200, 100].map((length) => Array.from({ length }, () => newId()));
  await rememberArms(admin, at, [
    { arm: "champion", count: 200, ids: champion },
    { arm: "challenger", count: 100, ids: challenger },
  ]);
  await admin.must("rollout.end", { at, body: {} });
  const defaulted = (ids: readonly string[], known: number, yes: number) =>
    ids.slice(0, known).map((id, index) => `${id},${index < yes ? "yes" : "no"}`);
  // The last row of an execution counts, and unknown executions are ignored.
  const rows = [`${champion[0]},no`, ...defaulted(champion, 180, 60), ...defaulted(challenger, 90, 9), `${newId()},yes`];
  const file = await uploadFile(admin, `Outcomes ${newId()}.csv`, `execution,defaulted\n${rows.join("\n")}\n`);
  const { _embedded: made } = await admin.must("datasources.create", { body: await fileBody(admin, file) });
  await imported(admin, made.importWss ?? "");
  const wanted = { datasourceWss: made.webSafeString, executionColumn: "c0", outcomeColumn: "c1", value: "yes", name: "Default rate" };
  const refused = await api.ask(admin.token, "rollout.knownOutcome", { at, body: { knownOutcome: { ...wanted, outcomeColumn: "c7" } } });
  expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([400, "INVALID_REQUEST"]);
  await admin.must("rollout.knownOutcome", { at, body: { knownOutcome: wanted } });
  const { _embedded: results } = await admin.must("rollout.results", { at });
  expect(results.arms.map(({ knownOutcome }) => [knownOutcome?.count, knownOutcome?.of])).toEqual([
    [60, 180],
    [9, 90],
  ]);
  expect(results).toMatchObject({ primary: "Default rate", differences: [{ measure: "knownOutcome", isSignificant: true }, {}, {}] });
  expect(results.differences[0]?.difference).toBeCloseTo(0.1 - 1 / 3, 12);
});

test("a shadow reports what would have changed", async () => {
  const at = await shadow(admin);
  const clickhouse = openTestClickHouse("admin");
  const line = (from: string, to: string, given: { status?: string; comparable?: boolean; dropped?: number } = {}) => {
    const { status = "completed", comparable = true, dropped = 0 } = given;
    const started = new Date().toISOString().replace("T", " ").replace("Z", "");
    const versions = [at["solutionId"], at["versionId"], at["challengerId"]];
    const outcomes = comparable ? ["completed", status, from, to] : ["completed", "", from, ""];
    return JSON.stringify([admin.organisationId, at["rolloutId"], started, newId(), ...versions, comparable, ...outcomes, dropped]);
  };
  const columns = ["organisation", "rollout_id", "started", "execution", "solution", "live_version", "shadow_version", "comparable"];
  await clickhouse.insertLines(
    "shadow_results",
    [...columns, "live_status", "shadow_status", "live_outcome", "shadow_outcome", "dropped"],
    [
      ...Array.from({ length: 7 }, () => line("Approved", "Approved")),
      ...Array.from({ length: 2 }, () => line("Approved", "Declined")),
      line("Approved", "Approved", { status: "failed" }),
      line("Approved", "", { comparable: false, dropped: 4 }),
    ],
  );
  await clickhouse.close();
  const { _embedded } = await admin.must("rollout.shadow", { at });
  expect(_embedded).toMatchObject({ compared: 10, same: 7, changed: 3, failed: 1, notComparable: 1, dropped: 4 });
  expect(_embedded.moves).toEqual([
    { from: "Approved", to: "Declined", count: 2 },
    { from: "Approved", to: "Failed", count: 1 },
  ]);
  expect(_embedded.differences).toHaveLength(3);
});

test("a shadow has no arms", async () => {
  const answer = await api.ask(admin.token, "rollout.results", { at: await shadow(admin) });
  expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([409, "OTHER_ROLLOUT_KIND"]);
});

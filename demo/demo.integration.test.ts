import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { usualParts } from "../services/parts.ts";
import { startStack, stopStack } from "../services/stack.ts";
import { startTemporaryInstance, type TemporaryInstance } from "../services/temporary-instance.ts";
import { callerFor, type Caller } from "../tests/support/caller.ts";
import { eventually } from "../tests/support/eventually.ts";
import type { Product } from "../tests/support/product.ts";
import { productOf } from "../tests/support/stand-up.ts";
import { createDemo } from "./create-demo.ts";
import { emailOf, organisationName, type Colleague } from "./people.ts";
import { refuseProduction } from "./refuse-production.ts";
import { dayMillis, outageOf } from "./traffic/past-executions.ts";

/** A tenth of the usual number, which is enough to tell that a prediction drifts. */
const executions = 20_000;

let running: TemporaryInstance;
let product: Product;
let mara: Caller;
let folder = "";

beforeAll(async () => {
  running = await startTemporaryInstance(usualParts);
  folder = await mkdtemp(join(tmpdir(), "airlock-test-"));
  // The edge without a console: the demo only calls the api and runtimes.
  await startStack(running.instance, { runtimes: 1, console: "files", consoleFolder: folder, env: { AIRLOCK_LOG_LEVEL: "warn" } });
  product = productOf(running.instance);
  await (
    await createDemo(product, { executions })
  ).complete;
  mara = await callerFor(product, emailOf("mara"));
}, 300_000);
afterAll(async () => {
  await stopStack(running.instance);
  await running.stop();
  await rm(folder, { recursive: true, force: true });
});

const iso = (millis: number) => new Date(millis).toISOString();

test("a second start finds it and adds nothing", async () => {
  const before = (await mara.do("executions.list", { query: { limit: "1" } }))._embedded;
  expect((await createDemo(product, { executions })).result).toBe("present");
  const first = await callerFor(product, "admin@airlock.test");
  const { items } = await first.do("organisations.list", { query: { search: organisationName } });
  expect(items).toHaveLength(1);
  expect((await mara.do("executions.list", { query: { limit: "1" } }))._embedded).toEqual(before);
  expect((await mara.do("solutions.list"))._embedded.total).toBe(3);
});

test("an installation with another identity provider, or in production, is refused", async () => {
  await expect(refuseProduction(product)).resolves.toBeUndefined();
  await expect(refuseProduction(product, { NODE_ENV: "production" })).rejects.toThrow("NODE_ENV is production");
  await expect(refuseProduction({ ...product, url: "https://decisions.bank.example" })).rejects.toThrow("is not on this machine");
  await expect(refuseProduction({ ...product, issuer: "http://localhost:1/realms/bank" })).rejects.toThrow("users sign in at");
});

test("every day of the month has decisions, weekends fewer applications than working days", async () => {
  const start = iso(Date.now() - 31 * dayMillis);
  const all = (await mara.do("stats.read", { query: { gran: "P1D", start } }))._embedded;
  // With those that were made at a runtime.
  expect(all.total).toBeGreaterThanOrEqual(executions);
  expect(all.total).toBeLessThan(executions + 50);
  expect(Object.values(all.stats).filter((count) => count > 0).length).toBeGreaterThanOrEqual(30);

  const { items } = await mara.do("versions.listAll");
  const loan = items.find(({ _embedded }) => _embedded.solutionName === "Personal loan" && _embedded.versionName === "1.1");
  const at = { versionId: loan?._embedded.webSafeString ?? "" };
  const { stats } = (await mara.do("version.stats", { at, query: { gran: "P1D", start } }))._embedded;
  const meanOf = (isWanted: (day: number) => boolean) => {
    const wanted = Object.entries(stats).filter(([time, count]) => count > 0 && isWanted(new Date(time).getUTCDay()));
    return wanted.reduce((sum, [, count]) => sum + count, 0) / wanted.length;
  };
  expect(meanOf((day) => day === 0 || day === 6)).toBeLessThan(0.6 * meanOf((day) => day >= 2 && day <= 4));
});

test("the outage of the bureau shows among the failed executions, and hardly anything else failed", async () => {
  const outage = outageOf(Date.now());
  const between = async (from: number, to: number) =>
    (await mara.do("stats.read", { query: { gran: "PT1H", start: iso(from), end: iso(to) } }))._embedded;
  const during = await between(outage.from, outage.to);
  const before = await between(outage.from - 7 * dayMillis, outage.to - 7 * dayMillis);
  expect(during.failed).toBeGreaterThan(20);
  expect(before.failed).toBeLessThan(during.failed / 5);
  const query = { status: "failed", from: iso(outage.from), to: iso(outage.to), limit: "1" };
  const [failed] = (await mara.do("executions.list", { query })).items;
  const at = { executionId: failed?._embedded.webSafeString ?? "" };
  const { steps, durationMillis } = (await mara.do("execution.read", { at }))._embedded;
  expect(durationMillis).toBeGreaterThanOrEqual(2_000);
  expect(steps.map(({ nodeId }) => nodeId)).toContain("bureau");
});

test("the heat map counts all paths of a version", async () => {
  const { items } = await mara.do("versions.listAll");
  const card = items.find(({ _embedded }) => _embedded.solutionName === "Card payments" && _embedded.versionName === "2.0");
  const at = { versionId: card?._embedded.webSafeString ?? "" };
  const { nodes } = (await mara.do("version.heat", { at, query: { start: iso(Date.now() - 31 * dayMillis) } }))._embedded;
  const countOf = (id: string) => nodes.find((node) => node.id === id)?.count ?? 0;
  expect(countOf("start")).toBeGreaterThan(2_000);
  expect(countOf("allow") + countOf("challenge") + countOf("block")).toBe(countOf("end"));
  for (const id of ["allow", "challenge", "block"]) expect(countOf(id)).toBeGreaterThan(0);
});

test("one prediction drifts since the broker joined, the other does not", async () => {
  const drifts = await eventually(
    "both predictions to be judged",
    async () => {
      const { items } = await mara.do("predictions.list", { query: { limit: "10" } });
      const states = new Map(items.map(({ _embedded }) => [_embedded.name, _embedded.drift]));
      return [...states.values()].every(({ state }) => state !== "none") ? states : undefined;
    },
    { seconds: 120 },
  );
  expect(drifts.get("Default risk, 12 months")).toMatchObject({ state: "drifting", columns: expect.arrayContaining(["employment"]) });
  expect(drifts.get("Fraud likelihood")).toMatchObject({ state: "steady" });
});

test("gates let one release pass and block another, because the prediction drifts", async () => {
  const { items: solutions } = await mara.do("solutions.list", { query: { search: "Personal loan" } });
  const at = { solutionId: solutions[0]?._embedded.webSafeString ?? "" };
  const { items } = await mara.do("solution.releaseRequests.list", { at });
  const requests = new Map(items.map(({ _embedded }) => [_embedded.versionName, _embedded]));
  const gatesOf = (version: string) => (requests.get(version)?.gates ?? []).map(({ gate, status }) => [gate, status]);
  const passed = ["testCases", "findings", "changedOutcomes", "outcomeMix"].map((gate) => [gate, "passed"]);
  expect(requests.get("1.1")?.status).toBe("released");
  expect(gatesOf("1.1")).toEqual(passed);
  expect(requests.get("2.0")?.status).toBe("released");
  expect(gatesOf("2.0")).toEqual(passed);
  expect(requests.get("2.1")?.status).toBe("open");
  expect(gatesOf("2.1")).toEqual([...passed, ["drift", "failed"]]);
  const { items: releases } = await mara.do("solution.releases.list", { at });
  expect(releases.map(({ _embedded }) => [_embedded.versionName, _embedded.status, _embedded.createdBy])).toEqual([
    ["2.0", "live", "Rachid Bennani"],
    ["1.1", "ended", "Rachid Bennani"],
    ["1.0", "ended", "Rachid Bennani"],
  ]);
});

test("monitors fire and experiments have charts", async () => {
  const { items: monitors } = await mara.do("monitors.list", { query: { limit: "50" } });
  const firing = monitors.filter(({ _embedded }) => _embedded.firingWss !== null).map(({ _embedded }) => _embedded.measure.kind);
  expect(firing.toSorted()).toEqual(["drift", "outcomeShare"]);
  expect(monitors).toHaveLength(7);
  const { items: experiments } = await mara.do("experiments.list", { query: { limit: "10" } });
  expect(experiments).toHaveLength(2);
  for (const { _embedded } of experiments) {
    const at = { experimentResultId: _embedded.lastResult?.webSafeString ?? "" };
    expect((await mara.do("experimentResult.details", { at }))._embedded.graph).not.toBeNull();
  }
});

test.each([
  { person: "joost", mayDraw: true, mayAudit: false },
  { person: "amina", mayDraw: true, mayAudit: false },
  { person: "lena", mayDraw: false, mayAudit: false },
  { person: "rachid", mayDraw: false, mayAudit: false },
  { person: "sofia", mayDraw: false, mayAudit: true },
] satisfies readonly { readonly person: Colleague; readonly mayDraw: boolean; readonly mayAudit: boolean }[])(
  "$person may do what the role says",
  async ({ person, mayDraw, mayAudit }) => {
    const caller = await callerFor(product, emailOf(person));
    expect((await caller.do("profile.read"))._embedded.organisationName).toBe(organisationName);
    expect((await caller.send("audit.list")).status).toBe(mayAudit ? 200 : 403);
    expect((await caller.send("solutions.create", { body: {} })).status).toBe(mayDraw ? 201 : 403);
  },
);

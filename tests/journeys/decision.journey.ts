import { executionResource, problemSchema } from "@airlock/contract";
import { expect } from "vitest";
import { eventually } from "../support/eventually.ts";
import { signInAt } from "../support/sign-in.ts";
import { rowsOf } from "../support/clickhouse.ts";
import { addItem, analyst, widget } from "./support/dashboard.ts";
import { ask, issueKey, serveDecision } from "../support/decision.ts";
import { journey, withServiceWorker } from "./support/journey.ts";

journey("a decision is drawn, frozen, served, answered by key, found in ClickHouse once and counted", async ({ admin, product }) => {
  const caller = await admin();
  const { versionId, solutionId } = await serveDecision(caller, "Age check");
  const { token } = await issueKey(caller, product);

  const young = await ask(product, versionId, token, { age: 17, reference: "first" });
  expect(young.status).toBe(200);
  const answer = executionResource.parse(await young.json())._embedded;
  expect(answer).toMatchObject({
    versionWss: versionId,
    solutionWss: solutionId,
    status: "completed",
    runtimeData: { decision: "declined" },
  });
  expect(Date.parse(answer.ended)).toBeGreaterThanOrEqual(Date.parse(answer.started));
  const old = await ask(product, versionId, token, { age: 18 });
  expect(executionResource.parse(await old.json())._embedded.runtimeData).not.toHaveProperty("decision");

  const where = "version = {versionId:String}";
  await eventually("both executions in ClickHouse", async () => {
    const rows = await rowsOf(product, `SELECT uniqExact(id) AS n FROM executions WHERE ${where}`, { versionId });
    return JSON.stringify(rows).includes('"2"') || JSON.stringify(rows).includes(":2}") ? true : undefined;
  });
  const rows = await rowsOf(product, `SELECT id, solution, status FROM executions FINAL WHERE ${where} AND id = {id:String}`, {
    versionId,
    id: answer.webSafeString,
  });
  expect(rows).toEqual([{ id: answer.webSafeString, solution: solutionId, status: "completed" }]);

  const total = await eventually("the stats link to count both", async () => {
    const stats = await caller.do("version.stats", { at: { versionId }, query: { start: "-", end: "-", gran: "hour" } });
    return stats._embedded.total === 2 ? stats._embedded : undefined;
  });
  expect(Object.values(total.stats).reduce((sum, count) => sum + count, 0)).toBe(2);
});

journey("the dashboard counts a decision while it is open, without a reload", async ({ open, admin, person, product }) => {
  const caller = await admin();
  const { versionId } = await serveDecision(caller, "Counted live");
  const { token } = await issueKey(caller, product);
  const { page } = await open(withServiceWorker);
  await signInAt(page, "/admin", (await person(analyst)).email);
  await addItem(page, "Its own", "Counted live, 1.0");
  let loads = 0;
  page.on("load", () => (loads += 1));
  const total = widget(page, "Its own").locator(".widget-total");
  expect(await total.textContent()).toBe("0");
  for (let call = 0; call < 3; call += 1) expect((await ask(product, versionId, token, { age: 40 })).status).toBe(200);
  await eventually("the widget to count three", async () => ((await total.textContent()) === "3" ? true : undefined), { seconds: 30 });
  expect(loads).toBe(0);
});

journey("a stopped version is refused by every runtime, and served again when started", async ({ admin, product }) => {
  const caller = await admin();
  const { versionId } = await serveDecision(caller, "Stopped");
  const { token } = await issueKey(caller, product);
  expect((await ask(product, versionId, token, { age: 20 })).status).toBe(200);

  const stopped = await caller.do("version.stop", { at: { versionId } });
  expect(stopped._embedded.deploymentStatus).toBe("stopped");
  // The stop was confirmed, so no runtime may respond from here on; the edge distributes these over both.
  for (let call = 0; call < 10; call += 1) {
    const refusal = await ask(product, versionId, token, { age: 20 });
    expect(refusal.status).toBe(409);
    expect(problemSchema.parse(await refusal.json()).code).toBe("VERSION_NOT_SERVING");
  }
  await caller.do("version.deploy", { at: { versionId } });
  expect((await ask(product, versionId, token, { age: 20 })).status).toBe(200);
});

journey("a revoked key is refused within five seconds", async ({ admin, product }) => {
  const caller = await admin();
  const { versionId } = await serveDecision(caller, "Revoked");
  const { token, userId, keyId } = await issueKey(caller, product);
  expect((await ask(product, versionId, token, { age: 20 })).status).toBe(200);
  await caller.do("user.key.revoke", { at: { userId, keyId } });
  const refuses = async () => (await ask(product, versionId, token, { age: 20 })).status === 401;
  // In a row, so that both runtimes are called.
  await eventually(
    "every runtime to refuse the key",
    async () => ((await refuses()) && (await refuses()) && (await refuses()) ? true : undefined),
    {
      seconds: 5,
    },
  );
});

journey(
  "no decision without authorisation: no key, a wrong key, a key without the permission; a user's own token is accepted",
  async ({ admin, product }) => {
    const caller = await admin();
    const { versionId } = await serveDecision(caller, "Guarded");
    const { token } = await issueKey(caller, product);
    const powerless = await issueKey(caller, product, ["solutions.list"]);
    expect((await ask(product, versionId, "", { age: 20 })).status).toBe(401);
    expect((await ask(product, versionId, `${token}x`, { age: 20 })).status).toBe(401);
    expect((await ask(product, versionId, caller.bearer, { age: 20 })).status).toBe(200);
    expect((await ask(product, versionId, powerless.token, { age: 20 })).status).toBe(403);
    expect((await ask(product, versionId, token, { age: "old" })).status).toBe(400);
    expect((await ask(product, "01J00000000000000000000000", token, { age: 20 })).status).toBe(404);
  },
);

import { newId } from "@airlock/platform";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Ids } from "../testing/ids.ts";
import { firingOf } from "../testing/monitors.ts";
import { asOwner, newColleague, newOrganisation, rootAdministrator, type Person } from "../testing/person.ts";
import { draft, group, servingVersion } from "../testing/specimens.ts";
import { startTestApi, type TestApi } from "../testing/test-api.ts";

let api: TestApi;
let admin: Person;
let at: Ids;
beforeAll(async () => {
  api = await startTestApi();
  admin = await newOrganisation(api, await rootAdministrator(api), "Monitors");
  at = await draft(admin);
});
afterAll(() => api.close());

const failedShare = { measure: { kind: "failedShare" }, rule: { kind: "threshold", min: null, max: 0.01 } } as const;

test("is created with a name from its measure, changed, muted and deleted", async () => {
  const { groupId = "" } = await group(admin);
  const body = { ...failedShare, notifyUsers: [admin.userId], notifyGroups: [groupId] };
  const { _embedded: made } = await admin.must("solution.monitors.create", { at, body });
  expect(made).toMatchObject({
    name: "Failed share",
    windowMinutes: 30,
    minDecisions: 50,
    judgement: "waiting",
    value: null,
    firingWss: null,
  });
  expect(made.notify.map(({ kind, webSafeString }) => [kind, webSafeString])).toEqual([
    ["group", groupId],
    ["user", admin.userId],
  ]);
  const monitor = { monitorId: made.webSafeString };
  const changed = await admin.must("monitor.update", {
    at: monitor,
    body: { name: "Failures", notifyGroups: [], revision: made.revision },
  });
  expect(changed._embedded).toMatchObject({ name: "Failures", notify: [{ kind: "user" }], rule: failedShare.rule });
  const stale = await api.ask(admin.token, "monitor.update", { at: monitor, body: { name: "Late", revision: made.revision } });
  expect(stale.json()).toMatchObject({ code: "EDIT_CONFLICT" });
  const until = "2030-01-01T00:00:00.000Z";
  expect((await admin.must("monitor.mute", { at: monitor, body: { until } }))._embedded.mutedUntil).toBe(until);
  await admin.must("monitor.delete", { at: monitor });
  expect((await api.ask(admin.token, "monitor.read", { at: monitor })).json()).toMatchObject({ code: "MONITOR_NOT_FOUND" });
});

test.each([
  ["no limit", { rule: { kind: "threshold", min: null, max: null } }, "Enter a lower or an upper limit."],
  ["crossed limits", { rule: { kind: "threshold", min: 0.5, max: 0.1 } }, "The lower limit must be below the upper one."],
  ["a share above 1", { rule: { kind: "threshold", min: null, max: 5 } }, "A share is from 0 to 1."],
])("refuses %s", async (_name, change, message) => {
  const response = await api.ask(admin.token, "solution.monitors.create", { at, body: { ...failedShare, ...change } });
  expect([response.statusCode, response.json()]).toMatchObject([400, { problems: [{ field: "rule", message }] }]);
});

test("refuses users and groups of other organisations, and unknown predictions", async () => {
  const stranger = await newOrganisation(api, await rootAdministrator(api), "Elsewhere");
  const codes = await Promise.all(
    [
      { ...failedShare, notifyUsers: [stranger.userId] },
      { ...failedShare, notifyGroups: [(await group(stranger))["groupId"]] },
      { measure: { kind: "drift", predictionWss: newId() }, rule: { kind: "threshold", min: null, max: 0.2 } },
    ].map(async (body) => (await api.ask(admin.token, "solution.monitors.create", { at, body })).json<{ code: string }>().code),
  );
  expect(codes).toEqual(["USER_NOT_FOUND", "GROUP_NOT_FOUND", "PREDICTION_NOT_FOUND"]);
});

test("lists firing ones first; a firing links its executions and is acknowledged once", async () => {
  const served = await servingVersion(admin);
  await admin.must("solution.monitors.create", { at: served, body: { ...failedShare, name: "A quiet one" } });
  const { firingId = "", monitorId = "" } = await firingOf(admin, served);
  const { items } = await admin.must("solution.monitors.list", { at: served });
  expect(items.map(({ _embedded }) => [_embedded.name, _embedded.firingWss])).toEqual([
    ["Failed share", firingId],
    ["A quiet one", null],
  ]);
  expect((await admin.must("monitors.list"))?.items[0]?._embedded.firingWss).toBe(firingId);

  const { _embedded: firing } = await admin.must("firing.read", { at: { firingId } });
  expect(firing).toMatchObject({
    monitorWss: monitorId,
    endedDate: null,
    executions: { versions: [served["versionId"]], status: "failed" },
  });
  const { _embedded: first } = await admin.must("firing.acknowledge", { at: { firingId } });
  expect([first.acknowledgedByWss, first.acknowledgedDate]).toEqual([admin.userId, expect.any(String)]);
  const colleague = await newColleague(api, admin, ["versions.list", "solutions.list", "solution.update"]);
  const { _embedded: second } = await colleague.must("firing.acknowledge", { at: { firingId } });
  expect(second.acknowledgedByWss).toBe(admin.userId);

  // Changing the rule ends it.
  await admin.must("monitor.update", { at: { monitorId }, body: { rule: { kind: "unlike" } } });
  const { _embedded: ended } = await admin.must("firing.read", { at: { firingId } });
  expect(ended.endedDate).not.toBeNull();
  expect((await api.ask(admin.token, "firing.acknowledge", { at: { firingId } })).json()).toMatchObject({ code: "FIRING_ENDED" });
  const open = await admin.must("firings.list", { query: { state: "open" } });
  expect(open.items.map(({ _embedded }) => _embedded.webSafeString)).not.toContain(firingId);
});

/** A firing whose monitor has a chart. */
async function chartedFiring() {
  const at = await firingOf(admin, await draft(admin));
  const points = [{ date: "2026-03-01T10:00:00.000Z", value: 0.2, min: null, max: 0.01 }];
  await asOwner((owner) => owner.query("update monitors set points = $2 where id = $1", [at["monitorId"], JSON.stringify(points)]));
  return { at, points };
}

test("a firing stays open when its monitor is saved with the same rule", async () => {
  const { at, points } = await chartedFiring();
  await admin.must("firing.acknowledge", { at });
  const { windowMinutes, minDecisions, revision } = (await admin.must("monitor.read", { at }))._embedded;
  // As the form sends it: all fields, whichever was edited.
  const body = { ...failedShare, windowMinutes, minDecisions, notifyUsers: [admin.userId], revision };
  const { _embedded: saved } = await admin.must("monitor.update", { at, body });
  expect(saved).toMatchObject({ notify: [{ kind: "user" }], firingWss: at["firingId"], isAcknowledged: true, points });
});

test("a firing that another rule ends keeps its chart, and the monitor begins a new one", async () => {
  const { at, points } = await chartedFiring();
  await admin.must("monitor.update", { at, body: { rule: { ...failedShare.rule, max: 0.02 } } });
  expect((await admin.must("firing.read", { at }))._embedded).toMatchObject({ endedDate: expect.any(String), points });
  expect((await admin.must("monitor.read", { at }))._embedded).toMatchObject({ firingWss: null, points: [] });
});

test("is not visible to another organisation, and read-only users cannot change it", async () => {
  const { firingId = "", monitorId = "" } = await firingOf(admin, await draft(admin));
  const stranger = await newOrganisation(api, await rootAdministrator(api), "Stranger");
  expect((await stranger.must("monitors.list")).items).toEqual([]);
  expect((await stranger.must("firings.list")).items).toEqual([]);
  expect((await api.ask(stranger.token, "firing.read", { at: { firingId } })).json()).toMatchObject({ code: "FIRING_NOT_FOUND" });
  const reader = await newColleague(api, admin, ["versions.list"]);
  expect((await reader.must("monitor.read", { at: { monitorId } }))._links["self"]?.allow).toEqual(["GET"]);
  expect((await api.ask(reader.token, "monitor.delete", { at: { monitorId } })).statusCode).toBe(403);
});

test("changes are in the audit, evaluations are not", async () => {
  const { monitorId = "" } = await firingOf(admin, await draft(admin));
  await asOwner((owner) =>
    owner.query("update monitors set value = 0.4, tried_at = now(), judgement = 'outside' where id = $1", [monitorId]),
  );
  const { _embedded: seen } = await admin.must("monitor.read", { at: { monitorId } });
  expect([seen.revision, seen.value]).toEqual([1, 0.4]);
  await admin.must("monitor.mute", { at: { monitorId }, body: { until: "2030-01-01T00:00:00Z" } });
  const { items } = await admin.must("audit.list", { query: { record: monitorId } });
  expect(items.map(({ _embedded }) => [_embedded.change, _embedded.changed])).toEqual([
    ["updated", ["mutedUntil"]],
    ["created", expect.anything()],
  ]);
});

import { expect, test } from "vitest";
import { apiInOrganisation } from "../testing/api-in-organisation.ts";
import { asOwner, newColleague, newOrganisation } from "../testing/person.ts";
import { callee, caller, solutionOf, versionOf } from "../testing/sub-flows.ts";

const { api, root, admin } = await apiInOrganisation("Sub-flows");

test("a definition gets the stored versions of its sub-flows, whatever the client sent of them", async () => {
  const { versionId, at: called, name } = await versionOf(admin, callee("10"));
  const at = await solutionOf(admin, caller(versionId, { solutionName: "Forged", behaviour: 1, definition: callee("1000000") }));
  const { _embedded: saved } = await admin.must("definition.read", { at });
  expect(saved.errors).toEqual([]);
  expect(saved.subFlows).toMatchObject([{ versionId, name, solutionId: called.solutionId }]);
  const { _embedded: executed } = await admin.must("solution.execute", { at, body: { income: 5 } });
  expect(executed).toMatchObject({ status: "completed", runtimeData: { limit: 15 } });
  await admin.must("definition.update", { at, body: caller(versionId, { definition: callee("1000000") }) });
  const { _embedded: again } = await admin.must("solution.execute", { at, body: { income: 5 } });
  expect(again).toMatchObject({ runtimeData: { limit: 15 }, linksTaken: ["a", "b", "call/a", "call/b"] });
});

test("a version with sub-flows needs behaviour 5 and has their copies", async () => {
  const { versionId } = await versionOf(admin, callee("10"));
  const outer = await versionOf(admin, caller(versionId));
  expect(outer.behaviour).toBe(5);
  const { _embedded: frozen } = await admin.must("version.definition", { at: { versionId: outer.versionId } });
  expect(frozen.subFlows?.[0]?.definition.solutionDefinition.nodes.map(({ id }) => id)).toEqual(["start", "set", "end"]);
});

test("a solution is not used inside itself", async () => {
  const inner = await versionOf(admin, callee("10"));
  const outer = await versionOf(admin, caller(inner.versionId));
  for (const versionId of [inner.versionId, outer.versionId]) {
    const refused = await api.ask(admin.token, "definition.update", { at: inner.at, body: caller(versionId) });
    expect(refused.json()).toMatchObject({ code: "INVALID_REQUEST", problems: [{ field: "subFlows", code: "SUB_FLOW_CYCLE" }] });
  }
});

test("a draft with its own solution inside is not frozen, however it was stored", async () => {
  const inner = await versionOf(admin, callee("10"));
  const at = await solutionOf(admin, caller(inner.versionId));
  await asOwner((owner) =>
    owner.query("update definitions set document = replace(document::text, $2, $1)::jsonb where solution_id = $1", [
      at.solutionId,
      inner.at.solutionId,
    ]),
  );
  const refused = await api.ask(admin.token, "solution.versions.create", { at, body: {} });
  expect(refused.json()).toMatchObject({ code: "INVALID_SOLUTION_DEFINITION", problems: [{ code: "SUB_FLOW_CYCLE" }] });
});

test("a version of another organisation is no sub-flow", async () => {
  const stranger = await newOrganisation(api, root, "Other limits");
  const { versionId } = await versionOf(stranger, callee("10"));
  const at = await solutionOf(admin, caller(versionId));
  const { _embedded: saved } = await admin.must("definition.read", { at });
  expect(saved.subFlows).toBeUndefined();
  expect(saved.errors).toMatchObject([{ code: "SUB_FLOW_UNKNOWN", nodeId: "call" }]);
});

test("copies that no node runs any more are removed when a definition is saved", async () => {
  const first = await versionOf(admin, callee("10"));
  const second = await versionOf(admin, callee("20"));
  const at = await solutionOf(admin, caller(first.versionId));
  const { _embedded: saved } = await admin.must("definition.update", {
    at,
    body: { ...caller(second.versionId, { versionId: first.versionId }) },
  });
  expect(saved.subFlows?.map(({ versionId }) => versionId)).toEqual([second.versionId]);
});

test("a user who may not read versions keeps those of the draft, and adds none", async () => {
  const used = await versionOf(admin, callee("10"));
  const other = await versionOf(admin, callee("20"));
  const at = await solutionOf(admin, caller(used.versionId));
  const editor = await newColleague(api, admin, ["solutions.list", "solutions.create", "solution.update"]);
  const { _embedded: kept } = await editor.must("definition.update", { at, body: caller(used.versionId) });
  expect(kept).toMatchObject({ errors: [], subFlows: [{ versionId: used.versionId }] });
  const { _embedded: changed } = await editor.must("definition.update", { at, body: caller(other.versionId) });
  expect(changed.subFlows).toBeUndefined();
  expect(changed.errors).toMatchObject([{ code: "SUB_FLOW_UNKNOWN" }]);
  const copy = await solutionOf(editor, caller(used.versionId));
  expect((await admin.must("definition.read", { at: copy }))._embedded.subFlows).toBeUndefined();
});

test("a solution lists the drafts and versions that use it, also inside other sub-flows", async () => {
  const inner = await versionOf(admin, callee("10"));
  const middle = await versionOf(admin, caller(inner.versionId));
  const outer = await versionOf(admin, caller(middle.versionId));
  await admin.must("version.deploy", { at: { versionId: outer.versionId } });
  const usesOf = async ({ at }: { readonly at: { readonly solutionId: string } }, query = {}) => {
    const page = await admin.must("solution.uses", { at, query });
    return page.items.map(({ _embedded }) => _embedded);
  };
  const draft = { versionWss: null, versionName: null, isServing: false, isLive: false };
  const used = { usedVersionWss: inner.versionId, usedVersionName: inner.name };
  expect(await usesOf(inner)).toHaveLength(4);
  expect(await usesOf(inner)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ ...used, ...draft, solutionWss: middle.at.solutionId, isDirect: true }),
      expect.objectContaining({ ...used, versionWss: middle.versionId, versionName: middle.name, isDirect: true, isServing: false }),
      expect.objectContaining({ ...used, ...draft, solutionWss: outer.at.solutionId, isDirect: false }),
      expect.objectContaining({ ...used, versionWss: outer.versionId, isDirect: false, isServing: true, isLive: false }),
    ]),
  );
  const first = await admin.must("solution.uses", { at: inner.at, query: { limit: "1" } });
  const next = Object.fromEntries(new URL(first._links["next"]?.href ?? "", "http://x").searchParams);
  expect([...first.items.map(({ _embedded }) => _embedded), ...(await usesOf(inner, { ...next, limit: "10" }))]).toEqual(
    await usesOf(inner),
  );

  await admin.must("definition.update", { at: outer.at, body: callee("1") });
  await admin.must("solution.delete", { at: middle.at });
  expect((await usesOf(inner)).map(({ versionWss }) => versionWss)).toEqual([outer.versionId]);
  expect(await usesOf(outer)).toEqual([]);
});

test("a draft lists its sub-flows with the newest version that could replace each", async () => {
  const called = await versionOf(admin, callee("10"));
  const user = await versionOf(admin, caller(called.versionId));
  const listed = async () => (await admin.must("solution.subFlows", { at: user.at })).items.map(({ _embedded }) => _embedded);
  const own = { versionWss: called.versionId, versionName: called.name, solutionWss: called.at.solutionId, isDeleted: false };
  expect(await listed()).toMatchObject([{ ...own, newest: { versionWss: called.versionId, versionName: called.name } }]);

  await admin.must("definition.update", { at: called.at, body: callee("20") });
  const { _embedded: second } = await admin.must("solution.versions.create", { at: called.at, body: { versionName: "Second" } });
  expect(await listed()).toMatchObject([{ ...own, newest: { versionWss: second.webSafeString, versionName: "Second" } }]);

  // The third uses a version of the user's own solution, from before it used this one: it would be inside itself.
  await admin.must("definition.update", { at: user.at, body: callee("1") });
  const { _embedded: plain } = await admin.must("solution.versions.create", { at: user.at, body: {} });
  await admin.must("definition.update", { at: user.at, body: caller(called.versionId) });
  await admin.must("definition.update", { at: called.at, body: caller(plain.webSafeString) });
  const { _embedded: third } = await admin.must("solution.versions.create", { at: called.at, body: {} });
  expect(await listed()).toMatchObject([{ newest: { versionWss: second.webSafeString } }]);
  const refused = await api.ask(admin.token, "definition.update", { at: user.at, body: caller(third.webSafeString) });
  expect(refused.json()).toMatchObject({ code: "INVALID_REQUEST", problems: [{ field: "subFlows", code: "SUB_FLOW_CYCLE" }] });
});

test("a sub-flow of a deleted solution still runs, and has no version to offer", async () => {
  const called = await versionOf(admin, callee("10"));
  const at = await solutionOf(admin, caller(called.versionId));
  await admin.must("solution.delete", { at: called.at });
  await admin.must("definition.update", { at, body: caller(called.versionId) });
  const { _embedded: executed } = await admin.must("solution.execute", { at, body: { income: 5 } });
  expect(executed).toMatchObject({ runtimeData: { limit: 15 } });
  const { items } = await admin.must("solution.subFlows", { at });
  expect(items.map(({ _embedded }) => _embedded)).toMatchObject([{ versionWss: called.versionId, isDeleted: true, newest: null }]);
});

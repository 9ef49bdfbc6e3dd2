import { newId } from "@airlock/platform";
import { describe, expect, test } from "vitest";
import { apiInOrganisation } from "../testing/api-in-organisation.ts";
import { asOwner, newColleague, newOrganisation } from "../testing/person.ts";
import { accountWithKey, group, role, runnable, servingVersion } from "../testing/specimens.ts";

const { api, root, admin } = await apiInOrganisation("Audit");

/** Newest first. */
async function entries(query: Record<string, string>, person = admin) {
  const { items } = await person.must("audit.list", { query });
  return items.map((item) => item._embedded);
}

describe("a change of an entity", () => {
  test("is an entry with the user, before, after and the request's correlation id", async () => {
    const at = await role(admin);
    const record = at["roleId"] ?? "";
    const correlation = newId();
    const changed = await api.ask(admin.token, "role.update", {
      at,
      body: { name: "Renamed", permissions: [] },
      headers: { "x-correlation-id": correlation },
    });
    expect(changed.statusCode).toBe(200);
    await admin.must("role.delete", { at });
    const [deleted, updated, created, ...rest] = await entries({ record });
    expect(rest).toEqual([]);
    expect(created).toMatchObject({
      noun: "role",
      change: "created",
      actorWss: admin.userId,
      actorName: "Admin Audit",
      organisationWss: admin.organisationId,
      recordWss: record,
      recordName: "Role",
      changed: [],
      before: null,
      after: { webSafeString: record, name: "Role", permissions: ["solutions.list"] },
    });
    expect(updated).toMatchObject({
      change: "updated",
      recordName: "Renamed",
      changed: ["name", "permissions"],
      before: { name: "Role", permissions: ["solutions.list"] },
      after: { name: "Renamed", permissions: [] },
      correlationId: correlation,
    });
    expect(deleted).toMatchObject({ change: "deleted", before: { name: "Renamed" }, after: null });
    expect(updated?.previousHash).toBe(created?.hash);
    expect(deleted?.previousHash).toBe(updated?.hash);
  });

  test("that is refused or rolled back has no entry", async () => {
    const at = await role(admin);
    const before = await entries({ record: at["roleId"] ?? "" });
    const stale = await api.ask(admin.token, "role.update", { at, body: { name: "Never", revision: 99 } });
    expect(stale.statusCode).toBe(409);
    const failing = api.parts.postgres.inOrganisation(admin, async (tx) => {
      await tx
        .updateTable("roles")
        .set({ name: "Never" })
        .where("id", "=", at["roleId"] ?? "")
        .execute();
      throw new Error("the process thinks better of it");
    });
    await expect(failing).rejects.toThrow("thinks better");
    expect(await entries({ record: at["roleId"] ?? "" })).toEqual(before);
  });

  test("that changes nothing has no entry, and neither has the dashboard", async () => {
    const colleague = await newColleague(api, admin, []);
    const before = await entries({ record: colleague.userId });
    await colleague.must("dashboard.update", { body: { dashboard: [] } });
    await admin.must("user.update", { at: { userId: colleague.userId }, body: { firstName: "Given" } });
    await admin.must("user.update", { at: { userId: colleague.userId }, body: { firstName: "Given" } });
    const after = await entries({ record: colleague.userId });
    expect(after.filter((entry) => entry.change === "updated" && entry.changed.includes("firstName"))).toHaveLength(1);
    expect(after).toHaveLength(before.length + 1);
  });

  test("of a person at their first sign-in is their own", async () => {
    const colleague = await newColleague(api, admin, []);
    const [bound] = await entries({ record: colleague.userId, noun: "user" });
    expect(bound).toMatchObject({
      actorWss: colleague.userId,
      actorName: "Col League",
      before: { userStatus: "invited" },
      after: { userStatus: "active" },
    });
  });

  test("never shows a secret or its hash, and shows a change of a large document by its digest", async () => {
    const at = await accountWithKey(admin);
    await admin.must("user.key.revoke", { at });
    const [revoked, made] = await entries({ record: at["keyId"] ?? "" });
    expect([made?.change, revoked?.change]).toEqual(["created", "deleted"]);
    for (const image of [made?.after, revoked?.before, revoked?.after]) expect(Object.keys(image ?? {})).not.toContain("hash");
    const hash = await asOwner((owner) => owner.query<{ hash: string }>("select hash from keys where id = $1", [at["keyId"]]));
    expect(JSON.stringify([made, revoked])).not.toContain(hash.rows[0]?.hash);

    const { _embedded: solution } = await admin.must("solutions.create", { body: { name: "Drawn" } });
    const solutionId = solution.webSafeString;
    // Texts that Postgres cannot store: a null character and an unpaired surrogate.
    const odd = { ...runnable, runtimeDatasetFields: [{ key: "a", name: "a\u0000b\ud800", type: "String", required: false }] };
    await api.ask(admin.token, "definition.update", { at: { solutionId }, body: odd });
    await admin.must("definition.update", { at: { solutionId }, body: runnable });
    const [saved] = await entries({ record: solutionId, noun: "definition" });
    expect(saved).toMatchObject({ change: "updated", recordName: "Drawn", changed: expect.arrayContaining(["document"]) as string[] });
    expect(saved?.after?.["document"]).toEqual({
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      bytes: expect.any(Number) as number,
    });
  });

  test("includes deploying and stopping, and roles and members of users and groups, by name", async () => {
    const at = await servingVersion(admin);
    await admin.must("version.stop", { at });
    await admin.must("solution.delete", { at });
    const version = await entries({ record: at["versionId"] ?? "" });
    // With its solution, also after that was deleted.
    expect(version.map(({ recordName }) => /^[^:]+: [^:]+$/.test(recordName))).toEqual(version.map(() => true));
    expect(version.map((entry) => [entry.change, entry.after?.["desired"]])).toEqual([
      ["deleted", "stopped"],
      ["updated", "stopped"],
      ["updated", "serving"],
      ["created", null],
    ]);
    const ids: Record<string, string> = {
      ...(await group(admin)),
      ...(await role(admin)),
      userId: (await newColleague(api, admin, [])).userId,
    };
    await admin.must("group.role.add", { at: ids });
    await admin.must("group.member.add", { at: ids });
    await admin.must("user.role.add", { at: ids });
    await admin.must("user.delete", { at: ids });
    await admin.must("group.delete", { at: ids });
    const ofGroup = await entries({ record: ids["groupId"] ?? "" });
    expect(ofGroup.map((entry) => [entry.noun, entry.change, entry.recordName])).toEqual(
      expect.arrayContaining([
        ["groupRole", "created", "Group: Role"],
        ["groupMember", "created", "Group: Col League"],
        ["groupMember", "deleted", "Group: Col League"],
        ["groupRole", "deleted", "Group: Role"],
        ["group", "deleted", "Group"],
      ]),
    );
    const ofUser = await entries({ record: ids["userId"] ?? "", noun: "userRole" });
    expect(ofUser.map((entry) => [entry.change, entry.recordName])).toEqual([
      ["deleted", "Col League: Role"],
      ["created", "Col League: Role"],
    ]);
  });
});

describe("the list", () => {
  test("requires its own permission, and is linked for users who have it", async () => {
    const reader = await newColleague(api, admin, ["audit.list"]);
    const other = await newColleague(api, admin, ["users.list"]);
    expect((await api.ask(reader.token, "audit.list")).statusCode).toBe(200);
    expect((await api.ask(other.token, "audit.list")).statusCode).toBe(403);
    expect((await reader.must("profile.read"))._links["audit"]).toEqual({ href: "/dme/manage/v1/audit", allow: ["GET"] });
    expect((await other.must("profile.read"))._links["audit"]).toBeUndefined();
  });

  test("is newest first, in consecutive pages, searched and filtered", async () => {
    const marker = `Marker${newId()}`;
    for (let number = 0; number < 7; number += 1) await admin.must("groups.create", { body: { name: `${marker} ${number}` } });
    const names: string[] = [];
    let query: Record<string, string> | undefined = { search: marker.toUpperCase(), limit: "3", noun: "group", change: "created" };
    while (query !== undefined) {
      const page: Awaited<ReturnType<typeof admin.must<"audit.list">>> = await admin.must("audit.list", { query });
      expect(page._embedded).toEqual({ total: 7, exact: true });
      names.push(...page.items.map((item) => item._embedded.recordName));
      const next = page._links["next"]?.href;
      query = next === undefined ? undefined : Object.fromEntries(new URL(next, "http://x").searchParams);
    }
    expect(names).toEqual([6, 5, 4, 3, 2, 1, 0].map((number) => `${marker} ${number}`));
    const [newest] = await entries({ search: marker });
    const to = newest?.at ?? "";
    expect(await entries({ search: marker, to: new Date(Date.parse(to) - 60_000).toISOString() })).toEqual([]);
    expect(await entries({ search: marker, from: new Date(Date.parse(to) - 60_000).toISOString() })).toHaveLength(7);
    expect(await entries({ search: marker, actor: newId() })).toEqual([]);
    expect(await entries({ search: marker, change: "deleted" })).toEqual([]);
    const wrong = await api.ask(admin.token, "audit.list", { query: { from: "yesterday" } });
    expect(wrong.json()).toMatchObject({ code: "INVALID_REQUEST" });
  });

  test("shows the managing organisation changes of users, and never those of solutions", async () => {
    const other = await newOrganisation(api, root, "Neighbour");
    const { solutionId = "" } = await servingVersion(admin);
    const at = await role(admin);
    expect(await entries({ record: at["roleId"] ?? "" }, root)).toHaveLength(1);
    expect(await entries({ record: at["roleId"] ?? "" }, other)).toEqual([]);
    expect(await entries({ record: solutionId })).not.toEqual([]);
    expect(await entries({ record: solutionId }, root)).toEqual([]);
  });

  test("keeps the entries of a deleted organisation", async () => {
    const gone = await newOrganisation(api, root, "Gone with its trail");
    await root.must("organisation.delete", { at: { organisationId: gone.organisationId }, query: { confirm: "Gone with its trail" } });
    const [last] = await entries({ record: gone.organisationId, noun: "organisation" }, root);
    expect(last).toMatchObject({ change: "deleted", recordName: "Gone with its trail", actorWss: root.userId });
  });
});

test("concurrent changes form one chain", async () => {
  const people = await Promise.all(Array.from({ length: 12 }, () => group(admin)));
  await Promise.all(people.map((at, number) => admin.must("group.update", { at, body: { description: `at once ${number}` } })));
  const seen = await entries({ noun: "group", limit: "60" });
  const byHash = new Map(seen.map((entry) => [entry.hash, entry]));
  expect(byHash.size).toBe(seen.length);
  const forks = Map.groupBy(seen, (entry) => entry.previousHash);
  expect([...forks.values()].every((same) => same.length === 1)).toBe(true);
});

test("every table is audited or known not to need it, and no column was forgotten", async () => {
  const { rows: tables } = await asOwner((owner) =>
    owner.query<{ name: string }>("select name from airlock.unaudited_tables order by name"),
  );
  // Keys of invitations are secrets that expire; their user has the audited result. Saves are a history of their own. A version's models are in its
  // definition.
  // A lease says which worker runs a job. Keys of solutions are in the entries of the solution.
  // Runs, scores and alerts of a prediction are created by its scheduler and its monitoring; the user who configured them is in the prediction's
  // entries.
  // Rows of a list are counted in the entries of its versions. A version's lists and sub-flows are in its definition.
  const known = [
    "activation_keys",
    "audit_entries",
    "imports",
    "job_leases",
    "list_artefacts",
    "list_incoming_rows",
    "list_rows",
    "prediction_alerts",
    "prediction_runs",
    "prediction_scores",
    "saves",
    "solution_keys",
    "sub_flow_uses",
    "uploads",
    "version_lists",
    "version_models",
  ];
  expect(tables.map(({ name }) => name).filter((name) => !known.includes(name))).toEqual([]);
  const { rows: columns } = await asOwner((owner) => owner.query("select name from airlock.unaudited_columns"));
  expect(columns).toEqual([]);
});

import type { AuditFields } from "@airlock/contract";
import { newId } from "@airlock/platform";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { apiInOrganisation } from "../testing/api-in-organisation.ts";
import { finishedExport } from "../testing/exports.ts";
import { rememberExecutions } from "../testing/past-execution.ts";
import { asOwner, newAddress, newColleague, newOrganisation, signInAs, type Person } from "../testing/person.ts";
import { runnable, servingVersion } from "../testing/specimens.ts";

const { api, root, admin } = await apiInOrganisation("Accessed");

async function entries(query: Readonly<Record<string, string>>, reader: Person = admin) {
  return (await reader.must("audit.list", { query })).items.map((item) => item._embedded);
}

const origin = { address: "127.0.0.1", request: "the-request" };
const headers = { "x-request-id": "the-request", "x-correlation-id": "the-click" };
const from = (address: string) => ({ headers: { "x-forwarded-for": address } });

describe("an access in the audit", () => {
  test("is the read of a single execution, which the managing organisation does not see", async () => {
    const { versionId = "", solutionId } = await servingVersion(admin);
    const [executionId = ""] = await rememberExecutions([{ organisationId: admin.organisationId, versionId, definition: runnable }]);
    await admin.must("execution.read", { at: { executionId }, headers });
    const [read, ...others] = await entries({ record: executionId });
    expect(others).toEqual([]);
    expect(read).toMatchObject({ noun: "execution", change: "read", actorWss: admin.userId, correlationId: "the-click", after: origin });
    const { _embedded: solution } = await admin.must("solution.read", { at: { solutionId: solutionId ?? "" } });
    expect(read?.recordName).toContain(solution.name);
    expect(await entries({ record: executionId }, root)).toEqual([]);
    // An execution that was not found is not recorded.
    expect((await api.ask(admin.token, "execution.read", { at: { executionId: newId() } })).statusCode).toBe(404);
    expect(await entries({ noun: "execution" })).toHaveLength(1);
  });

  test("is the download of an export", async () => {
    const at = await finishedExport(admin);
    expect((await api.ask(admin.token, "export.file", { at, headers })).statusCode).toBe(200);
    const downloaded = await entries({ record: at.exportId, change: "downloaded" });
    expect(downloaded).toMatchObject([{ noun: "export", actorWss: admin.userId, after: origin }]);
  });

  test("is a test execution", async () => {
    const { _embedded: solution } = await admin.must("solutions.create", { body: { name: "Tried", definition: runnable } });
    const at = { solutionId: solution.webSafeString };
    await admin.must("solution.execute", { at, body: {}, headers });
    const executed = await entries({ record: solution.webSafeString, noun: "testExecution" });
    expect(executed).toMatchObject([{ change: "executed", recordName: "Tried", actorWss: admin.userId, after: origin }]);
  });
});

describe("a sign-in in the audit", () => {
  const signIns = (record: string) => entries({ record, noun: "signIn" });

  test("is one entry per address, however often the page is loaded, and the managing organisation sees it", async () => {
    const colleague = await newColleague(api, admin, []);
    await colleague.must("user.login");
    await colleague.must("user.login", from("198.51.100.7"));
    await colleague.must("user.login", from("198.51.100.7"));
    const seen = await signIns(colleague.userId);
    expect(seen.map(({ change, actorWss, after }) => [change, actorWss, after?.["address"]])).toEqual([
      ["signedIn", colleague.userId, "198.51.100.7"],
      ["signedIn", colleague.userId, "127.0.0.1"],
    ]);
    expect(await entries({ record: colleague.userId, noun: "signIn" }, root)).toHaveLength(2);
  });

  test("is refused to a disabled user, with the reason, at the sign-in and at any other call", async () => {
    const colleague = await newColleague(api, admin, []);
    await admin.must("user.update", { at: { userId: colleague.userId }, body: { userStatus: "disabled" } });
    expect((await api.ask(colleague.token, "profile.read", { headers })).statusCode).toBe(403);
    const [refused] = await signIns(colleague.userId);
    expect(refused).toMatchObject({
      change: "refused",
      actorWss: null,
      actorName: "Not signed in",
      recordName: "Col League",
      correlationId: "the-click",
      after: { ...origin, reason: "disabled", attempts: 1, subject: colleague.email },
    });
    expect((await api.ask(colleague.token, "user.login")).statusCode).toBe(404);
    expect(await signIns(colleague.userId)).toHaveLength(2);
  });

  test("is refused to an address that is not verified, in the organisation of its user", async () => {
    const email = newAddress();
    const invited = await admin.must("users.invite", {
      body: { firstName: "In", name: "Vited", emailAddress: email, organisationWss: admin.organisationId },
    });
    const token = await api.issuer.token({ sub: newId(), email, email_verified: false });
    expect((await api.ask(token, "user.login")).statusCode).toBe(404);
    const [refused] = await signIns(invited._embedded.webSafeString);
    expect(refused).toMatchObject({ change: "refused", after: { reason: "unverified address", attempts: 1 } });
  });

  test("is refused to an unknown person, in the first organisation: one entry an hour, with the number of attempts", async () => {
    const email = newAddress();
    const token = await api.issuer.token({ sub: newId(), email, email_verified: true });
    const attempt = async () => expect((await api.ask(token, "user.login")).statusCode).toBe(404);
    for (let tried = 0; tried < 5; tried += 1) await attempt();
    const ofStranger = () => entries({ search: email }, root);
    expect(await ofStranger()).toMatchObject([{ noun: "signIn", change: "refused", after: { reason: "unknown", attempts: 1 } }]);
    expect(await entries({ search: email })).toEqual([]);

    const later = (record: string) =>
      asOwner((owner) =>
        owner.query("update airlock.refused_sign_ins set since = since - interval '1 hour' where record_name = $1", [record]),
      );
    await later(email);
    await attempt();
    expect((await ofStranger()).map(({ after }) => after?.["attempts"])).toEqual([5, 1]);

    // The worker enters attempts that no later one follows.
    await attempt();
    await later(email);
    await api.parts.postgres.transaction((tx) => sql`select airlock.flush_refused_sign_ins()`.execute(tx));
    expect((await ofStranger()).map(({ after }) => after?.["attempts"])).toEqual([1, 5, 1]);
  });

  test("cannot fill the audit with refusals of new identities", async () => {
    const count = () =>
      asOwner(async (owner) => {
        const { rows } = await owner.query<{ count: string }>("select count(*) from audit_entries where change = 'refused'");
        return Number(rows[0]?.count);
      });
    const tokens = await Promise.all(
      Array.from({ length: 130 }, () => api.issuer.token({ sub: newId(), email: newAddress(), email_verified: true })),
    );
    const before = await count();
    for (const token of tokens) await api.ask(token, "user.login");
    expect((await count()) - before).toBeLessThanOrEqual(101);
    const rest = await asOwner((owner) => owner.query("select attempts from airlock.refused_sign_ins where record_id = '*'"));
    expect(rest.rows).toEqual([{ attempts: expect.any(Number) as number }]);
    await asOwner((owner) => owner.query("delete from airlock.refused_sign_ins"));
  });
});

test("the api's role cannot write other entries, or for another organisation", async () => {
  const attempt = (call: ReturnType<typeof sql>) => api.parts.postgres.inOrganisation(admin, (tx) => call.execute(tx));
  await expect(attempt(sql`select airlock.record_access('role', 'x', 'x', 'deleted', '{}')`)).rejects.toMatchObject({ code: "AL011" });
  const append = sql`select airlock.append_access(${root.organisationId}, 'x', 'execution', 'x', 'x', 'read', '{}')`;
  await expect(attempt(append)).rejects.toMatchObject({ code: "42501" });
  const unknown = api.parts.postgres.transaction((tx) =>
    sql`select airlock.record_access('execution', 'x', 'x', 'read', '{}')`.execute(tx),
  );
  await expect(unknown).rejects.toMatchObject({ code: "AL011" });
});

test("an entry of an access is in the chain like any other", async () => {
  const person = await signInAs(api, (await newColleague(api, admin, [])).email);
  const [signedIn] = await entries({ record: person.userId, noun: "signIn" });
  const chain = await entries({ limit: "100" });
  expect(chain.some(({ hash }) => hash === signedIn?.previousHash)).toBe(true);
});

describe("the audit as a file", () => {
  const download = (person: Person, query: Readonly<Record<string, string>> = {}) =>
    api.ask(person.token, "audit.file", { query, headers });
  const entriesIn = (body: string) =>
    body
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line) as AuditFields);

  test("has every entry as a JSON line, oldest first, over several pages, and is a download itself", async () => {
    const owner = await newOrganisation(api, root, "Filed");
    await api.parts.postgres.inOrganisation(owner, async (tx) => {
      for (let made = 0; made < 1_100; made += 1)
        await sql`select airlock.record_access('execution', ${`e${made}`}, 'x', 'read', '{}')`.execute(tx);
    });
    const response = await download(owner);
    expect([response.statusCode, response.headers["content-type"]]).toEqual([200, "application/x-ndjson"]);
    const all = entriesIn(response.body);
    const numbers = all.map(({ webSafeString }) => Number(webSafeString.split("-").at(-1)));
    expect(numbers.slice(0, -1)).toEqual(Array.from({ length: all.length - 1 }, (_, index) => index + 1));
    expect(all.length).toBeGreaterThan(1_100);
    expect(await entries({ noun: "audit" }, owner)).toMatchObject([{ change: "downloaded", actorWss: owner.userId, after: origin }]);
    const some = entriesIn((await download(owner, { noun: "execution", change: "read" })).body);
    expect(some).toHaveLength(1_100);
    expect((await entries({ noun: "audit" }, owner))[0]?.after).toMatchObject({ noun: "execution", change: "read" });
  });

  test("requires the permission of the list", async () => {
    const other = await newColleague(api, admin, ["users.list"]);
    expect((await download(other)).statusCode).toBe(403);
    expect((await download(await newColleague(api, admin, ["audit.list"]))).statusCode).toBe(200);
  });
});

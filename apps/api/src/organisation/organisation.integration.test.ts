import { generateKeyPairSync, randomBytes } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createLog, newId } from "@airlock/platform";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { keyFile } from "../testing/key-file.ts";
import { asOwner, newColleague, newOrganisation, rootAdministrator, type Person } from "../testing/person.ts";
import { publishedList, useList } from "../testing/lists.ts";
import { accountWithKey, managedOrganisation, organisationWithAccount, servingVersion, stoppedVersion } from "../testing/specimens.ts";
import { setting, startTestApi, type TestApi } from "../testing/test-api.ts";

let api: TestApi;
let root: Person;
let admin: Person;
/** Accepts connections and never responds. */
let silent: Server;
const lines: string[] = [];

beforeAll(async () => {
  const log = createLog({ name: "test", level: "debug", destination: { write: (line) => void lines.push(line) } });
  api = await startTestApi({ log });
  root = await rootAdministrator(api);
  admin = await newOrganisation(api, root, "Storage");
  silent = createServer(() => undefined);
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
});
afterAll(async () => {
  silent.closeAllConnections();
  await new Promise((resolve) => silent.close(resolve));
  await api.close();
});

// A listening TCP server has an address with a port.
const silentUrl = () => `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
/** A port on which no server listens: the system never assigns it. */
const closedUrl = "http://127.0.0.1:2";

const code = (response: Awaited<ReturnType<TestApi["ask"]>>) => [response.statusCode, response.json<{ code?: string }>().code];

test("a list has the number of users and the creation date of each, and groups name their organisation", async () => {
  const { _embedded: made } = await admin.must("organisations.create", { body: { name: `Counted ${admin.organisationId}` } });
  expect(made.users).toEqual({ total: 0, exact: true });
  await admin.must("users.create", {
    body: { type: "System account", name: "Caller", emailAddress: "caller@counted.test", organisationWss: made.webSafeString },
  });
  const { items } = await admin.must("organisations.list", { query: { search: made.name } });
  expect(items.map(({ _embedded }) => [_embedded.users, _embedded.createdDate])).toEqual([[{ total: 1, exact: true }, made.createdDate]]);
  expect(Math.abs(Date.parse(made.createdDate) - Date.now())).toBeLessThan(60_000);
  const group = await admin.must("groups.create", { body: { name: "Theirs", organisationWss: made.webSafeString } });
  expect(group._embedded.organisationName).toBe(made.name);
});

describe("the service account", () => {
  test("is stored, named and never returned or logged", async () => {
    const at = { organisationId: admin.organisationId };
    const file = await keyFile();
    const secret = (JSON.parse(file) as { private_key: string }).private_key.split("\n")[3] ?? "";
    expect(secret.length).toBeGreaterThan(50);
    const stored = await api.ask(admin.token, "organisation.serviceAccount", { at, body: { useAirlock: false, file } });
    expect(stored.statusCode).toBe(200);
    const read = await admin.must("organisation.read", { at });
    expect(read._embedded).toMatchObject({
      useAirlock: false,
      serviceAccount: { clientEmail: "development@airlock.iam.gserviceaccount.com", projectId: "airlock", uploadedBy: "Admin Storage" },
    });
    await api.ask(admin.token, "organisation.testConnection", { at });
    const list = await api.ask(admin.token, "organisations.list");
    const row = await asOwner((owner) => owner.query("select * from service_accounts where organisation_id = $1", [at.organisationId]));
    for (const text of [stored.body, JSON.stringify(read), list.body, JSON.stringify(row.rows), lines.join("")]) {
      expect(text).not.toContain(secret);
      expect(text).not.toContain("PRIVATE KEY");
    }
    expect(Buffer.from(row.rows[0] === undefined ? "" : (row.rows[0] as { sealed_file: Buffer }).sealed_file).includes(secret)).toBe(false);
  });

  test("is replaced by another file, kept if none is sent, and deleted when Airlock's own storage is chosen", async () => {
    const at = await organisationWithAccount(admin);
    const put = (body: object) => admin.must("organisation.serviceAccount", { at, body });
    const another = await keyFile({ client_email: "another@airlock.iam.gserviceaccount.com" });
    expect((await put({ useAirlock: false, file: another }))._embedded.serviceAccount?.clientEmail).toMatch(/^another@/);
    expect((await put({ useAirlock: false }))._embedded.serviceAccount?.clientEmail).toMatch(/^another@/);
    expect((await put({ useAirlock: true }))._embedded).toMatchObject({ useAirlock: true, serviceAccount: null });
    expect(code(await api.ask(admin.token, "organisation.serviceAccount", { at, body: { useAirlock: false } }))).toEqual([
      409,
      "SERVICE_ACCOUNT_MISSING",
    ]);
    expect(code(await api.ask(admin.token, "organisation.testConnection", { at }))).toEqual([409, "SERVICE_ACCOUNT_MISSING"]);
    expect((await admin.must("organisation.read", { at }))._links).not.toHaveProperty("testConnection");
  });

  test("all problems of a file are reported at once", async () => {
    const at = await managedOrganisation(admin);
    const problems = async (file: string) => {
      const response = await api.ask(admin.token, "organisation.serviceAccount", { at, body: { useAirlock: false, file } });
      expect(code(response)).toEqual([400, "SERVICE_ACCOUNT_INVALID"]);
      return response.json<{ problems: { field: string; code: string }[] }>().problems.map((found) => `${found.field} ${found.code}`);
    };
    expect(await problems("{")).toEqual(["file NOT_JSON"]);
    expect(await problems("[]")).toEqual(["file NOT_JSON"]);
    expect(await problems("{}")).toEqual([
      "type MISSING",
      "project_id MISSING",
      "client_email MISSING",
      "private_key_id MISSING",
      "private_key MISSING",
      "token_uri MISSING",
    ]);
    const everything = {
      type: "authorized_user",
      project_id: "A b",
      client_email: "nobody",
      private_key: "-----BEGIN PRIVATE KEY-----\nAAAA",
    };
    expect(
      await problems(await keyFile({ ...everything, token_uri: "https://oauth2.evil.test/token", universe_domain: "evil.test" })),
    ).toEqual([
      "type TYPE",
      "project_id PROJECT",
      "client_email EMAIL",
      "private_key PRIVATE_KEY",
      "token_uri TOKEN_ENDPOINT",
      "universe_domain UNIVERSE",
    ]);
    const elliptic = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({ type: "pkcs8", format: "pem" }).toString();
    const small = generateKeyPairSync("rsa", { modulusLength: 1024 }).privateKey.export({ type: "pkcs8", format: "pem" }).toString();
    for (const weak of [elliptic, small]) expect(await problems(await keyFile({ private_key: weak }))).toEqual(["private_key PRIVATE_KEY"]);
  });

  test("an edit of an outdated revision is a conflict", async () => {
    const at = await managedOrganisation(admin);
    await admin.must("organisation.projectIds", { at, body: { organisationIdStr: "first-project, second-project", revision: 1 } });
    const late = await api.ask(admin.token, "organisation.projectIds", { at, body: { organisationIdStr: "", revision: 1 } });
    expect(code(late)).toEqual([409, "EDIT_CONFLICT"]);
    expect((await admin.must("organisation.read", { at }))._embedded.organisationIdStr).toBe("first-project, second-project");
    const wrong = await api.ask(admin.token, "organisation.projectIds", { at, body: { organisationIdStr: "Not A Project" } });
    expect(code(wrong)).toEqual([400, "INVALID_REQUEST"]);
  });

  test("a file that was encrypted with a removed master key is reported", async () => {
    const at = await organisationWithAccount(admin);
    const other = await startTestApi({ issuer: api.issuer, secretKeys: `other:${randomBytes(32).toString("base64")}` });
    try {
      expect(code(await other.ask(admin.token, "organisation.testConnection", { at }))).toEqual([409, "SERVICE_ACCOUNT_UNREADABLE"]);
    } finally {
      await other.close();
    }
  });
});

describe("testing the connection", () => {
  const bucket = `bucket-${newId().toLowerCase()}`;
  const dataset = `set_${newId().toLowerCase()}`;
  const post = (url: string, body: object) =>
    fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: "Bearer any" },
      body: JSON.stringify(body),
    });

  async function checks(through: TestApi, at: Readonly<Record<string, string>>) {
    const response = await through.ask(admin.token, "organisation.testConnection", { at });
    expect(response.statusCode).toBe(200);
    const { ok, checks: found } = response.json<{
      _embedded: { ok: boolean; checks: { what: string; ok: boolean; sentence: string; seen: string[] }[] };
    }>()._embedded;
    expect(found.map(({ what }) => what)).toEqual(["token", "buckets", "bigquery"]);
    return { ok, sentences: found.map(({ sentence }) => sentence), seen: found.map(({ seen }) => seen) };
  }

  test("reports what the real bucket server and warehouse return", async () => {
    const at = await organisationWithAccount(admin);
    await admin.must("organisation.projectIds", { at, body: { organisationIdStr: "airlock" } });
    await post(`${setting("AIRLOCK_GOOGLE_STORAGE_ENDPOINT")}/storage/v1/b?project=airlock`, { name: bucket });
    await post(`${setting("AIRLOCK_GOOGLE_BIGQUERY_ENDPOINT")}/bigquery/v2/projects/airlock/datasets`, {
      datasetReference: { projectId: "airlock", datasetId: dataset },
    });
    const { ok, sentences, seen } = await checks(api, at);
    expect(sentences[0]).toBe("The key of development@airlock.iam.gserviceaccount.com is accepted.");
    expect(seen[1]).toContain(bucket);
    expect(seen[2]).toContain(dataset);
    expect(sentences[1]).toMatch(/^Sees \d+ buckets? in project airlock\.$/);
    expect(ok).toBe(true);
  });

  test("a key that the token endpoint does not know is refused there, and no other call is made", async () => {
    const at = await managedOrganisation(admin);
    const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
    const file = await keyFile({ private_key: privateKey.export({ type: "pkcs8", format: "pem" }).toString() });
    await admin.must("organisation.serviceAccount", { at, body: { useAirlock: false, file } });
    const { ok, sentences } = await checks(api, at);
    expect(ok).toBe(false);
    expect(sentences[0]).toMatch(/refuses the key: invalid_grant, Invalid JWT Signature\. The key may have been deleted/);
    expect(sentences.slice(1)).toEqual(["Not tried, because there is no token.", "Not tried, because there is no token."]);
  });

  test("a project without buckets or datasets", async () => {
    const at = await organisationWithAccount(admin);
    await admin.must("organisation.projectIds", { at, body: { organisationIdStr: `empty-${newId().toLowerCase()}` } });
    const { ok, sentences } = await checks(api, at);
    expect(ok).toBe(false);
    expect(sentences[2]).toMatch(/there are no datasets in project empty-|has no project empty-/);
  });

  test("servers that refuse, or never respond", async () => {
    const at = await organisationWithAccount(admin);
    const through = async (google: object, wanted: readonly (RegExp | string)[]) => {
      const other = await startTestApi({ issuer: api.issuer, google });
      try {
        const begun = performance.now();
        const { ok, sentences } = await checks(other, at);
        expect(ok).toBe(false);
        for (const [index, sentence] of wanted.entries()) expect(sentences[index]).toMatch(sentence);
        expect(performance.now() - begun).toBeLessThan(60_000);
      } finally {
        await other.close();
      }
    };
    const host = new URL(closedUrl).host;
    await through({ storage: closedUrl, bigquery: closedUrl }, [
      /is accepted/,
      `The bucket server ${host} does not answer: the connection was refused.`,
      `The warehouse ${host} does not answer: the connection was refused.`,
    ]);
    await through({ storage: silentUrl(), bigquery: silentUrl() }, [
      /is accepted/,
      /did not answer within 5 seconds/,
      /did not answer within 5 seconds/,
    ]);
    await through({ token: `${closedUrl}/token` }, [`The token endpoint ${host} does not answer: the connection was refused.`]);
    await through({ token: silentUrl() }, [/did not answer within 5 seconds/]);
  });
});

describe("deleting an organisation", () => {
  test("an empty one is deleted immediately", async () => {
    const at = await managedOrganisation(admin);
    expect((await admin.must("organisation.holdings", { at }))._embedded).toEqual({
      users: 0,
      systemAccounts: 0,
      keys: 0,
      groups: 0,
      roles: 0,
      solutions: 0,
      versions: 0,
      servingVersions: 0,
      lists: 0,
      datasources: 0,
      predictions: 0,
      experiments: 0,
    });
    await admin.must("organisation.delete", { at });
    expect((await api.ask(admin.token, "organisation.read", { at })).statusCode).toBe(404);
  });

  test("one that is not empty lists its content, and is deleted when its name is confirmed", async () => {
    const held = await newOrganisation(api, root, "Held & Co");
    const at = { organisationId: held.organisationId };
    const { versionId = "" } = await stoppedVersion(held);
    const { keyId = "" } = await accountWithKey(held);
    await useList(held, versionId, (await publishedList(held))["listId"] ?? "", 1);
    await held.must("experiments.create", { body: { name: "Tried" } });
    await held.must("predictions.create", { body: { name: "Learnt", type: "standard" } });
    expect((await root.must("organisation.holdings", { at }))._embedded).toMatchObject({
      users: 1,
      systemAccounts: 1,
      keys: 1,
      solutions: 1,
      versions: 1,
      servingVersions: 0,
      lists: 1,
      predictions: 1,
      experiments: 1,
    });
    for (const query of [undefined, { confirm: "held & co" }]) {
      const refused = await api.ask(root.token, "organisation.delete", { at, ...(query === undefined ? {} : { query }) });
      expect(code(refused)).toEqual([409, "ORGANISATION_HOLDS_DATA"]);
      expect(refused.json<{ description: string }>().description).toContain(
        "1 solution, 1 version, 1 list, 1 prediction, 1 experiment, 1 user, 1 system account and 1 key",
      );
    }
    await root.must("organisation.delete", { at, query: { confirm: "Held & Co" } });
    expect((await api.ask(held.token, "profile.read")).statusCode).toBe(403);
    await expect.poll(async () => (await api.parts.keys.get(keyId))?.signature?.deleted, { timeout: 120_000 }).toBe(true);
    await expect.poll(async () => (await api.parts.deployments.get(versionId))?.signature?.deleted, { timeout: 120_000 }).toBe(true);
    const left = await asOwner((owner) => owner.query("select from solutions where organisation_id = $1", [at.organisationId]));
    expect(left.rowCount).toBe(0);
  });

  test("one with serving versions is refused, also by the database", async () => {
    const busy = await newOrganisation(api, root, "Busy");
    await servingVersion(busy);
    const at = { organisationId: busy.organisationId };
    const refused = await api.ask(root.token, "organisation.delete", { at, query: { confirm: "Busy" } });
    expect(code(refused)).toEqual([409, "ORGANISATION_SERVING"]);
    const manager = { organisationId: root.organisationId, userId: root.userId };
    const remove = api.parts.postgres.inOrganisation(manager, (tx) =>
      tx.selectNoFrom((select) => select.fn("airlock.delete_managed_organisation", [select.val(at.organisationId)]).as("gone")).execute(),
    );
    await expect(remove).rejects.toEqual(expect.objectContaining({ code: "AL007" }));
  });

  test("organisations that one does not manage cannot be counted or deleted", async () => {
    const other = await newOrganisation(api, root, "Other");
    const tenant = { organisationId: admin.organisationId, userId: admin.userId };
    const call = (name: "organisation_holdings" | "delete_managed_organisation") =>
      api.parts.postgres.inOrganisation(tenant, (tx) =>
        tx.selectNoFrom((select) => select.fn(`airlock.${name}`, [select.val(other.organisationId)]).as("answer")).execute(),
      );
    expect(await call("organisation_holdings")).toEqual([]);
    await expect(call("delete_managed_organisation")).rejects.toEqual(expect.objectContaining({ code: "AL006" }));
  });

  test("one that manages others is refused", async () => {
    const manager = await newOrganisation(api, root, "Manager");
    await managedOrganisation(manager);
    const refused = await api.ask(root.token, "organisation.delete", {
      at: { organisationId: manager.organisationId },
      query: { confirm: "Manager" },
    });
    expect(code(refused)).toEqual([409, "ORGANISATION_NOT_EMPTY"]);
  });

  test("requires the permission, and so do its counts", async () => {
    const reader = await newColleague(api, admin, ["organisations.list", "organisation.update"]);
    const at = await managedOrganisation(admin);
    const links = (await reader.must("organisation.read", { at }))._links;
    expect(links).not.toHaveProperty("holdings");
    expect(links).toHaveProperty("serviceAccount");
    expect(code(await api.ask(reader.token, "organisation.holdings", { at }))).toEqual([403, "PERMISSION_MISSING"]);
  });
});

import { newLink, newNode, type Definition, type WebCallNode } from "@airlock/flow";
import { webSecretOwner } from "@airlock/platform/secrets";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { asOwner, newColleague, newOrganisation, rootAdministrator, type Person } from "../testing/person.ts";
import { draft, secret } from "../testing/specimens.ts";
import { startTestApi, type TestApi } from "../testing/test-api.ts";

let api: TestApi;
let admin: Person;

beforeAll(async () => {
  api = await startTestApi();
  admin = await newOrganisation(api, await rootAdministrator(api), "Secrets");
});
afterAll(() => api.close());

const value = "canary-api-71c2-never-to-be-seen";
const codeOf = (answer: Awaited<ReturnType<TestApi["ask"]>>) => [answer.statusCode, answer.json<{ code: string }>().code];

function calling(name: string): Definition {
  const [start, end] = [newNode("Start", "start", 0, 0), newNode("End", "end", 400, 0)];
  const call: WebCallNode = {
    ...newNode("WebCall", "call", 200, 0),
    url: "https://api.example.com/score",
    headers: [{ key: "Authorization", value: `Bearer \${secret.${name}}` }],
    responseMapping: [{ datasetType: "runtime", fieldName: "score", param: "$.score" }],
  };
  return {
    solutionDefinition: { nodes: [start, call, end], links: [newLink("l1", start, call), newLink("l2", call, end)], zoom: 100 },
    applicationDatasetFields: [],
    runtimeDatasetFields: [{ key: "score", name: "score", type: "Integer", required: false }],
    applicationTestData: [],
  };
}

describe("a secret", () => {
  test("is never returned to users, or written to the audit or the bucket", async () => {
    const body = { name: "ApiKey", hosts: ["API.example.com", "api.example.com"], value };
    const created = await admin.must("secrets.create", { body });
    const at = { secretId: created._embedded.webSafeString };
    expect(created._embedded).toMatchObject({ name: "ApiKey", hosts: ["api.example.com"] });
    const entry = await api.parts.secretEntries.get(at.secretId);
    expect(entry?.value).toMatchObject({ organisationId: admin.organisationId, name: "ApiKey", hosts: ["api.example.com"] });
    const { masterKey = "", sealedDataKey = "", sealed = "" } = entry?.value ?? {};
    const packed = { masterKey, sealedDataKey: Buffer.from(sealedDataKey, "base64"), sealed: Buffer.from(sealed, "base64") };
    expect(api.parts.secrets.open(packed, webSecretOwner(admin.organisationId, at.secretId))).toBe(value);
    expect(() => api.parts.secrets.open(packed, webSecretOwner("another", at.secretId))).toThrow("belongs to another owner");
    await admin.must("secret.update", { at, body: { value: `${value}-again` } });
    const written = JSON.stringify([
      created,
      await admin.must("secret.read", { at }),
      await admin.must("secrets.list", { query: { search: "api.example" } }),
      await admin.must("audit.list", { query: { noun: "secret" } }),
      entry?.text,
    ]);
    expect(written).toContain("ApiKey");
    expect(written).not.toContain(value);
    await admin.must("secret.delete", { at });
    expect((await api.parts.secretEntries.get(at.secretId))?.value).toBeUndefined();
    expect(codeOf(await api.ask(admin.token, "secret.read", { at }))).toEqual([404, "SECRET_NOT_FOUND"]);
  });

  test("has a unique name, also with concurrent requests", async () => {
    const body = { name: "Taken", hosts: ["a.example.com"], value };
    await admin.must("secrets.create", { body });
    expect(codeOf(await api.ask(admin.token, "secrets.create", { body }))).toEqual([409, "SECRET_NAME_TAKEN"]);
    const both = await Promise.all([1, 2].map(() => api.ask(admin.token, "secrets.create", { body: { ...body, name: "AtOnce" } })));
    expect(both.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([201, 409]);
  });

  test.each([
    [{ name: "1st", hosts: ["a.example.com"], value }],
    [{ name: "No_host", hosts: [], value }],
    [{ name: "Wild", hosts: ["*.example.com"], value }],
    [{ name: "Address", hosts: ["https://a.example.com/"], value }],
    [{ name: "Short", hosts: ["a.example.com"], value: "short" }],
    [{ name: "Lines", hosts: ["a.example.com"], value: "two\r\nlines of it" }],
  ])("is refused as %j", async (body) => {
    expect((await api.ask(admin.token, "secrets.create", { body })).statusCode).toBe(400);
  });

  test("is sent to another host only if its value is entered again: a user who does not know it cannot redirect it", async () => {
    const body = { name: "Redirected", hosts: ["api.example.com", "b.example.com"], value };
    const at = { secretId: (await admin.must("secrets.create", { body }))._embedded.webSafeString };
    const change = (hosts: readonly string[], more = {}) => api.ask(admin.token, "secret.update", { at, body: { hosts, ...more } });
    const before = (await api.parts.secretEntries.get(at.secretId))?.value;
    expect(codeOf(await change(["attacker.example"]))).toEqual([422, "SECRET_VALUE_REQUIRED"]);
    expect(codeOf(await change([...body.hosts, "attacker.example"]))).toEqual([422, "SECRET_VALUE_REQUIRED"]);
    expect((await admin.must("secret.read", { at }))._embedded.hosts).toEqual(body.hosts);
    expect((await api.parts.secretEntries.get(at.secretId))?.value).toEqual(before);
    // Without a new host it is sent nowhere else.
    expect((await change(["B.example.com", "api.example.com"])).statusCode).toBe(200);
    expect((await change(["b.example.com"])).statusCode).toBe(200);
    expect((await change(["b.example.com", "c.example.com"], { value: `${value}-new` })).statusCode).toBe(200);
    expect((await admin.must("secret.read", { at }))._embedded.hosts).toEqual(["b.example.com", "c.example.com"]);
  });

  test("belongs to its organisation, and requires a permission", async () => {
    const at = await secret(admin);
    const other = await newOrganisation(api, await rootAdministrator(api), "Other secrets");
    expect(codeOf(await api.ask(other.token, "secret.read", { at }))).toEqual([404, "SECRET_NOT_FOUND"]);
    const reader = await newColleague(api, admin, ["secrets.list"]);
    expect((await api.ask(reader.token, "secret.read", { at })).statusCode).toBe(200);
    expect(codeOf(await api.ask(reader.token, "secret.update", { at, body: {} }))).toEqual([403, "PERMISSION_MISSING"]);
  });

  test("is opened for a test execution before the audit is locked, which every other change of the organisation waits for", async () => {
    await admin.must("secrets.create", { body: { name: "Tried", hosts: ["api.example.com"], value } });
    const at = await draft(admin);
    await admin.must("definition.update", { at, body: calling("Tried") });
    const opened = vi.spyOn(api.parts.secrets, "open");
    await asOwner(async (owner) => {
      await owner.query("begin");
      const chain = "select from airlock.audit_chains where organisation_id = $1 for update";
      expect((await owner.query(chain, [admin.organisationId])).rowCount).toBe(1);
      const body = { $recorded: { webCalls: { call: { status: 200, body: '{"score":1}' } } } };
      const executing = api.ask(admin.token, "solution.execute", { at, body });
      await expect.poll(() => opened.mock.calls.length).toBe(1);
      await owner.query("rollback");
      expect((await executing).statusCode).toBe(200);
    });
  });
});

test("a definition with an unknown secret has a finding and cannot become a version", async () => {
  const at = await draft(admin);
  const saved = await admin.must("definition.update", { at, body: calling("NotThere") });
  expect(saved._embedded.errors).toContainEqual(expect.objectContaining({ code: "SECRET_UNKNOWN", nodeId: "call" }));
  expect(saved._embedded.validRuntime).toBe(false);
  await admin.must("secrets.create", { body: { name: "NotThere", hosts: ["api.example.com"], value } });
  const again = await admin.must("definition.update", { at, body: calling("NotThere") });
  expect(again._embedded.validRuntime).toBe(true);
  await admin.must("solution.versions.create", { at, body: {} });
});

describe("a designer without secrets.list", () => {
  const called = (definition: Definition, url: string): Definition => ({
    ...definition,
    solutionDefinition: {
      ...definition.solutionDefinition,
      nodes: definition.solutionDefinition.nodes.map((node) => (node.type === "WebCall" ? { ...node, url } : node)),
    },
  });

  test("cannot use a secret by its name, in a flow or in a new solution", async () => {
    await admin.must("secrets.create", { body: { name: "Partner", hosts: ["api.example.com"], value } });
    const designer = await newColleague(api, admin, ["solutions.list", "solutions.create", "solution.update"]);
    const at = await draft(admin);
    const refused = await api.ask(designer.token, "definition.update", { at, body: calling("Partner") });
    expect(codeOf(refused)).toEqual([409, "SECRET_NOT_PERMITTED"]);
    expect(refused.body).toContain("Partner");
    const create = await api.ask(designer.token, "solutions.create", { body: { name: "Mine", definition: calling("Partner") } });
    expect(codeOf(create)).toEqual([409, "SECRET_NOT_PERMITTED"]);
    // Whether the name exists is not revealed.
    expect(codeOf(await api.ask(designer.token, "definition.update", { at, body: calling("Nowhere") }))).toEqual([
      409,
      "SECRET_NOT_PERMITTED",
    ]);
  });

  test("can save a flow that already uses one, but not with another URL", async () => {
    await admin.must("secrets.create", { body: { name: "Kept", hosts: ["api.example.com"], value } });
    const designer = await newColleague(api, admin, ["solutions.list", "solution.update"]);
    const at = await draft(admin);
    await admin.must("definition.update", { at, body: calling("Kept") });
    await designer.must("definition.update", { at, body: calling("Kept") });
    const elsewhere = called(calling("Kept"), "https://api.example.com/transfer");
    expect(codeOf(await api.ask(designer.token, "definition.update", { at, body: elsewhere }))).toEqual([409, "SECRET_NOT_PERMITTED"]);
    await admin.must("definition.update", { at, body: elsewhere });
  });
});

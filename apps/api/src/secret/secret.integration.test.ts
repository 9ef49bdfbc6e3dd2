import { newLink, newNode, type Definition, type WebCallNode } from "@airlock/flow";
import { webSecretOwner } from "@airlock/platform/secrets";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newColleague, newOrganisation, rootAdministrator, type Person } from "../testing/person.ts";
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
  test("goes in and never comes out, to people, the audit or the bucket", async () => {
    const body = { name: "ApiKey", hosts: ["API.example.com", "api.example.com"], value };
    const created = await admin.must("secrets.create", { body });
    const at = { secretId: created._embedded.webSafeString };
    expect(created._embedded).toMatchObject({ name: "ApiKey", hosts: ["api.example.com"] });
    const entry = await api.parts.secretEntries.get(at.secretId);
    expect(entry?.value).toMatchObject({ organisationId: admin.organisationId, name: "ApiKey", hosts: ["api.example.com"] });
    const { masterKey = "", sealedDataKey = "", sealed = "" } = entry?.value ?? {};
    const packed = { masterKey, sealedDataKey: Buffer.from(sealedDataKey, "base64"), sealed: Buffer.from(sealed, "base64") };
    expect(api.parts.secrets.open(packed, webSecretOwner(admin.organisationId, at.secretId))).toBe(value);
    expect(() => api.parts.secrets.open(packed, webSecretOwner("another", at.secretId))).toThrow("belongs to somebody else");
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

  test("has a name of its own, which two cannot take at once", async () => {
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

  test("belongs to its organisation alone, and to whoever may", async () => {
    const at = await secret(admin);
    const other = await newOrganisation(api, await rootAdministrator(api), "Other secrets");
    expect(codeOf(await api.ask(other.token, "secret.read", { at }))).toEqual([404, "SECRET_NOT_FOUND"]);
    const reader = await newColleague(api, admin, ["secrets.list"]);
    expect((await api.ask(reader.token, "secret.read", { at })).statusCode).toBe(200);
    expect(codeOf(await api.ask(reader.token, "secret.update", { at, body: {} }))).toEqual([403, "PERMISSION_MISSING"]);
  });
});

test("a definition that names a secret which is not there says so and becomes no version", async () => {
  const at = await draft(admin);
  const saved = await admin.must("definition.update", { at, body: calling("NotThere") });
  expect(saved._embedded.errors).toContainEqual(expect.objectContaining({ code: "SECRET_UNKNOWN", nodeId: "call" }));
  expect(saved._embedded.validRuntime).toBe(false);
  await admin.must("secrets.create", { body: { name: "NotThere", hosts: ["api.example.com"], value } });
  const again = await admin.must("definition.update", { at, body: calling("NotThere") });
  expect(again._embedded.validRuntime).toBe(true);
  await admin.must("solution.versions.create", { at, body: {} });
});

import { afterAll, beforeAll, expect, test } from "vitest";
import { asOwner, newOrganisation, rootAdministrator, type Person } from "../testing/person.ts";
import { startTestApi, type TestApi } from "../testing/test-api.ts";

let api: TestApi;
let admin: Person;
let other: Person;

beforeAll(async () => {
  api = await startTestApi();
  const root = await rootAdministrator(api);
  admin = await newOrganisation(api, root, "Keys one");
  other = await newOrganisation(api, root, "Keys two");
});
afterAll(() => api.close());

async function create(person: Person, name: string, key?: string) {
  const made = await person.must("solutions.create", { body: { name, description: "", ...(key === undefined ? {} : { key }) } });
  return made._embedded;
}

async function refusal(
  person: Person,
  action: "solutions.create" | "solution.update",
  options: { body: object; at?: Record<string, string> },
) {
  const answer = await api.ask(person.token, action, options);
  return [answer.statusCode, answer.json<{ code: string }>().code];
}

test("a solution gets a key of its name, and the next of the same name another one", async () => {
  expect((await create(admin, "Loan check (NL)")).key).toBe("loan-check-nl");
  expect((await create(admin, "Loan Check: NL")).key).toBe("loan-check-nl-2");
  expect((await create(admin, "借")).key).toBe("solution");
  expect((await create(other, "Loan check (NL)")).key).toBe("loan-check-nl");
});

test("solutions that are created at once get different keys", async () => {
  const keys = await Promise.all(Array.from({ length: 8 }, async () => (await create(admin, "At once")).key));
  expect(new Set(keys).size).toBe(8);
});

test("a key can be chosen, is unique in the organisation and has a form", async () => {
  const { webSafeString: solutionId } = await create(admin, "Chosen", "consumer-credit");
  expect((await admin.must("solution.read", { at: { solutionId } }))._embedded).toMatchObject({ key: "consumer-credit", formerKeys: [] });
  expect(await refusal(admin, "solutions.create", { body: { name: "Second", key: "consumer-credit" } })).toEqual([
    409,
    "SOLUTION_KEY_TAKEN",
  ]);
  expect((await create(other, "Elsewhere", "consumer-credit")).key).toBe("consumer-credit");
  for (const key of ["Upper", "a", "-a", "a-", "a--b", "a b", "ä-b", "x".repeat(61)]) {
    expect(await refusal(admin, "solutions.create", { body: { name: "Form", key } }), key).toEqual([400, "INVALID_REQUEST"]);
  }
});

test("a key that was changed stays the solution's for 30 days and can be taken back", async () => {
  const { webSafeString: solutionId } = await create(admin, "Renamed", "before");
  const { webSafeString: secondId } = await create(admin, "Waiting", "waiting");
  const changed = await admin.must("solution.update", { at: { solutionId }, body: { key: "after" } });
  expect(changed._embedded).toMatchObject({ key: "after", formerKeys: [{ key: "before" }] });
  const days = (Date.parse(changed._embedded.formerKeys[0]?.until ?? "") - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(29.9);
  expect(days).toBeLessThanOrEqual(30);
  expect(await refusal(admin, "solution.update", { at: { solutionId: secondId }, body: { key: "before" } })).toEqual([
    409,
    "SOLUTION_KEY_TAKEN",
  ]);
  const back = await admin.must("solution.update", { at: { solutionId }, body: { key: "before" } });
  expect(back._embedded).toMatchObject({ key: "before", formerKeys: [{ key: "after" }] });
  await asOwner((owner) => owner.query("update solution_keys set until = now() - interval '1 second' where key = 'after'"));
  const taken = await admin.must("solution.update", { at: { solutionId: secondId }, body: { key: "after" } });
  expect(taken._embedded).toMatchObject({ key: "after", formerKeys: [{ key: "waiting" }] });
  expect((await admin.must("solution.read", { at: { solutionId } }))._embedded.formerKeys).toEqual([]);
});

test("the key of a deleted solution is free", async () => {
  const { webSafeString: solutionId } = await create(admin, "Deleted", "short-lived");
  await admin.must("solution.delete", { at: { solutionId } });
  expect((await create(admin, "Next", "short-lived")).key).toBe("short-lived");
});

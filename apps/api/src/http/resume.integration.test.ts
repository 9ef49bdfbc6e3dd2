import { expect, test, vi } from "vitest";
import { apiInOrganisation } from "../testing/api-in-organisation.ts";
import { joinOrganisation, newColleague, newOrganisation, type Person } from "../testing/person.ts";
import { runnable } from "../testing/specimens.ts";

const { api, root, admin } = await apiInOrganisation("Resumed");

/** Runs after the first transaction of the next call that checks a definition, and before its second one. */
function meanwhile(work: () => Promise<unknown>): void {
  const { check } = api.parts.definitionPool;
  vi.spyOn(api.parts.definitionPool, "check").mockImplementationOnce(async (...task) => {
    await work();
    return check(...task);
  });
}

async function takeRole({ userId }: Person): Promise<void> {
  const { items } = await admin.must("user.roles.list", { at: { userId } });
  const roleId = items[0]?._embedded.webSafeString ?? "";
  await admin.must("user.role.remove", { at: { userId, roleId } });
}

const disable = ({ userId }: Person) => admin.must("user.update", { at: { userId }, body: { userStatus: "disabled" } });

test.each([
  ["loses the permission", takeRole, "PERMISSION_MISSING"],
  ["is disabled", disable, "USER_NOT_ACTIVE"],
] as const)("a user who %s while a call computes changes nothing", async (_what, take, code) => {
  const { _embedded: solution } = await admin.must("solutions.create", { body: { name: "Kept", definition: runnable } });
  const at = { solutionId: solution.webSafeString };
  for (const [action, body] of [
    ["definition.update", runnable],
    ["solutions.create", { name: "Too late", definition: runnable }],
    ["solution.versions.create", {}],
    ["solution.execute", {}],
  ] as const) {
    const person = await newColleague(api, admin, ["solutions.list", "solutions.create", "solution.update", "solution.execute"]);
    meanwhile(() => take(person));
    const answer = await api.ask(person.token, action, { at, body });
    expect([action, answer.statusCode, answer.json<{ code: string }>().code]).toEqual([action, 403, code]);
  }
  expect((await admin.must("definition.read", { at }))._embedded.revision).toBe(1);
  expect((await admin.must("solution.versions.list", { at })).items).toEqual([]);
  const { items } = await admin.must("solutions.list", { query: { search: "Too late" } });
  expect(items).toEqual([]);
});

test("a call of a person with several organisations ends in the one it began in", async () => {
  const other = await newOrganisation(api, root, "Resumed elsewhere");
  const person = await joinOrganisation(api, admin, other.email, ["solutions.list", "solutions.create"]);
  // Without a choice a call acts in the organisation that was entered last.
  meanwhile(() => other.must("user.login", { headers: { "x-airlock-organisation": other.organisationId } }));
  const made = await api.ask(person.token, "solutions.create", { body: { name: "Begun here", definition: runnable } });
  expect(made.statusCode).toBe(201);
  const { items } = await admin.must("solutions.list", { query: { search: "Begun here" } });
  expect(items).toHaveLength(1);
});

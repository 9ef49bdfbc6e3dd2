import { beforeAll, expect, test } from "vitest";
import { apiInOrganisation } from "../testing/api-in-organisation.ts";
import { newColleague, newOrganisation } from "../testing/person.ts";
import { runnable } from "../testing/specimens.ts";

const { api, root, admin } = await apiInOrganisation("Executing users");
let versionId = "";

beforeAll(async () => {
  const { _embedded: solution } = await admin.must("solutions.create", { body: { name: "Loan check", definition: runnable } });
  const at = { solutionId: solution.webSafeString };
  versionId = (await admin.must("solution.versions.create", { at, body: { versionName: "Version 1" } }))._embedded.webSafeString;
});

async function execute(token: string | undefined): Promise<string> {
  const response = await api.ask(token, "version.execute", { at: { versionId }, body: {} });
  return response.json<{ code: string }>().code;
}

test("a user needs solution.execute, and loses it with the next call", async () => {
  const viewer = await newColleague(api, admin, ["versions.list"]);
  expect(await execute(viewer.token)).toBe("PERMISSION_MISSING");
  const caller = await newColleague(api, admin, ["solution.execute"]);
  // Permitted: it is not deployed, so a runtime does not know it, where one is running.
  expect(["OVERLOADED", "VERSION_NOT_FOUND"]).toContain(await execute(caller.token));
  await admin.must("user.update", { at: { userId: caller.userId }, body: { userStatus: "disabled" } });
  expect(await execute(caller.token)).toBe("USER_NOT_ACTIVE");
});

test("a version of another organisation is not found, and a token must be valid", async () => {
  const stranger = await newOrganisation(api, root, "Strangers");
  expect(await execute(stranger.token)).toBe("VERSION_NOT_FOUND");
  expect(await execute(undefined)).toBe("TOKEN_MISSING");
  expect(await execute("eyJhbGciOiJub25lIn0.e30.")).toBe("TOKEN_INVALID");
});

test("a token is verified before the body is read", async () => {
  const tooLarge = { at: { versionId }, body: Buffer.alloc(5 * 1024 * 1024, " ") };
  expect((await api.ask("eyJhbGciOiJub25lIn0.e30.", "version.execute", tooLarge)).statusCode).toBe(401);
  expect((await api.ask(admin.token, "version.execute", tooLarge)).statusCode).toBe(413);
});

test("a permitted call is in the audit, a refused one is not", async () => {
  const caller = await newColleague(api, admin, ["solution.execute"]);
  await execute(caller.token);
  const { items } = await admin.must("audit.list", { query: { record: versionId, noun: "version", change: "executed" } });
  const mine = items.map(({ _embedded }) => _embedded).filter(({ actorWss }) => actorWss === caller.userId);
  expect(mine).toMatchObject([{ recordName: "Loan check: Version 1" }]);
  expect(items.every(({ _embedded }) => _embedded.actorWss !== null)).toBe(true);
});

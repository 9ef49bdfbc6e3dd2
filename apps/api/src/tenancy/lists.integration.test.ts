import { actionNamed, actionNames } from "@airlock/contract";
import { isId } from "@airlock/platform";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newColleague, newOrganisation, rootAdministrator, type Person } from "../testing/person.ts";
import type { Ids } from "../testing/ids.ts";
import { everything } from "../testing/specimens.ts";
import { startTestApi, type TestApi } from "../testing/test-api.ts";

let api: TestApi;
/** Every action is allowed: only row-level security separates the organisations. */
let unguarded: TestApi;
let owner: Person;
let powerless: Person;
let theirs: Ids;

beforeAll(async () => {
  api = await startTestApi();
  unguarded = await startTestApi({ can: () => undefined, issuer: api.issuer });
  const root = await rootAdministrator(api);
  owner = await newOrganisation(api, root, "Theirs");
  theirs = await everything(owner);
  powerless = await newColleague(api, await newOrganisation(api, root, "Ours"), []);
});
afterAll(async () => {
  await unguarded.close();
  await api.close();
});

/** Permissions are the same for all organisations; buckets have names and no ids of ours. */
const withoutIds: readonly string[] = ["permissions.list", "buckets.list"];
/** Lists without an id in the path; the others are in the matrix. */
const lists = actionNames.filter((name) => name.endsWith(".list") && !actionNamed(name).path.includes("{") && !withoutIds.includes(name));

test.each(lists)("%s never contains a row of another organisation, even without the action check", async (name) => {
  const ids = Object.values(theirs).filter(isId);
  const response = await unguarded.ask(powerless.token, name, { query: { limit: "500" } });
  expect(response.statusCode).toBe(200);
  expect(ids.filter((id) => response.body.includes(id))).toEqual([]);
  const seenByOwner = await api.ask(owner.token, name, { query: { limit: "500" } });
  expect(ids.some((id) => seenByOwner.body.includes(id))).toBe(true);
});

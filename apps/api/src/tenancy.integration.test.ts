import { newId } from "@airlock/platform";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { idPlaces, type IdPlace } from "./testing/id-places.ts";
import { newColleague, newOrganisation, rootAdministrator, type Person } from "./testing/person.ts";
import { samples, type UserAction } from "./testing/samples.ts";
import * as specimens from "./testing/specimens.ts";
import type { Ids } from "./testing/specimens.ts";
import { startTestApi, type TestApi } from "./testing/test-api.ts";

let api: TestApi;
/** Every action is allowed to everyone: only the database stands between the organisations. */
let unguarded: TestApi;
/** The same on a connection that row-level security does not hold for: what the lock is worth. */
let unlocked: TestApi;
let theirs: Ids;
let owner: Person;
let stranger: Person;
let own: Ids;

async function everything(admin: Person): Promise<Ids> {
  return {
    ...(await specimens.stoppedVersion(admin)),
    ...(await specimens.accountWithKey(admin)),
    ...(await specimens.role(admin)),
    ...(await specimens.group(admin)),
    organisationId: admin.organisationId,
  };
}

/** The id of the other organisation that belongs into a place. */
function idFor({ place }: IdPlace, ids: Ids): string {
  const name =
    { "body.organisationWss": "organisationId", "query.id": "versionId", "query.organisationWss": "organisationId" }[place] ?? place;
  return ids[name] ?? "";
}

beforeAll(async () => {
  api = await startTestApi();
  unguarded = await startTestApi({ can: () => undefined, issuer: api.issuer });
  unlocked = await startTestApi({ can: () => undefined, issuer: api.issuer, withoutRowSecurity: true });
  const root = await rootAdministrator(api);
  owner = await newOrganisation(api, root, "Theirs");
  stranger = await newOrganisation(api, root, "Ours");
  theirs = await everything(owner);
  own = await everything(stranger);
});
afterAll(async () => {
  await unlocked.close();
  await unguarded.close();
  await api.close();
});

/** Status and body; what differs by request and not by object is taken out. */
async function answer(through: TestApi, person: Person, { action, ask }: IdPlace, id: string) {
  const response = await through.ask(person.token, action, ask(person, own, id));
  const body: unknown = response.body === "" ? undefined : response.json();
  return { status: response.statusCode, body: { ...(body as object), correlationId: "" }, type: response.headers["content-type"] };
}

const named = idPlaces.map((place) => [`${place.action} ${place.place}`, place] as const);

describe("another organisation's id answers exactly as a missing one", () => {
  test.each(named)("%s", async (_name, place) => {
    const foreign = await answer(api, stranger, place, idFor(place, theirs));
    expect(idFor(place, theirs)).not.toBe("");
    expect(foreign).toEqual(await answer(api, stranger, place, newId()));
    expect(foreign.status).toBe(404);
  });
});

describe("and does so by the database's lock alone, with the action check switched off", () => {
  test.each(named)("%s", async (_name, place) => {
    const foreign = await answer(unguarded, stranger, place, idFor(place, theirs));
    expect(foreign).toEqual(await answer(unguarded, stranger, place, newId()));
    expect(foreign.status).toBe(404);
  });
});

test("a list never holds a row of another organisation, even without the action check", async () => {
  const nobody = await newColleague(api, stranger, []);
  const lists: readonly UserAction[] = [
    "solutions.list",
    "versions.list",
    "users.list",
    "allRoles.list",
    "organisations.list",
    "groups.list",
  ];
  const ids = Object.values(theirs);
  for (const name of lists) {
    const response = await unguarded.ask(nobody.token, name, { query: { limit: "500" } });
    expect(response.statusCode).toBe(200);
    expect(ids.filter((id) => response.body.includes(id))).toEqual([]);
    const seenByOwner = await api.ask(owner.token, name, { query: { limit: "500" } });
    expect(ids.some((id) => seenByOwner.body.includes(id))).toBe(true);
  }
});

test("these tests can see a leak: without the lock they find one wherever an object is read", async () => {
  const read = idPlaces.filter(({ action, place }) => action.endsWith(".read") && place.endsWith("Id"));
  const leaks: string[] = [];
  for (const place of read) {
    const { status } = await answer(unlocked, stranger, place, idFor(place, theirs));
    if (status === 200) leaks.push(place.action);
  }
  expect(leaks).toEqual(read.map(({ action }) => action));
  expect(leaks.length).toBeGreaterThanOrEqual(6);
});

test("the manager of an organisation sees its people but not what it decides with", async () => {
  const root = await rootAdministrator(api);
  expect((await api.ask(root.token, "user.read", { at: theirs })).statusCode).toBe(200);
  expect((await api.ask(root.token, "solution.read", { at: theirs })).statusCode).toBe(404);
  expect((await api.ask(root.token, "version.read", { at: theirs })).statusCode).toBe(404);
});

test("a removed member, a disabled one and a stranger with a good token get nothing", async () => {
  const removed = await newColleague(api, owner, ["solutions.list"]);
  const disabled = await newColleague(api, owner, ["solutions.list"]);
  expect((await api.ask(removed.token, "solutions.list")).statusCode).toBe(200);
  await owner.must("user.delete", { at: { userId: removed.userId } });
  await owner.must("user.update", { at: { userId: disabled.userId }, body: { userStatus: "disabled" } });
  const unknown = await api.issuer.token({ sub: "stranger", email: "stranger@a.test", email_verified: true });
  for (const token of [removed.token, disabled.token, unknown]) {
    const refused = await api.ask(token, "solutions.list");
    expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([403, "USER_NOT_ACTIVE"]);
    const login = await api.ask(token, "user.login");
    expect([login.statusCode, login.json<{ code: string }>().code]).toEqual([404, "USER_UNKNOWN"]);
  }
});

test("nobody without a token gets past the door", async () => {
  for (const name of Object.keys(samples) as UserAction[]) {
    const response = await api.ask(undefined, name, { at: theirs });
    expect([name, response.statusCode]).toEqual([name, 401]);
  }
});

import { actionNamed, actionNames, basePath, expandPath, organisationHeader, type ActionName } from "@airlock/contract";
import { isId, newId } from "@airlock/platform";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { joinOrganisation, newColleague, newOrganisation, rootAdministrator, signInAs, type Person } from "../testing/person.ts";
import { samples, type UserAction } from "../testing/samples.ts";
import * as specimens from "../testing/specimens.ts";
import type { Ids } from "../testing/ids.ts";
import { setting, startTestApi, type TestRequest, type TestApi } from "../testing/test-api.ts";
import { callers, cells, placesOrNone, principals, unguardedPrincipals, type CallerName, type Principal } from "./cells.ts";
import { breachesOf, refusalFor, type Answer } from "./judge.ts";
import { withId, type Place } from "./places.ts";

/** Executions are in ClickHouse, where every query has the organisation: there is no row-level security to switch off. */
const outsidePostgres: ReadonlySet<string> = new Set(["execution.read"]);

/** Creates the principals and the objects; the others only make calls. */
let making: TestApi;
let api: TestApi;
/** Every action is allowed: only row-level security separates the organisations. */
let unguarded: TestApi;
let owner: Person;
let stranger: Person;
let root: Person;
let theirs: Ids;
let strangers: Ids;
const people = new Map<string, Person>();
const tokens = new Map<string, string | undefined>();
/** Selects the organisation of principals who belong to several. */
const headers = new Map<string, Readonly<Record<string, string>>>();

beforeAll(async () => {
  making = await startTestApi();
  // Changes are rolled back, so that each cell has the same objects.
  api = await startTestApi({ issuer: making.issuer, rollBack: true });
  unguarded = await startTestApi({ issuer: making.issuer, rollBack: true, can: () => undefined });
  root = await rootAdministrator(making);
  owner = await newOrganisation(making, root, "Theirs");
  stranger = await newOrganisation(making, root, "Ours");
  [theirs, strangers] = await Promise.all([specimens.everything(owner), specimens.everything(stranger)]);
  for (const principal of [...principals, ...unguardedPrincipals]) await arrive(principal);
  await owner.must("user.delete", { at: { userId: people.get("removed member")?.userId ?? "" } });
  await disable(people.get("disabled member")?.userId ?? "");
});
afterAll(async () => {
  await unguarded.close();
  await api.close();
  await making.close();
});

async function disable(userId: string): Promise<void> {
  await owner.must("user.update", { at: { userId }, body: { userStatus: "disabled" } });
}

async function arrive(principal: Principal): Promise<void> {
  const { name, kind } = principal;
  if (people.has(name) || tokens.has(name)) return;
  if (kind === "nobody") tokens.set(name, undefined);
  else if (kind === "key") tokens.set(name, await specimens.keyFor(owner));
  else {
    const person = kind === "misdirected" ? await misdirected(principal) : await personFor(principal);
    people.set(name, person);
    tokens.set(name, person.token);
    headers.set(name, kind === "misdirected" ? { [organisationHeader]: owner.organisationId } : person.headers);
  }
}

async function personFor({ name, kind, held, heldInOther }: Principal): Promise<Person> {
  if (kind === "managing") return root;
  if (name === "administrator") return owner;
  if (name === "another organisation's administrator") return stranger;
  const [acting, other] = kind === "foreign" ? [stranger, owner] : [owner, stranger];
  if (heldInOther === undefined) return newColleague(making, acting, held);
  const { email } = await newColleague(making, other, heldInOther);
  return joinOrganisation(making, acting, email, held);
}

async function misdirected({ name, held }: Principal): Promise<Person> {
  const { email } = await newColleague(making, stranger, held);
  const body = { firstName: "Not", name: "Here", emailAddress: email, organisationWss: owner.organisationId };
  if (name.startsWith("invited")) await owner.must("users.invite", { body });
  if (name.startsWith("disabled")) await disable((await joinOrganisation(making, owner, email, held)).userId);
  return signInAs(making, email, stranger.organisationId);
}

/** A call that would succeed, with `id` at its position. All other ids are of the organisation that the caller may see. */
function requestFor(action: ActionName, { kind, name }: Principal, place: Place | undefined, id: string): TestRequest {
  const isElsewhere = kind === "foreign" || kind === "misdirected";
  const at = isElsewhere ? strangers : theirs;
  const person = isElsewhere ? stranger : owner;
  const sample = action in samples ? samples[action as UserAction] : undefined;
  const query = { ...sample?.query, ...(place?.in === "query" ? { [place.name]: id } : {}) };
  const body = sample?.body?.(people.get(name) ?? person, at);
  return {
    headers: headers.get(name) ?? {},
    at: place?.in === "path" ? { ...at, [place.name]: id } : at,
    ...(Object.keys(query).length === 0 ? {} : { query }),
    ...(place?.in === "body" ? { body: withId(body, place.name, id) } : body === undefined ? {} : { body }),
  };
}

async function answerOf(through: TestApi, action: ActionName, principal: Principal, place: Place | undefined, id: string): Promise<Answer> {
  const response = await through.ask(tokens.get(principal.name), action, requestFor(action, principal, place, id));
  const isJson = /[/+]json\b/.test(String(response.headers["content-type"]));
  // A file is compared by its content.
  const body: unknown = isJson ? response.json() : { file: response.body };
  const { correlationId: _, code, ...rest } = body as { readonly correlationId?: string; readonly code?: string };
  const type = response.headers["content-type"];
  return { status: response.statusCode, code, text: JSON.stringify(rest).replaceAll(id, "<id>"), type: type?.toString() };
}

function idOf(place: Place | undefined): string {
  if (place === undefined) return newId();
  const id = place.holds === "key" ? newId() : theirs[place.holds];
  if (id === undefined) throw new Error(`There is no specimen of ${place.holds}: make one in specimens.ts.`);
  return id;
}

async function breaches(
  through: TestApi,
  action: ActionName,
  principal: Principal,
  place: Place | undefined,
  refusal: string | undefined,
): Promise<readonly string[]> {
  const [real, missing] = await Promise.all([
    answerOf(through, action, principal, place, idOf(place)),
    answerOf(through, action, principal, place, newId()),
  ]);
  return breachesOf({
    action,
    principal,
    place,
    refusal,
    real,
    missing,
    organisation: owner.organisationId,
    theirs: Object.values(theirs).filter(isId),
  });
}

const served = actionNames.filter((name) => actionNamed(name).servedBy === "api");

test("every route of the router has its row in the matrix", () => {
  const rows = new Set(
    served
      .filter((name) => cells.some((cell) => cell.action === name))
      .map((name) => `${actionNamed(name).method} ${basePath}${actionNamed(name).path}`),
  );
  const without = api.app.registeredRoutes.filter(
    (route) => !rows.has(route) && !/^GET \/(live|ready|metrics)$/.test(route) && !route.endsWith("/versions/{versionId}/execute"),
  );
  expect(without).toEqual([]);
  expect(rows.size).toBe(served.length);
});

describe("each call by each principal with an id at each position", () => {
  test.each(served)("%s", async (action) => {
    for (const place of placesOrNone(action)) {
      const all = principals.map((principal) => breaches(api, action, principal, place, refusalFor(action, principal)));
      expect((await Promise.all(all)).flat()).toEqual([]);
    }
  });
});

describe("the same with the action checks switched off: row-level security alone prevents access", () => {
  test.each(served.filter((name) => actionNamed(name).access.kind === "user"))("%s", async (action) => {
    for (const place of placesOrNone(action)) {
      const all = unguardedPrincipals.map((principal) => breaches(unguarded, action, principal, place, undefined));
      expect((await Promise.all(all)).flat()).toEqual([]);
    }
  });
});

test("the matrix detects leaks: without row-level security it finds one wherever an object is read", async () => {
  const unlocked = await startTestApi({ issuer: making.issuer, rollBack: true, can: () => undefined, withoutRowSecurity: true });
  const reads = served.filter((name) => name.endsWith(".read") && placesOrNone(name).some((place) => place?.in === "path"));
  const [, foreign] = unguardedPrincipals;
  const unseen: string[] = [];
  try {
    for (const action of reads) {
      const [place] = placesOrNone(action);
      if (foreign === undefined || place === undefined) throw new Error("There is nobody to ask.");
      if ((await breaches(unlocked, action, foreign, place, undefined)).length === 0) unseen.push(action);
    }
  } finally {
    await unlocked.close();
  }
  expect(reads.length).toBeGreaterThanOrEqual(6);
  expect(unseen).toEqual(reads.filter((action) => outsidePostgres.has(action)));
});

describe("an execute call to a runtime", () => {
  const keys = new Map<CallerName, string | undefined>();
  let versionId: string;
  beforeAll(async () => {
    ({ versionId = "" } = await specimens.servingVersion(owner));
    keys.set("anonymous", undefined);
    keys.set("administrator's access token", owner.token);
    keys.set("key", await specimens.keyFor(owner, ["solution.execute"]));
    keys.set("key without the permission", await specimens.keyFor(owner, ["solutions.list"]));
    keys.set("revoked key", await specimens.revokedKey(owner));
    keys.set("expired key", await specimens.keyFor(owner, ["solution.execute"], new Date(Date.now() - 1000)));
    keys.set("another organisation's key", await specimens.keyFor(stranger, ["solution.execute"]));
    keys.set("managing organisation's key", await specimens.keyFor(root, ["solution.execute"]));
    // Runtimes receive keys in order: one that has the last also has the others, including the revocation.
    const last = "managing organisation's key";
    const isKnown = async () => {
      const { outcome } = await execute(last, versionId);
      if (outcome !== wanted[last][0]) throw new Error(`The last key is answered ${outcome}.`);
    };
    await vi.waitFor(isKnown, { timeout: 120_000 });
  });

  async function execute(caller: CallerName, id: string) {
    const token = keys.get(caller);
    const url = `http://127.0.0.1:${setting("AIRLOCK_RUNTIME_PORT")}${basePath}${expandPath(actionNamed("version.execute").path, { versionId: id })}`;
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
      body: "{}",
    });
    const body = (await response.json()) as { readonly code?: string };
    const outcome = body.code === undefined ? String(response.status) : `${response.status} ${body.code}`;
    return { outcome, text: JSON.stringify({ ...body, correlationId: "" }).replaceAll(id, "<id>") };
  }

  const wanted: Readonly<Record<CallerName, readonly [real: string, missing: string]>> = {
    anonymous: ["401 KEY_INVALID", "401 KEY_INVALID"],
    "administrator's access token": ["401 KEY_INVALID", "401 KEY_INVALID"],
    key: ["200", "404 VERSION_NOT_FOUND"],
    "key without the permission": ["403 PERMISSION_MISSING", "403 PERMISSION_MISSING"],
    "revoked key": ["401 KEY_INVALID", "401 KEY_INVALID"],
    "expired key": ["401 KEY_INVALID", "401 KEY_INVALID"],
    "another organisation's key": ["404 VERSION_NOT_FOUND", "404 VERSION_NOT_FOUND"],
    "managing organisation's key": ["404 VERSION_NOT_FOUND", "404 VERSION_NOT_FOUND"],
  };

  test.each(callers)("by %s", async (caller) => {
    const [real, missing] = [await execute(caller, versionId), await execute(caller, newId())];
    expect([real.outcome, missing.outcome]).toEqual(wanted[caller]);
    // A refusal reveals nothing: both are equal to the letter.
    expect(real.text === missing.text).toBe(real.outcome !== "200");
  });
});

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newColleague, newOrganisation, rootAdministrator, signInAs, type Person } from "./testing/person.ts";
import { startTestApi, type TestApi } from "./testing/test-api.ts";

let api: TestApi;
let admin: Person;
const names = ["beta", "Alpha", "alpha", "gamma 100%", "Delta_1", "epsilon"];

beforeAll(async () => {
  api = await startTestApi();
  admin = await newOrganisation(api, await rootAdministrator(api), "Lists");
  for (const name of names) await admin.must("solutions.create", { body: { name, description: `about ${name}` } });
});
afterAll(() => api.close());

const listed = async (query: Record<string, string>) => {
  const found: string[] = [];
  let next: Record<string, string> | undefined = query;
  for (let pages = 0; next !== undefined && pages < 20; pages += 1) {
    const page: Awaited<ReturnType<typeof admin.must<"solutions.list">>> = await admin.must("solutions.list", { query: next });
    found.push(...page.items.map((item) => item._embedded.name));
    const href = page._links["next"]?.href;
    next = href === undefined ? undefined : Object.fromEntries(new URL(href, "http://x").searchParams);
  }
  return found;
};

describe("pages", () => {
  test("are consecutive, whatever their size and order", async () => {
    const sorted = ["Alpha", "alpha", "beta", "Delta_1", "epsilon", "gamma 100%"];
    for (const limit of ["1", "2", "3", "6", "7"]) {
      const found = await listed({ limit });
      expect(found.map((name) => name.toLowerCase())).toEqual(sorted.map((name) => name.toLowerCase()));
      expect(new Set(found).size).toBe(names.length);
      expect(await listed({ limit, sort: "-name" })).toEqual(found.toReversed());
    }
    expect(await listed({ limit: "2", sort: "createdDate" })).toEqual(names);
  });

  test("a search is text, not a pattern", async () => {
    expect(await listed({ search: "ALPHA" })).toHaveLength(2);
    expect(await listed({ search: "100%" })).toEqual(["gamma 100%"]);
    expect(await listed({ search: "a_1" })).toEqual(["Delta_1"]);
    expect(await listed({ search: "%" })).toEqual(["gamma 100%"]);
    expect(await listed({ search: "about beta" })).toEqual(["beta"]);
    expect(await listed({ search: "nothing such" })).toEqual([]);
  });

  test("an unknown order and an invalid cursor are refused by name", async () => {
    for (const [field, query] of [
      ["sort", { sort: "password" }],
      ["sort", { sort: "constructor" }],
      ["after", { after: "made-up" }],
      ["after", { after: Buffer.from('["a\\u0000","b"]').toString("base64url") }],
    ] as const) {
      const response = await api.ask(admin.token, "solutions.list", { query });
      expect(response.json()).toMatchObject({ status: 400, code: "INVALID_REQUEST", problems: [{ field }] });
    }
  });

  test("every list can be searched and sorted by each of its orders", async () => {
    const orders = {
      "users.list": ["fullName", "name", "firstName", "emailAddress", "type", "userStatus", "lastLoginDate", "createdDate"],
      "allRoles.list": ["name", "description", "code"],
      "organisations.list": ["name", "code", "createdDate"],
      "groups.list": ["name", "description", "code", "createdDate"],
      "versions.list": ["versionName", "createdDate", "deploymentStatus"],
    } as const;
    for (const [name, sorts] of Object.entries(orders)) {
      for (const sort of sorts) {
        const response = await api.ask(admin.token, name as keyof typeof orders, { query: { sort: `-${sort}`, search: "a", limit: "3" } });
        expect([name, sort, response.statusCode]).toEqual([name, sort, 200]);
      }
    }
  });
});

test.each(["2024-99-99", "'; drop table users;--", "now", "infinity", "2024-02-30 00:00:00+00", ""])(
  "a cursor of a list by time that contains %j is a bad request",
  async (key) => {
    const after = Buffer.from(JSON.stringify([key, "x"])).toString("base64url");
    for (const [name, query] of [
      ["audit.list", { after }],
      ["audit.list", { after, sort: "at" }],
      ["users.list", { after, sort: "lastLoginDate" }],
    ] as const) {
      const response = await api.ask(admin.token, name, { query });
      expect([name, response.statusCode, response.json<{ code: string }>().code]).toEqual([name, 400, "INVALID_REQUEST"]);
    }
  },
);

test("lists by time continue after their cursor, and after users who never signed in", async () => {
  for (let index = 0; index < 2; index += 1) {
    await admin.must("users.create", {
      body: { name: `Account ${index}`, emailAddress: "a@a.test", organisationWss: admin.organisationId },
    });
  }
  const everyone = (await admin.must("users.list", { query: { sort: "lastLoginDate" } })).items;
  for (const sort of ["lastLoginDate", "-lastLoginDate"]) {
    const seen: string[] = [];
    let query: Record<string, string> | undefined = { sort, limit: "1" };
    while (query !== undefined) {
      const page: Awaited<ReturnType<typeof admin.must<"users.list">>> = await admin.must("users.list", { query });
      seen.push(...page.items.map((item) => item._embedded.webSafeString));
      const href = page._links["next"]?.href;
      query = href === undefined ? undefined : Object.fromEntries(new URL(href, "http://x").searchParams);
    }
    expect(seen).toHaveLength(everyone.length);
    expect(new Set(seen).size).toBe(everyone.length);
  }
  const first = await admin.must("audit.list", { query: { limit: "1" } });
  const next = new URL(first._links["next"]?.href ?? "", "http://x").searchParams;
  await admin.must("audit.list", { query: Object.fromEntries(next) });
});

describe("a list of users", () => {
  /** Every name, page by page. */
  async function walk(person: Person, query: Record<string, string>): Promise<{ names: string[]; total: number }> {
    const names: string[] = [];
    let total = -1;
    let next: Record<string, string> | undefined = query;
    while (next !== undefined && names.length < 500) {
      const page: Awaited<ReturnType<typeof person.must<"users.list">>> = await person.must("users.list", { query: next });
      names.push(...page.items.map((item) => item._embedded.name));
      total = page._embedded.total;
      const href = page._links["next"]?.href;
      next = href === undefined ? undefined : Object.fromEntries(new URL(href, "http://x").searchParams);
    }
    return { names, total };
  }

  test("merges one's own organisation with those it manages, in every order, and counts them", async () => {
    const home = await newOrganisation(api, await rootAdministrator(api), "Home");
    const managed = await home.must("organisations.create", { body: { name: "Away" } });
    const away = managed._embedded.webSafeString;
    const people = ["Ödön", "adams", "Baker", "Curie", "babbage", "Élie"];
    for (const [number, name] of people.entries()) {
      const organisationWss = number % 2 === 0 ? home.organisationId : away;
      await home.must("users.invite", { body: { firstName: `F${9 - number}`, name, emailAddress: `${number}@b.test`, organisationWss } });
    }
    const all = await walk(home, { limit: "2" });
    expect(all.names.toSorted()).toEqual([...people, "Home"].toSorted());
    expect(all.total).toBe(people.length + 1);
    for (const sort of ["fullName", "name", "firstName", "emailAddress", "type", "userStatus", "lastLoginDate", "createdDate"]) {
      const up = await walk(home, { limit: "2", sort });
      expect(up.names.toReversed(), sort).toEqual((await walk(home, { limit: "3", sort: `-${sort}` })).names);
      expect(new Set(up.names).size, sort).toBe(people.length + 1);
    }
    expect((await walk(home, { limit: "2", sort: "createdDate" })).names).toEqual(["Home", ...people]);
    // F4 Élie, F6 Curie, F8 adams: by the displayed name unless another order is requested.
    expect((await walk(home, { limit: "1", organisationWss: away })).names).toEqual(["Élie", "Curie", "adams"]);
    expect(await walk(home, { limit: "1", search: "ÖDÖN" })).toEqual({ names: ["Ödön"], total: 1 });
    expect((await walk(home, { search: "f9 öd" })).names).toEqual(["Ödön"]);
    expect((await walk(home, { userStatus: "active" })).names).toEqual(["Home"]);
    const [adams] = (await home.must("users.list", { query: { search: "adams" } })).items;
    expect(adams?._embedded).toMatchObject({ organisationWss: away, organisationName: "Away" });
    const groups = await home.must("groups.list", { query: { organisationWss: away } });
    expect(groups.items.map((item) => item._embedded.organisationWss)).toEqual([away]);
    // Users of the managed organisation do not see the managing one.
    const body = { firstName: "In", name: "Mate", emailAddress: `mate@${away}.test`, organisationWss: away };
    await home.must("users.invite", { body });
    const mate = await signInAs(api, body.emailAddress.toLowerCase());
    const reader = await home.must("allRoles.create", { body: { name: "Reader", permissions: ["users.list"], organisationWss: away } });
    await home.must("user.role.add", { at: { userId: mate.userId, roleId: reader._embedded.webSafeString } });
    expect((await walk(mate, {})).names).toEqual(["Élie", "Curie", "adams", "Mate"]);
  });
});

describe("users", () => {
  test("an address is one user of an organisation, and another organisation may invite it too", async () => {
    const root = await rootAdministrator(api);
    const other = await newOrganisation(api, root, "Rival");
    const body = { firstName: "A", name: "B", emailAddress: `Shared@${admin.organisationId}.test`, organisationWss: admin.organisationId };
    await admin.must("users.invite", { body });
    const again = await api.ask(admin.token, "users.invite", { body: { ...body, emailAddress: body.emailAddress.toLowerCase() } });
    expect([again.statusCode, again.json<{ code: string }>().code]).toEqual([409, "EMAIL_TAKEN"]);
    // The owner of the address is named only to users who could look it up.
    expect(again.json<{ description: string }>().description).toBe("A B has this email address already.");
    const inviter = await newColleague(api, admin, ["users.create"]);
    const unknown = await api.ask(inviter.token, "users.invite", { body });
    expect(unknown.json<{ code: string; description: string }>()).toMatchObject({
      code: "EMAIL_TAKEN",
      description: "The organisation has a user with this email address already.",
    });
    const { _embedded: second } = await admin.must("users.invite", {
      body: { ...body, emailAddress: `other@${admin.organisationId}.test` },
    });
    const moved = await api.ask(admin.token, "user.update", {
      at: { userId: second.webSafeString },
      body: { emailAddress: body.emailAddress },
    });
    expect(moved.json<{ description: string }>().description).toBe("A B has this email address already.");
    // A user's own address is accepted, also in another case.
    await admin.must("user.update", {
      at: { userId: second.webSafeString },
      body: { emailAddress: second.emailAddress.toUpperCase() },
    });
    await other.must("users.invite", { body: { ...body, organisationWss: other.organisationId } });
  });

  test("permissions of groups are gained and lost immediately", async () => {
    const colleague = await newColleague(api, admin, []);
    const group = await admin.must("groups.create", { body: { name: "Designers" } });
    const role = await admin.must("allRoles.create", { body: { name: "Design", permissions: ["solutions.list"] } });
    const at = { groupId: group._embedded.webSafeString, roleId: role._embedded.webSafeString, userId: colleague.userId };
    await admin.must("group.role.add", { at });
    await admin.must("group.member.add", { at });
    expect((await api.ask(colleague.token, "solutions.list")).statusCode).toBe(200);
    const { items } = await admin.must("group.members.list", { at });
    expect(items.map((item) => item._embedded.webSafeString)).toEqual([colleague.userId]);
    await admin.must("group.member.remove", { at });
    expect((await api.ask(colleague.token, "solutions.list")).statusCode).toBe(403);
  });

  test("no one can grant permissions that they do not have", async () => {
    const manager = await newColleague(api, admin, ["allRoles.create", "allRoles.update", "allRoles.read", "users.list", "user.update"]);
    const create = await api.ask(manager.token, "allRoles.create", { body: { name: "Mine", permissions: ["solution.delete"] } });
    expect(create.json<{ code: string }>().code).toBe("ROLE_BEYOND_OWN");
    const role = await manager.must("allRoles.create", { body: { name: "Mine", permissions: ["users.list"] } });
    const at = { roleId: role._embedded.webSafeString };
    const widen = await api.ask(manager.token, "role.update", { at, body: { permissions: ["users.list", "user.delete"] } });
    expect(widen.json<{ code: string }>().code).toBe("ROLE_BEYOND_OWN");
  });

  test("an invited administrator's address cannot be taken over by a user with fewer permissions", async () => {
    const { items } = await admin.must("allRoles.list", { query: { search: "Administrator" } });
    const roleId = items.find((item) => item._embedded.code === "ADMI")?._embedded.webSafeString ?? "";
    const body = { firstName: "A", name: "B", emailAddress: `boss@${admin.organisationId}.test`, organisationWss: admin.organisationId };
    const boss = await admin.must("users.invite", { body });
    const at = { userId: boss._embedded.webSafeString, roleId };
    await admin.must("user.role.add", { at });
    const helper = await newColleague(api, admin, ["users.list", "user.update"]);
    const taken = await api.ask(helper.token, "user.update", { at, body: { emailAddress: "mallory@a.test" } });
    expect(taken.json<{ code: string }>().code).toBe("USER_BEYOND_OWN");
  });

  test("a solution may belong to a group: it is found by it, keeps its permissions, and outlives it", async () => {
    const group = await admin.must("groups.create", { body: { name: "Owners" } });
    const groupWss = group._embedded.webSafeString;
    const { _embedded: made } = await admin.must("solutions.create", { body: { name: "Owned" } });
    const at = { solutionId: made.webSafeString, groupId: groupWss };
    expect(made).toMatchObject({ groupWss: null, groupName: null });
    const owned = await admin.must("solution.update", { at, body: { groupWss } });
    expect(owned._embedded).toMatchObject({ groupWss, groupName: "Owners", name: "Owned" });
    const { items, _embedded } = await admin.must("solutions.list", { query: { groupWss } });
    expect([items.map((item) => item._embedded.name), _embedded.total]).toEqual([["Owned"], 1]);
    // Ownership neither grants nor removes a permission.
    const designer = await newColleague(api, admin, ["solutions.list", "solution.update"]);
    await designer.must("solution.update", { at, body: { description: "by somebody outside the group" } });
    const managed = await admin.must("organisations.create", { body: { name: "Elsewhere" } });
    const organisationWss = managed._embedded.webSafeString;
    const moved = await api.ask(admin.token, "group.update", { at, body: { organisationWss } });
    expect(moved.json<{ code: string }>().code).toBe("GROUP_IN_USE");
    const foreign = await admin.must("groups.create", { body: { name: "Theirs", organisationWss } });
    const given = await api.ask(admin.token, "solution.update", { at, body: { groupWss: foreign._embedded.webSafeString } });
    expect(given.json<{ code: string }>().code).toBe("GROUP_NOT_FOUND");
    await admin.must("group.delete", { at });
    expect((await admin.must("solution.read", { at }))._embedded).toMatchObject({ groupWss: null, groupName: null });
    const trail = await admin.must("audit.list", { query: { record: made.webSafeString, noun: "solution" } });
    expect(trail.items[0]?._embedded).toMatchObject({ changed: ["groupWss"], before: { groupWss }, after: { groupWss: null } });
  });

  test("a group with members stays in its organisation", async () => {
    const group = await admin.must("groups.create", { body: { name: "Stay" } });
    const at = { groupId: group._embedded.webSafeString, userId: admin.userId };
    const managed = await admin.must("organisations.create", { body: { name: "Managed" } });
    await admin.must("group.member.add", { at });
    const moved = await api.ask(admin.token, "group.update", { at, body: { organisationWss: managed._embedded.webSafeString } });
    expect(moved.json<{ code: string }>().code).toBe("GROUP_IN_USE");
    await admin.must("group.member.remove", { at });
    const after = await admin.must("group.update", { at, body: { organisationWss: managed._embedded.webSafeString } });
    expect(after._embedded.organisationWss).toBe(managed._embedded.webSafeString);
  });

  test("a group that moves keeps its code, or gets another if the organisation has it", async () => {
    const { _embedded: managed } = await admin.must("organisations.create", { body: { name: "Managed" } });
    const move = async () => {
      const { _embedded: group } = await admin.must("groups.create", { body: { name: "Movers" } });
      const at = { groupId: group.webSafeString };
      const moved = await admin.must("group.update", { at, body: { organisationWss: managed.webSafeString } });
      return [group.code, moved._embedded.code];
    };
    expect(await move()).toEqual(["MOVE", "MOVE"]);
    expect(await move()).toEqual(["MOVE", "MOVE2"]);
  });
});

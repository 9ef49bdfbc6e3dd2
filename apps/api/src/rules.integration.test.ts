import { permissions, type ActionName, type Permission } from "@airlock/contract";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { apiInOrganisation } from "./testing/api-in-organisation.ts";
import { asOwner, newColleague, newOrganisation, type Person } from "./testing/person.ts";
import type { Ids } from "./testing/ids.ts";
import { administratorGroup, administratorRole, group, invitedUser, systemAccount } from "./testing/specimens.ts";
import type { TestRequest } from "./testing/test-api.ts";

const { api, root, admin } = await apiInOrganisation("Rules");

/** The status, and the code of a refusal. */
async function outcome(person: Person, name: ActionName, request: TestRequest): Promise<string> {
  const response = await api.ask(person.token, name, request);
  return response.statusCode < 300 ? "done" : response.json<{ code: string }>().code;
}

async function roleWith(held: readonly Permission[], name = "Some"): Promise<Ids> {
  const made = await admin.must("allRoles.create", { body: { name, permissions: held } });
  return { roleId: made._embedded.webSafeString };
}

describe("no one can grant what they do not have", () => {
  let manager: Person;
  let more: Ids;
  let less: Ids;
  beforeAll(async () => {
    manager = await newColleague(api, admin, [
      "users.list",
      "users.create",
      "user.update",
      "user.invite",
      "allRoles.list",
      "allRoles.read",
      "allRoles.create",
      "allRoles.update",
      "groups.list",
      "groups.create",
      "group.update",
      "group.delete",
      "solutions.list",
    ]);
    more = await roleWith(["solution.delete"], "More");
    less = await roleWith(["solutions.list"], "Less");
  });

  test("not a role to a user, including themselves, nor ADMI", async () => {
    const at = await invitedUser(admin);
    expect(await outcome(manager, "user.role.add", { at: { ...at, ...more } })).toBe("ROLE_BEYOND_OWN");
    expect(await outcome(manager, "user.role.add", { at: { userId: manager.userId, ...more } })).toBe("ROLE_BEYOND_OWN");
    expect(await outcome(manager, "user.role.add", { at: { userId: manager.userId, ...(await administratorRole(admin)) } })).toBe(
      "ROLE_BEYOND_OWN",
    );
    expect(await outcome(manager, "user.role.add", { at: { ...at, ...less } })).toBe("done");
  });

  test("not a permission to a role, new or old, but permissions that others added may stay", async () => {
    expect(await outcome(manager, "allRoles.create", { body: { permissions: ["solution.delete"] } })).toBe("ROLE_BEYOND_OWN");
    const at = await roleWith(["solution.delete", "users.list"]);
    expect(await outcome(manager, "role.update", { at, body: { permissions: ["solution.delete", "solution.update"] } })).toBe(
      "ROLE_BEYOND_OWN",
    );
    expect(await outcome(manager, "role.update", { at, body: { permissions: ["solution.delete", "user.update"] } })).toBe("done");
    expect(await outcome(manager, "role.update", { at, body: { permissions: ["user.update"] } })).toBe("done");
    expect(await outcome(manager, "role.update", { at, body: { permissions: ["solution.delete"] } })).toBe("ROLE_BEYOND_OWN");
  });

  test("not a role to a group, nor membership in a group that has it", async () => {
    const at = { ...(await group(admin)), ...more, userId: manager.userId };
    expect(await outcome(manager, "group.role.add", { at })).toBe("ROLE_BEYOND_OWN");
    await admin.must("group.role.add", { at });
    expect(await outcome(manager, "group.member.add", { at })).toBe("ROLE_BEYOND_OWN");
    expect(await outcome(manager, "group.member.add", { at: { ...at, ...(await administratorGroup(admin)) } })).toBe("ROLE_BEYOND_OWN");
    const own = await group(admin);
    expect(await outcome(manager, "group.role.add", { at: { ...own, ...less } })).toBe("done");
    expect(await outcome(manager, "group.member.add", { at: { ...own, userId: manager.userId } })).toBe("done");
  });

  test("not a key with it, nor their own address on an account that has it, nor access for a disabled user who has it", async () => {
    const account = await systemAccount(admin);
    await admin.must("user.role.add", { at: { ...account, ...more } });
    expect(await outcome(manager, "user.keys.create", { at: account, body: { name: "mine" } })).toBe("USER_BEYOND_OWN");
    const invited = await invitedUser(admin);
    await admin.must("user.role.add", { at: { ...invited, ...more } });
    expect(await outcome(manager, "user.update", { at: invited, body: { emailAddress: "mine@a.test" } })).toBe("USER_BEYOND_OWN");
    await admin.must("user.update", { at: invited, body: { userStatus: "disabled" } });
    expect(await outcome(manager, "user.update", { at: invited, body: { userStatus: "active" } })).toBe("USER_BEYOND_OWN");
    await admin.must("user.role.remove", { at: { ...invited, ...more } });
    expect(await outcome(manager, "user.update", { at: invited, body: { userStatus: "active" } })).toBe("done");
  });
});

describe("nothing can be taken from a user who has more than the caller", () => {
  let manager: Person;
  let boss: Person;
  let peer: Person;
  let admi: Ids;
  beforeAll(async () => {
    manager = await newColleague(api, admin, [
      "users.list",
      "user.update",
      "user.delete",
      "user.invite",
      "roles.list",
      "allRoles.list",
      "allRoles.read",
      "allRoles.update",
      "allRoles.delete",
      "groups.list",
      "group.update",
      "group.delete",
    ]);
    admi = await administratorRole(admin);
    boss = await newColleague(api, admin, []);
    await admin.must("user.role.add", { at: { userId: boss.userId, ...admi } });
    peer = await newColleague(api, admin, ["users.list"]);
  });

  test("neither their role, nor their access, nor their account, nor their address", async () => {
    const at = { userId: boss.userId };
    expect(await outcome(manager, "user.role.remove", { at: { ...at, ...admi } })).toBe("USER_BEYOND_OWN");
    expect(await outcome(manager, "user.update", { at, body: { userStatus: "disabled" } })).toBe("USER_BEYOND_OWN");
    expect(await outcome(manager, "user.update", { at, body: { emailAddress: "mine@a.test" } })).toBe("USER_BEYOND_OWN");
    expect(await outcome(manager, "user.delete", { at })).toBe("USER_BEYOND_OWN");
    const invited = await invitedUser(admin);
    await admin.must("user.role.add", { at: { ...invited, ...admi } });
    expect(await outcome(manager, "user.reinvite", { at: invited })).toBe("USER_BEYOND_OWN");
  });

  test("nor what they have through a group or a role that the caller can edit", async () => {
    const role = await roleWith(["users.list"]);
    const at = { ...(await group(admin)), ...role, userId: boss.userId };
    await admin.must("group.role.add", { at });
    await admin.must("group.member.add", { at });
    expect(await outcome(manager, "group.member.remove", { at })).toBe("USER_BEYOND_OWN");
    expect(await outcome(manager, "group.role.remove", { at })).toBe("USER_BEYOND_OWN");
    expect(await outcome(manager, "group.delete", { at })).toBe("USER_BEYOND_OWN");
    expect(await outcome(manager, "role.update", { at: role, body: { permissions: [] } })).toBe("USER_BEYOND_OWN");
    expect(await outcome(manager, "role.delete", { at: role })).toBe("USER_BEYOND_OWN");
    // Neither change removes anything.
    expect(await outcome(manager, "role.update", { at: role, body: { permissions: ["users.list", "groups.list"] } })).toBe("done");
    expect(await outcome(manager, "group.update", { at, body: { description: "changed" } })).toBe("done");
  });

  test("users who have no more than the caller are managed as usual, and so are administrators by administrators", async () => {
    const own = await roleWith(["users.list"]);
    const at = { ...(await group(admin)), ...own, userId: peer.userId };
    await admin.must("group.role.add", { at });
    await admin.must("group.member.add", { at });
    expect(await outcome(manager, "group.role.remove", { at })).toBe("done");
    expect(await outcome(manager, "group.member.remove", { at })).toBe("done");
    expect(await outcome(manager, "user.update", { at, body: { userStatus: "disabled" } })).toBe("done");
    expect(await outcome(manager, "user.delete", { at })).toBe("done");
    expect(await outcome(manager, "role.delete", { at: own })).toBe("done");
    const everything = await newColleague(api, admin, permissions);
    expect(await outcome(everything, "user.update", { at: { userId: boss.userId }, body: { description: "changed" } })).toBe("done");
  });

  test("and no link offers it", async () => {
    const shown = await manager.must("user.read", { at: { userId: boss.userId } });
    expect(shown._links["self"]?.allow).toEqual(["GET"]);
    expect(shown._links["role"]?.allow).toEqual(["POST"]);
    const at = { ...(await group(admin)), userId: boss.userId };
    await admin.must("group.member.add", { at });
    expect((await manager.must("group.read", { at }))._links["self"]?.allow).toEqual(["GET", "PUT"]);
    const members = await manager.must("group.members.list", { at });
    expect(members.items.map((item) => item._links["member"]?.allow)).toEqual([["POST"]]);
    expect((await admin.must("group.members.list", { at })).items.map((item) => item._links["member"]?.allow)).toEqual([
      ["POST", "DELETE"],
    ]);
    const { items } = await manager.must("users.list", { query: { limit: "100" } });
    const listed = new Map(items.map((item) => [item._embedded.webSafeString, item._links["self"]?.allow]));
    expect(listed.get(boss.userId)).toEqual(["GET"]);
    expect(listed.get(manager.userId)).toEqual(["GET", "PUT"]);
  });
});

describe("the ADMI role and group", () => {
  test("cannot be changed, not even with all permissions", async () => {
    const role = await administratorRole(admin);
    const pair = { ...(await administratorGroup(admin)), ...(await roleWith([])) };
    expect(await outcome(admin, "role.update", { at: role, body: { name: "x" } })).toBe("ROLE_PROTECTED");
    expect(await outcome(admin, "role.delete", { at: role })).toBe("ROLE_PROTECTED");
    expect(await outcome(admin, "group.update", { at: pair, body: { name: "x" } })).toBe("GROUP_PROTECTED");
    expect(await outcome(admin, "group.delete", { at: pair })).toBe("GROUP_PROTECTED");
    expect(await outcome(admin, "group.role.add", { at: pair })).toBe("GROUP_PROTECTED");
    expect(await outcome(admin, "group.role.remove", { at: { ...pair, ...role } })).toBe("GROUP_PROTECTED");
  });
});

describe("the last administrator", () => {
  let boss: Person;
  let role: Ids;
  /** An administrator only through an ordinary group with the role ADMI. */
  let through: Ids;

  beforeEach(async () => {
    boss = await newOrganisation(api, root, "Last");
    role = await administratorRole(boss);
    through = { ...(await group(boss)), ...role, userId: boss.userId };
    await boss.must("group.role.add", { at: through });
    await boss.must("group.member.add", { at: through });
    await boss.must("user.role.remove", { at: through });
  });

  test("cannot be lost through a group: by leaving it, by removing its role, by deleting it", async () => {
    expect(await outcome(boss, "group.member.remove", { at: through })).toBe("LAST_ADMINISTRATOR");
    expect(await outcome(boss, "group.role.remove", { at: through })).toBe("LAST_ADMINISTRATOR");
    expect(await outcome(boss, "group.delete", { at: through })).toBe("LAST_ADMINISTRATOR");
    expect(await outcome(root, "user.update", { at: through, body: { userStatus: "disabled" } })).toBe("LAST_ADMINISTRATOR");
    expect(await outcome(root, "user.delete", { at: through })).toBe("LAST_ADMINISTRATOR");
    expect((await boss.must("profile.read"))._embedded.permissions.length).toBeGreaterThan(40);
    // With a second administrator, each of these is allowed.
    const second = await newColleague(api, boss, []);
    await boss.must("user.role.add", { at: { userId: second.userId, ...role } });
    expect(await outcome(boss, "group.delete", { at: through })).toBe("done");
    expect((await boss.must("profile.read"))._embedded.permissions).toEqual([]);
  });

  test.each([
    ["the group's role, deleted", "delete from group_roles where group_id = $1 and $2::text is not null"],
    [
      "the group's role, exchanged",
      "update group_roles set role_id = (select id from roles where organisation_id = group_roles.organisation_id and code <> 'ADMI' limit 1) where group_id = $1 and $2::text is not null",
    ],
    ["the group, deleted", "delete from groups where id = $1 and $2::text is not null"],
    ["the membership, deleted", "delete from group_members where group_id = $1 and user_id = $2"],
    ["the person, disabled", "update users set status = 'disabled' where id = $2 and $1::text is not null"],
    [
      "the person, made a system account",
      "update users set type = 'System account', issuer = null, subject = null where id = $2 and $1::text is not null",
    ],
    ["the person, deleted", "delete from users where id = $2 and $1::text is not null"],
  ])("is kept by the database, whoever writes: %s", async (_what, attack) => {
    await boss.must("allRoles.create", { body: { name: "Other" } });
    const attempt = asOwner((owner) => owner.query(attack, [through["groupId"], through["userId"]]));
    await expect(attempt).rejects.toMatchObject({ code: "AL003" });
  });

  test("two concurrent removals do not both succeed", async () => {
    const second = await newColleague(api, boss, []);
    await boss.must("user.role.add", { at: { userId: second.userId, ...role } });
    const answers = await Promise.all([
      outcome(second, "group.delete", { at: through }),
      outcome(boss, "user.role.remove", { at: { userId: second.userId, ...role } }),
    ]);
    expect(answers.filter((answer) => answer === "done")).toHaveLength(1);
  });

  test("a user who is not an administrator may be disabled in an organisation that has none yet", async () => {
    const { _embedded } = await root.must("organisations.create", { body: { name: "Empty" } });
    const body = { firstName: "A", name: "B", emailAddress: "ab@empty.test", organisationWss: _embedded.webSafeString };
    const user = await root.must("users.invite", { body });
    const at = { userId: user._embedded.webSafeString };
    expect(await outcome(root, "user.update", { at, body: { userStatus: "disabled" } })).toBe("done");
  });
});

test("a change of permissions is in the next profile: permissions and links, by every way of gaining and losing them", async () => {
  const colleague = await newColleague(api, admin, []);
  const at = { userId: colleague.userId, ...(await roleWith(["solutions.list"])), ...(await group(admin)) };
  const seen = async () => {
    const { _embedded, _links } = await colleague.must("profile.read");
    return [_embedded.permissions, Object.keys(_links).includes("solutions"), Object.keys(_links).includes("groups")];
  };
  const nothing = [[], false, false];
  expect(await seen()).toEqual(nothing);
  await admin.must("user.role.add", { at });
  expect(await seen()).toEqual([["solutions.list"], true, false]);
  await admin.must("role.update", { at, body: { permissions: ["groups.list"] } });
  expect(await seen()).toEqual([["groups.list"], false, true]);
  await admin.must("user.role.remove", { at });
  expect(await seen()).toEqual(nothing);
  await admin.must("group.role.add", { at });
  expect(await seen()).toEqual(nothing);
  await admin.must("group.member.add", { at });
  expect(await seen()).toEqual([["groups.list"], false, true]);
  await admin.must("group.role.remove", { at });
  expect(await seen()).toEqual(nothing);
  await admin.must("group.role.add", { at });
  await admin.must("role.delete", { at });
  expect(await seen()).toEqual(nothing);
  await admin.must("user.update", { at, body: { userStatus: "disabled" } });
  expect((await api.ask(colleague.token, "profile.read")).statusCode).toBe(403);
});

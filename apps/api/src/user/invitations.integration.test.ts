import type { UserFields } from "@airlock/contract";
import { newId } from "@airlock/platform";
import { describe, expect, test } from "vitest";
import { apiInOrganisation } from "../testing/api-in-organisation.ts";
import { asOwner, inviteWithoutMail, newAddress, newColleague, newOrganisation, type Person } from "../testing/person.ts";
import type { TestApi } from "../testing/test-api.ts";
import { invitationLimits } from "./invitations.ts";

const { api, root, admin } = await apiInOrganisation("Invitations");

const invite = (person: Person, emailAddress: string, names = {}) =>
  api.ask(person.token, "users.invite", {
    body: { firstName: "Ada", name: "Byron", emailAddress, organisationWss: person.organisationId, ...names },
  });
const codeOf = (answer: Awaited<ReturnType<TestApi["ask"]>>) => [answer.statusCode, answer.json<{ code?: string }>().code];

/** Moves the invitations sent so far into the past. */
const letPass = (address: string, interval: string) =>
  asOwner((owner) =>
    owner.query("update airlock.invitations_sent set sent_at = sent_at - $2::interval where address = $1", [address, interval]),
  );

describe("invitations to one address", () => {
  test("are limited per hour over all organisations, and the response has the time to wait", async () => {
    const address = newAddress();
    const other = await newOrganisation(api, root, "Other inviter");
    const first = await invite(admin, address);
    expect(first.statusCode).toBe(201);
    const at = { userId: first.json<{ _embedded: { webSafeString: string } }>()._embedded.webSafeString };
    const answers = [];
    for (let time = 1; time < invitationLimits.perHour; time += 1) answers.push(await api.ask(admin.token, "user.reinvite", { at }));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200));
    const refused = await api.ask(admin.token, "user.reinvite", { at });
    expect(codeOf(refused)).toEqual([429, "INVITATIONS_LIMITED"]);
    const seconds = Number(refused.headers["retry-after"]);
    expect(seconds).toBeGreaterThan(3_000);
    expect(seconds).toBeLessThanOrEqual(3_600);
    expect(codeOf(await invite(other, address.toUpperCase()))).toEqual([429, "INVITATIONS_LIMITED"]);
    // Nothing is stored for an invitation that was not sent.
    expect((await other.must("users.list", { query: { search: address } })).items).toEqual([]);
    await letPass(address, "1 hour");
    expect((await api.ask(admin.token, "user.reinvite", { at })).statusCode).toBe(200);
  });

  test("are limited per day", async () => {
    const address = newAddress();
    await invite(admin, address);
    const found = (await admin.must("users.list", { query: { search: address } })).items[0]?._embedded.webSafeString ?? "";
    await asOwner((owner) =>
      owner.query(
        "insert into airlock.invitations_sent (address, organisation_id, sent_at) select $1, 'x', now() - interval '2 hours' from generate_series(2, $2)",
        [address, invitationLimits.perDay],
      ),
    );
    const refused = await api.ask(admin.token, "user.reinvite", { at: { userId: found } });
    expect(codeOf(refused)).toEqual([429, "INVITATIONS_LIMITED"]);
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(20 * 3_600);
    await letPass(address, "1 day");
    expect((await api.ask(admin.token, "user.reinvite", { at: { userId: found } })).statusCode).toBe(200);
  });

  test("that are concurrent cannot exceed the limit together", async () => {
    const address = newAddress();
    await invite(admin, address);
    const userId = (await admin.must("users.list", { query: { search: address } })).items[0]?._embedded.webSafeString ?? "";
    const answers = await Promise.all(Array.from({ length: 8 }, () => api.ask(admin.token, "user.reinvite", { at: { userId } })));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(invitationLimits.perHour - 1);
  });
});

test("an invitation has its expiry and a note, within limits and without links", async () => {
  const job = async (emailAddress: string) => {
    const { items } = await admin.must("users.list", { query: { search: emailAddress } });
    const found = await asOwner((owner) =>
      owner.query<{ data: unknown }>("select data->'data' as data from pgboss.job where data #>> '{data,userId}' = $1", [
        items[0]?._embedded.webSafeString,
      ]),
    );
    return found.rows.map(({ data }) => data);
  };
  const [plain, chosen] = [newAddress(), newAddress()];
  await invite(admin, plain);
  expect(await job(plain)).toMatchObject([{ days: 7, note: "" }]);
  expect((await invite(admin, chosen, { expiresInDays: 30, note: " You draw the loan checks. " })).statusCode).toBe(201);
  expect(await job(chosen)).toMatchObject([{ days: 30, note: "You draw the loan checks." }]);
  for (const wrong of [
    { expiresInDays: 0 },
    { expiresInDays: 31 },
    { expiresInDays: 1.5 },
    { note: "see evil.example/x" },
    { note: "a".repeat(501) },
  ]) {
    expect(codeOf(await invite(admin, newAddress(), wrong))).toEqual([400, "INVALID_REQUEST"]);
  }
});

test("a system account gets its roles immediately, by the same rules as later", async () => {
  const role = async (permissions: readonly string[]) =>
    (await admin.must("allRoles.create", { body: { name: `Role ${newId()}`, permissions } }))._embedded.webSafeString;
  const mine = await role(["solution.execute"]);
  const create = (person: Person, roles: readonly string[]) =>
    api.ask(person.token, "users.create", {
      body: { name: "Loan site", emailAddress: newAddress(), organisationWss: person.organisationId, roles },
    });
  const account = await create(admin, [mine]);
  expect(account.json<{ _embedded: UserFields }>()._embedded.roles.map(({ webSafeString }) => webSafeString)).toEqual([mine]);
  const helper = await newColleague(api, admin, ["users.create", "user.update", "roles.list"]);
  expect(codeOf(await create(helper, [mine]))).toEqual([409, "ROLE_BEYOND_OWN"]);
  const clerk = await newColleague(api, admin, ["users.create"]);
  expect(codeOf(await create(clerk, [mine]))).toEqual([409, "GIVING_NOT_ALLOWED"]);
});

test("an organisation can send a limited number per day, for itself and for those it manages", async () => {
  const sender = await newOrganisation(api, root, "Sender");
  await asOwner((owner) =>
    owner.query(
      "insert into airlock.invitations_sent (address, organisation_id, sent_at) select 'n' || n, $1, now() from generate_series(1, $2) n",
      [sender.organisationId, invitationLimits.organisationPerDay],
    ),
  );
  expect(codeOf(await invite(sender, newAddress()))).toEqual([429, "INVITATIONS_LIMITED"]);
});

describe("roles and groups of an invitation", () => {
  const roleIds = async (person: Person, ...names: readonly string[]) => {
    const { items } = await person.must("allRoles.list", { query: { organisationWss: person.organisationId } });
    return items.filter(({ _embedded }) => names.includes(_embedded.name)).map(({ _embedded }) => _embedded.webSafeString);
  };

  test("are assigned with the account", async () => {
    const group = await admin.must("groups.create", { body: { name: "Credit desk" } });
    const groups = [group._embedded.webSafeString];
    const answer = await invite(admin, newAddress(), { roles: await roleIds(admin, "Analyst", "Auditor"), groups });
    const { _embedded: made } = answer.json<{ _embedded: UserFields }>();
    expect(made.roles.map(({ name }) => name)).toEqual(["Analyst", "Auditor"]);
    const { items } = await admin.must("group.members.list", { at: { groupId: groups[0] ?? "" } });
    expect(items.map(({ _embedded }) => _embedded.webSafeString)).toEqual([made.webSafeString]);
  });

  test("of another organisation, beyond one's own or without the permission to assign them refuse the whole invitation", async () => {
    const other = await newOrganisation(api, root, "Other roles");
    const address = newAddress();
    const inviter = await newColleague(api, admin, ["users.create", "users.list", "user.update"]);
    const bare = await newColleague(api, admin, ["users.create", "users.list"]);
    const roles = await roleIds(admin, "Analyst");
    const answers = [
      await invite(admin, address, { roles: await roleIds(other, "Analyst") }),
      await invite(admin, address, { groups: ["no-such-group"] }),
      await invite(inviter, address, { roles }),
      await invite(bare, address, { roles }),
    ];
    expect(answers.map(codeOf)).toEqual([
      [404, "ROLE_NOT_FOUND"],
      [404, "GROUP_NOT_FOUND"],
      [409, "ROLE_BEYOND_OWN"],
      [409, "GIVING_NOT_ALLOWED"],
    ]);
    expect((await admin.must("users.list", { query: { search: address } })).items).toEqual([]);
  });
});

test("a user has the time of the last invitation and the expiry of its link", async () => {
  const address = newAddress();
  const userId = await inviteWithoutMail(admin.organisationId, address);
  const read = async () => (await admin.must("users.list", { query: { search: address } })).items[0]?._embedded;
  const keys = (sent: string, expires: string, replaced: string | null) =>
    asOwner((owner) =>
      owner.query(
        `insert into activation_keys (id, organisation_id, user_id, hash, created_at, expires_at, replaced_at)
         select $1, organisation_id, id, $1, $3, $4, $5 from users where id = $2`,
        [newId(), userId, sent, expires, replaced],
      ),
    );
  await keys("2035-01-01T00:00:00.000Z", "2035-01-08T00:00:00.000Z", "2035-01-02T00:00:00.000Z");
  await keys("2035-01-02T00:00:00.000Z", "2035-01-09T00:00:00.000Z", null);
  expect(await read()).toMatchObject({ invitedDate: "2035-01-02T00:00:00.000Z", invitationExpires: "2035-01-09T00:00:00.000Z" });
  const [account] = (await admin.must("users.list", { query: { search: admin.email } })).items;
  expect(account?._embedded).toMatchObject({ invitedDate: null, invitationExpires: null });
});

describe("names of users and organisations that would become a link in a mail", () => {
  const link = "Security alert: log in at http://evil.example now";

  test("are refused when they are set", async () => {
    for (const names of [{ firstName: link }, { name: "www.evil.com" }]) {
      expect(codeOf(await invite(admin, newAddress(), names))).toEqual([400, "INVALID_REQUEST"]);
    }
    const organisation = { organisationId: admin.organisationId };
    expect(codeOf(await api.ask(root.token, "organisations.create", { body: { name: link } }))).toEqual([400, "INVALID_REQUEST"]);
    expect(codeOf(await api.ask(admin.token, "organisation.update", { at: organisation, body: { name: link } }))).toEqual([
      400,
      "INVALID_REQUEST",
    ]);
    const colleague = await newColleague(api, admin, ["profile.update"]);
    const at = { userId: colleague.userId };
    expect(codeOf(await api.ask(admin.token, "user.update", { at, body: { firstName: link } }))).toEqual([400, "INVALID_REQUEST"]);
    expect(codeOf(await api.ask(colleague.token, "profile.update", { body: { name: "evil.com" } }))).toEqual([400, "INVALID_REQUEST"]);
  });

  test("can be saved unchanged if already stored, and for system accounts", async () => {
    const colleague = await newColleague(api, admin, ["profile.update"]);
    await asOwner((owner) => owner.query("update users set name = email where id = $1", [colleague.userId]));
    await colleague.must("profile.update", { body: { firstName: "Ada", name: colleague.email } });
    const body = { name: "api.partner.com", emailAddress: newAddress(), organisationWss: admin.organisationId };
    const account = await admin.must("users.create", { body });
    const renamed = await admin.must("user.update", {
      at: { userId: account._embedded.webSafeString },
      body: { name: "api2.partner.com" },
    });
    expect(renamed._embedded.name).toBe("api2.partner.com");
  });
});

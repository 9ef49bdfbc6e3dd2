import { createHash, randomBytes } from "node:crypto";
import { organisationHeader, type ActionName, type Memberships } from "@airlock/contract";
import { newId } from "@airlock/platform";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  asOwner,
  inviteWithoutMail,
  joinOrganisation,
  newAddress,
  newColleague,
  newOrganisation,
  rootAdministrator,
  signInAs,
  tokenOf,
  type Person,
} from "../testing/person.ts";
import { solution } from "../testing/specimens.ts";
import { startTestApi, type TestRequest, type TestApi } from "../testing/test-api.ts";

let api: TestApi;
let alpha: Person;
let beta: Person;

beforeAll(async () => {
  api = await startTestApi();
  const root = await rootAdministrator(api);
  [alpha, beta] = await Promise.all([newOrganisation(api, root, "Alpha"), newOrganisation(api, root, "Beta")]);
});
afterAll(() => api.close());

async function invite(admin: Person, email: string): Promise<string> {
  const body = { firstName: "Ada", name: "Byron", emailAddress: email, organisationWss: admin.organisationId };
  return (await admin.must("users.invite", { body }))._embedded.webSafeString;
}

/** The key of an invitation's link, as in the mail. */
async function keyOf(userId: string): Promise<string> {
  const key = randomBytes(32).toString("base64url");
  const hash = createHash("sha256").update(key).digest("hex");
  await asOwner((owner) =>
    owner.query(
      `insert into activation_keys (id, organisation_id, user_id, hash, expires_at)
       select $1, organisation_id, id, $3, now() + interval '1 day' from users where id = $2`,
      [newId(), userId, hash],
    ),
  );
  return key;
}

async function codeOf(token: string, name: ActionName, request: TestRequest = {}): Promise<string> {
  const response = await api.ask(token, name, request);
  return response.statusCode < 300 ? String(response.statusCode) : `${response.statusCode} ${response.json<{ code: string }>().code}`;
}

async function placesOf(token: string) {
  const { _embedded } = (await api.ask(token, "memberships.read")).json<Memberships>();
  return {
    memberships: _embedded.memberships.map(({ organisationWss }) => organisationWss),
    invitations: _embedded.invitations.map(({ webSafeString }) => webSafeString),
  };
}

const statusOf = async (admin: Person, userId: string) => (await admin.must("user.read", { at: { userId } }))._embedded.userStatus;
const actingIn = ({ organisationId }: Person) => ({ headers: { [organisationHeader]: organisationId } });

describe("an address that several organisations invited", () => {
  test("signing in binds none of the invitations: the person has to choose", async () => {
    const email = newAddress();
    // The attacker's organisation invites first.
    await invite(beta, email);
    await invite(alpha, email);
    expect(await codeOf(await tokenOf(api, email), "user.login")).toBe("409 INVITATION_CHOICE_REQUIRED");
    const bound = await asOwner((owner) => owner.query("select from users where email = $1 and subject is not null", [email]));
    expect(bound.rowCount).toBe(0);
  });

  test("signing in with the key of the opened link binds that invitation, whichever came first", async () => {
    const email = newAddress();
    await invite(beta, email);
    const userId = await inviteWithoutMail(alpha.organisationId, email);
    const activationKey = await keyOf(userId);
    const token = await tokenOf(api, email);
    // A key is valid only after its link was opened.
    expect(await codeOf(token, "user.login", { body: { activationKey } })).toBe("409 INVITATION_CHOICE_REQUIRED");
    const opened = await api.ask(undefined, "user.validate", { at: { key: activationKey } });
    expect(opened.json()).toEqual({ _embedded: { emailAddress: email, organisationName: "Alpha" } });
    const login = await api.ask(token, "user.login", { body: { activationKey } });
    expect(login.json()).toMatchObject({ _embedded: { webSafeString: userId, organisationWss: alpha.organisationId } });
  });

  test("an opened key of another address binds nothing", async () => {
    const [email, other] = [newAddress(), newAddress()];
    const activationKey = await keyOf(await inviteWithoutMail(alpha.organisationId, other));
    await api.ask(undefined, "user.validate", { at: { key: activationKey } });
    expect(await codeOf(await tokenOf(api, email), "user.login", { body: { activationKey } })).toBe("404 USER_UNKNOWN");
    const mine = await invite(beta, email);
    const login = await api.ask(await tokenOf(api, email), "user.login", { body: { activationKey } });
    expect(login.json()).toMatchObject({ _embedded: { webSafeString: mine } });
  });

  test("the invitations have organisation, inviter and date; each is accepted or declined separately", async () => {
    const email = newAddress();
    const fromBeta = await invite(beta, email);
    const fromAlpha = await invite(alpha, email);
    const token = await tokenOf(api, email);
    const found = (await api.ask(token, "memberships.read")).json<Memberships>()._embedded;
    expect(found.memberships).toEqual([]);
    expect(found.invitations).toMatchObject([
      { webSafeString: fromBeta, organisationName: "Beta", invitedBy: "Admin Beta" },
      { webSafeString: fromAlpha, organisationName: "Alpha", invitedBy: "Admin Alpha" },
    ]);

    const accepted = await api.ask(token, "invitation.accept", { at: { invitationId: fromAlpha } });
    expect(accepted.json()).toMatchObject({ _embedded: { webSafeString: fromAlpha, userStatus: "active" } });
    expect(await placesOf(token)).toEqual({ memberships: [alpha.organisationId], invitations: [fromBeta] });
    // Signing in again does not accept open invitations.
    expect((await api.ask(token, "user.login")).json()).toMatchObject({ _embedded: { webSafeString: fromAlpha } });

    expect(await codeOf(token, "invitation.decline", { at: { invitationId: fromBeta } })).toBe("204");
    expect(await placesOf(token)).toEqual({ memberships: [alpha.organisationId], invitations: [] });
    expect(await statusOf(beta, fromBeta)).toBe("declined");
    expect(await codeOf(token, "invitation.accept", { at: { invitationId: fromBeta } })).toBe("404 INVITATION_NOT_FOUND");
  });

  test("enabling a user who is not disabled changes neither a declined invitation nor a confirmed address", async () => {
    const email = newAddress();
    const invitationId = await invite(alpha, email);
    const enable = () => alpha.must("user.update", { at: { userId: invitationId }, body: { userStatus: "active" } });
    expect((await api.ask(undefined, "user.validate", { at: { key: await keyOf(invitationId) } })).statusCode).toBe(200);
    await enable();
    expect(await statusOf(alpha, invitationId)).toBe("confirmed");
    const token = await tokenOf(api, email);
    expect(await codeOf(token, "invitation.decline", { at: { invitationId } })).toBe("204");
    await enable();
    expect(await statusOf(alpha, invitationId)).toBe("declined");
    // Signing in does not bind them to the organisation that they declined.
    expect(await codeOf(token, "user.login")).toBe("404 USER_UNKNOWN");
  });

  test("accepting and declining are in the audit of the inviting organisation, by the invited user", async () => {
    const email = newAddress();
    const fromBeta = await invite(beta, email);
    const fromAlpha = await invite(alpha, email);
    const token = await tokenOf(api, email);
    await api.ask(token, "invitation.accept", { at: { invitationId: fromAlpha } });
    await api.ask(token, "invitation.decline", { at: { invitationId: fromBeta } });
    for (const [admin, userId, userStatus] of [
      [alpha, fromAlpha, "active"],
      [beta, fromBeta, "declined"],
    ] as const) {
      const { items } = await admin.must("audit.list", { query: { record: userId, actor: userId, change: "updated" } });
      expect(items.map(({ _embedded }) => _embedded.after)).toMatchObject([{ userStatus }]);
    }
  });
});

describe("an invitation", () => {
  test("can be seen and answered only by the owner of the verified address", async () => {
    const email = newAddress();
    const invitationId = await invite(alpha, email);
    const unverified = await api.issuer.token({ sub: email, email, email_verified: false });
    const stranger = await tokenOf(api, newAddress());
    for (const token of [unverified, stranger, beta.token, alpha.token]) {
      expect((await placesOf(token)).invitations).toEqual([]);
      for (const action of ["invitation.accept", "invitation.decline"] as const) {
        const [real, missing] = [
          await codeOf(token, action, { at: { invitationId } }),
          await codeOf(token, action, { at: { invitationId: newId() } }),
        ];
        expect([real, missing]).toEqual(["404 INVITATION_NOT_FOUND", "404 INVITATION_NOT_FOUND"]);
      }
    }
    expect(await statusOf(alpha, invitationId)).toBe("invited");
  });

  test("that was declined binds nothing and has no valid key, until it is sent again", async () => {
    const email = newAddress();
    const userId = await invite(alpha, email);
    const key = await keyOf(userId);
    const token = await tokenOf(api, email);
    await api.ask(token, "invitation.decline", { at: { invitationId: userId } });
    expect(await codeOf(token, "user.login")).toBe("404 USER_UNKNOWN");
    expect((await api.ask(undefined, "user.validate", { at: { key } })).statusCode).toBe(404);
    await alpha.must("user.reinvite", { at: { userId } });
    expect((await api.ask(token, "user.login")).json()).toMatchObject({ _embedded: { webSafeString: userId } });
  });

  test("whose link was replaced reports when the newer one was sent; a confirmed account is reported as such", async () => {
    const email = newAddress();
    const userId = await inviteWithoutMail(alpha.organisationId, email);
    const [older, newer] = [await keyOf(userId), await keyOf(userId)];
    const sent = "2026-11-17T09:58:00.000Z";
    const hash = createHash("sha256").update(older).digest("hex");
    await asOwner((owner) => owner.query("update activation_keys set replaced_at = $2 where hash = $1", [hash, sent]));
    const validate = async (key: string) => {
      const response = await api.ask(undefined, "user.validate", { at: { key } });
      const { code, problems } = response.json<{ code?: string; problems?: unknown }>();
      return { status: response.statusCode, code, problems };
    };
    expect(await validate(older)).toEqual({
      status: 409,
      code: "ACTIVATION_KEY_REPLACED",
      problems: [{ field: "key", code: "replaced", message: sent }],
    });
    expect(await statusOf(alpha, userId)).toBe("invited");
    expect((await validate(newer)).status).toBe(200);
    for (const key of [older, newer]) expect(await validate(key)).toMatchObject({ status: 409, code: "ACCOUNT_CONFIRMED" });
    await alpha.must("user.update", { at: { userId }, body: { userStatus: "disabled" } });
    expect(await validate(newer)).toMatchObject({ status: 404, code: "ACTIVATION_KEY_INVALID" });
  });

  test("is accepted once, however many requests are concurrent", async () => {
    const email = newAddress();
    const at = { invitationId: await invite(alpha, email) };
    const others = ["one", "two", "three"].map((name) => api.issuer.token({ sub: `${name} of ${email}`, email, email_verified: true }));
    const codes = await Promise.all(others.map(async (token) => codeOf(await token, "invitation.accept", { at })));
    expect(codes.toSorted()).toEqual(["200", "404 INVITATION_NOT_FOUND", "404 INVITATION_NOT_FOUND"]);
  });

  test("of the only administrator may be declined", async () => {
    const root = await rootAdministrator(api);
    const organisation = (await root.must("organisations.create", { body: { name: "Empty" } }))._embedded.webSafeString;
    const email = newAddress();
    const body = { firstName: "Only", name: "One", emailAddress: email, organisationWss: organisation };
    const userId = (await root.must("users.invite", { body }))._embedded.webSafeString;
    const { items } = await root.must("allRoles.list", { query: { organisationWss: organisation, search: "Administrator" } });
    await root.must("user.role.add", { at: { userId, roleId: items[0]?._embedded.webSafeString ?? "" } });
    expect(await codeOf(await tokenOf(api, email), "invitation.decline", { at: { invitationId: userId } })).toBe("204");
  });
});

describe("a member of two organisations", () => {
  test("acts in the one that the request names, and sees nothing of the other", async () => {
    const inAlpha = await newColleague(api, alpha, ["solutions.list", "solutions.create", "solution.update"]);
    const inBeta = await joinOrganisation(api, beta, inAlpha.email, ["solutions.list"]);
    expect(inBeta.userId).not.toBe(inAlpha.userId);
    const at = await solution(await signInAs(api, inAlpha.email, alpha.organisationId));
    const token = inBeta.token;
    expect(await codeOf(token, "solution.read", { at, ...actingIn(alpha) })).toBe("200");
    expect(await codeOf(token, "solution.read", { at, ...actingIn(beta) })).toBe("404 SOLUTION_NOT_FOUND");
    // Roles belong to one membership.
    expect(await codeOf(token, "solutions.create", { body: { name: "x" }, ...actingIn(beta) })).toBe("403 PERMISSION_MISSING");
    const seen = await api.ask(token, "solutions.list", actingIn(beta));
    expect(seen.body).not.toContain(at["solutionId"]);
    const profile = await inBeta.must("profile.read");
    expect(profile._embedded).toMatchObject({ organisationWss: beta.organisationId, permissions: ["solutions.list"] });
  });

  test("without a choice acts in the organisation used last", async () => {
    const { email, token } = await newColleague(api, alpha, []);
    await joinOrganisation(api, beta, email, []);
    const acts = async () =>
      (await api.ask(token, "profile.read")).json<{ _embedded: { organisationWss: string } }>()._embedded.organisationWss;
    expect(await acts()).toBe(beta.organisationId);
    await signInAs(api, email, alpha.organisationId);
    expect(await acts()).toBe(alpha.organisationId);
  });

  test("is refused an organisation they do not belong to, but can still sign in", async () => {
    const { token, organisationId } = await newColleague(api, alpha, []);
    for (const wrong of [beta.organisationId, newId(), "no organisation", ""]) {
      const request = { headers: { [organisationHeader]: wrong } };
      expect(await codeOf(token, "profile.read", request)).toBe("403 USER_NOT_ACTIVE");
      const login = await api.ask(token, "user.login", request);
      expect(login.json()).toMatchObject({ _embedded: { organisationWss: organisationId } });
    }
  });

  test("keeps one membership when the other is disabled or deleted", async () => {
    const { email, token, userId } = await newColleague(api, alpha, []);
    const inBeta = await joinOrganisation(api, beta, email, []);
    await beta.must("user.update", { at: { userId: inBeta.userId }, body: { userStatus: "disabled" } });
    expect(await codeOf(token, "profile.read", actingIn(beta))).toBe("403 USER_NOT_ACTIVE");
    expect(await codeOf(token, "profile.read", actingIn(alpha))).toBe("200");
    expect((await placesOf(token)).memberships).toEqual([alpha.organisationId]);
    // Disabled everywhere, they can still accept another organisation's invitation, which is never bound automatically.
    await alpha.must("user.update", { at: { userId }, body: { userStatus: "disabled" } });
    expect(await codeOf(token, "user.login")).toBe("404 USER_UNKNOWN");
    const gamma = await newOrganisation(api, await rootAdministrator(api), "Gamma");
    const invitationId = await invite(gamma, email);
    expect(await codeOf(token, "user.login")).toBe("409 INVITATION_CHOICE_REQUIRED");
    expect(await codeOf(token, "invitation.accept", { at: { invitationId } })).toBe("200");
    await gamma.must("user.delete", { at: { userId: invitationId } });
    expect(await codeOf(token, "user.login")).toBe("404 USER_UNKNOWN");
  });

  test("is not invited to an organisation that they belong to under another address", async () => {
    const { email, token } = await newColleague(api, alpha, []);
    const renamed = newAddress();
    const moved = await api.issuer.token({ sub: email, email: renamed, email_verified: true });
    await invite(alpha, renamed);
    expect((await placesOf(moved)).invitations).toEqual([]);
    expect(await codeOf(token, "user.login")).toBe("200");
  });
});

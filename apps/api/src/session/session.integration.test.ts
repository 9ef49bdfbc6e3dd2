import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { asOwner, newAddress, newColleague, newOrganisation, rootAdministrator, signInAs, type Person } from "../testing/person.ts";
import { startTestApi, type TestApi } from "../testing/test-api.ts";
import { foundOrganisation } from "./store.ts";

let api: TestApi;
let admin: Person;

beforeAll(async () => {
  api = await startTestApi();
  admin = await newOrganisation(api, await rootAdministrator(api), "Session");
});
afterAll(() => api.close());

async function invite(email: string): Promise<string> {
  const body = { firstName: "Ada", name: "Byron", emailAddress: email, organisationWss: admin.organisationId };
  return (await admin.must("users.invite", { body }))._embedded.webSafeString;
}

describe("signing in", () => {
  test("binds a verified address to the invited account, in any case", async () => {
    const email = newAddress();
    const userId = await invite(email.toUpperCase());
    const person = await signInAs(api, email);
    expect(person.userId).toBe(userId);
    expect((await person.must("profile.read"))._embedded).toMatchObject({ userStatus: "active", firstName: "Ada", name: "Byron" });
  });

  test("an address that is not verified binds nothing", async () => {
    const email = newAddress();
    await invite(email);
    const unverified = await api.issuer.token({ sub: "mallory", email, email_verified: false });
    const refused = await api.ask(unverified, "user.login");
    expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([404, "USER_UNKNOWN"]);
    await expect(signInAs(api, email)).resolves.toBeDefined();
  });

  test("a bound account belongs to that person, not to the address", async () => {
    const email = newAddress();
    const userId = await invite(email);
    await signInAs(api, email);
    const other = await api.issuer.token({ sub: "somebody-else", email, email_verified: true });
    expect((await api.ask(other, "user.login")).statusCode).toBe(404);
    const moved = await api.issuer.token({ sub: email, email: newAddress(), email_verified: true });
    expect((await api.ask(moved, "user.login")).json()).toMatchObject({ _embedded: { webSafeString: userId } });
  });

  test("queries the provider if the token has no address", async () => {
    const email = newAddress();
    const userId = await invite(email);
    const token = await api.issuer.token({ sub: email });
    api.issuer.userinfo.set(token, { sub: email, email, email_verified: true });
    expect((await api.ask(token, "user.login")).json()).toMatchObject({ _embedded: { webSafeString: userId } });
    const liar = await api.issuer.token({ sub: "liar" });
    const address = newAddress();
    await invite(address);
    api.issuer.userinfo.set(liar, { sub: "another", email: address, email_verified: true });
    expect((await api.ask(liar, "user.login")).statusCode).toBe(404);
  });

  test("text that Postgres cannot store is refused, in a token and in the provider's response", async () => {
    for (const claims of [{ sub: "a\u0000" }, { sub: "nul-name", email: newAddress(), email_verified: true, given_name: "a\u0000" }]) {
      const refused = await api.ask(await api.issuer.token(claims), "user.login");
      expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([401, "TOKEN_INVALID"]);
    }
    const token = await api.issuer.token({ sub: "nul-address" });
    api.issuer.userinfo.set(token, { sub: "nul-address", email: "a\u0000@a.test", email_verified: true });
    const refused = await api.ask(token, "user.login");
    expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([401, "TOKEN_INVALID"]);
  });

  test("a sign-in does not change the revision of the user", async () => {
    const email = newAddress();
    const userId = await invite(email);
    await signInAs(api, email);
    const before = await admin.must("user.read", { at: { userId } });
    await signInAs(api, email);
    const after = await admin.must("user.read", { at: { userId } });
    expect(after._embedded.revision).toBe(before._embedded.revision);
    expect(after._embedded.lastLoginDate).not.toBe(before._embedded.lastLoginDate);
  });

  test("resuming a session is not a sign-in, unless its token is of a later one", async () => {
    const email = newAddress();
    const userId = await invite(email);
    const { token } = await signInAs(api, email);
    const lastLogin = async () => (await admin.must("user.read", { at: { userId } }))._embedded.lastLoginDate ?? "";
    const first = await lastLogin();
    const resumed = { body: { resumed: true } };
    expect((await api.ask(token, "user.login", resumed)).statusCode).toBe(200);
    expect(await lastLogin()).toBe(first);
    const claims = { sub: email, email, email_verified: true };
    const earlier = await api.issuer.token({ ...claims, auth_time: 1_700_000_000 });
    expect((await api.ask(earlier, "user.login", resumed)).statusCode).toBe(200);
    expect(await lastLogin()).toBe(first);
    // A clock that is ahead does not move it into the future.
    const ahead = await api.issuer.token({ ...claims, auth_time: Math.round(Date.now() / 1000) + 3600 });
    expect((await api.ask(ahead, "user.login", resumed)).statusCode).toBe(200);
    const later = await lastLogin();
    expect(later > first && later <= new Date().toISOString()).toBe(true);
  });
});

describe("activation", () => {
  test("an unknown key is refused", async () => {
    const response = await api.ask(undefined, "user.validate", { at: { key: "no-such-key" } });
    expect([response.statusCode, response.json<{ code: string }>().code]).toEqual([404, "ACTIVATION_KEY_INVALID"]);
  });
});

describe("the first organisation", () => {
  test("founding it again changes nothing, and the configured address is ignored once there is an administrator", async () => {
    const email = newAddress();
    await foundOrganisation(api.parts.postgres, "Another name", email);
    await foundOrganisation(api.parts.postgres, "Another name", email);
    const [firsts, users] = await asOwner(async (owner) => [
      (await owner.query<{ name: string }>("select name from organisations where managed_by is null")).rows,
      (await owner.query("select from users where email = $1", [email])).rowCount,
    ]);
    expect(firsts).toEqual([{ name: "Airlock" }]);
    expect(users).toBe(0);
  });
});

describe("one's own profile", () => {
  test("name and dashboard are stored; other fields cannot be changed", async () => {
    const item = {
      i: "a",
      x: 0,
      y: 0,
      w: 3,
      h: 2,
      config: {
        type: "DeployedUsageStats",
        key: "ALL",
        range: "DAY",
        granularity: "hour",
        start: "-",
        end: "-",
        title: "Use",
        location: "",
      },
    };
    const saved = await admin.must("dashboard.update", { body: { dashboard: [item] } });
    expect(saved._embedded.dashboard).toEqual([item]);
    const changed = await admin.must("profile.update", {
      body: { ...saved._embedded, name: "Renamed", organisationWss: "x", permissions: [] },
    });
    expect(changed._embedded).toMatchObject({ name: "Renamed", organisationWss: admin.organisationId, dashboard: [item] });
    expect(changed._embedded.permissions.length).toBeGreaterThan(40);
    const stale = await api.ask(admin.token, "profile.update", { body: saved._embedded });
    expect(stale.json<{ code: string }>().code).toBe("EDIT_CONFLICT");

    // Another window has saved since: the change is based on an outdated state.
    const other = await api.ask(admin.token, "dashboard.update", { body: { dashboard: [], was: [{ ...item, x: 7 }] } });
    expect(other.json<{ code: string }>().code).toBe("EDIT_CONFLICT");
    const emptied = await admin.must("dashboard.update", { body: { dashboard: [], was: [item] } });
    expect(emptied._embedded.dashboard).toEqual([]);
  });

  test("a new user has one widget, over the whole width", async () => {
    const [item, ...others] = (await (await newColleague(api, admin, [])).must("profile.read", {}))._embedded.dashboard;
    expect(others).toEqual([]);
    expect(item).toMatchObject({ x: 0, y: 0, w: 10, h: 5, config: { key: "ALL", range: "DAY" } });
  });
});

import { describe, expect, it } from "vitest";
import { createActivity } from "./activity.ts";
import { ApiProblem, NETWORK } from "./api-problem.ts";
import { createClient } from "./client.ts";

type Answer = { readonly status: number; readonly body?: unknown } | "network" | "never";

function setUp(answers: readonly Answer[], renewed: readonly (string | undefined)[] = [], timeoutMillis?: number) {
  const sent: { method: string; url: string; headers: Headers; body: unknown }[] = [];
  const ended: string[] = [];
  const waiting = [...answers];
  const renewals = [...renewed];
  const stale: (string | undefined)[] = [];
  let ids = 0;
  const activity = createActivity();
  const busy: boolean[] = [];
  const client = createClient({
    origin: "http://airlock.test",
    async fetch(input, init) {
      sent.push({
        method: init?.method ?? "",
        url: String(input instanceof Request ? input.url : input),
        headers: new Headers(init?.headers),
        body: init?.body,
      });
      busy.push(activity.busy());
      const answer = waiting.shift();
      if (answer === undefined || answer === "network") throw new TypeError("Failed to fetch");
      if (answer === "never") {
        await new Promise((_resolve, reject) => init?.signal?.addEventListener("abort", () => reject(new Error("aborted"))));
        throw new Error("unreachable");
      }
      return new Response(answer.status === 204 ? null : JSON.stringify(answer.body ?? {}), { status: answer.status });
    },
    credentials: {
      token: () => Promise.resolve("first"),
      organisation: () => "organisation-1",
      renew(one) {
        stale.push(one);
        return Promise.resolve(renewals.shift());
      },
      end: (reason) => ended.push(reason),
      doubt: () => ended.push("doubt"),
    },
    activity,
    newId: () => `id-${++ids}`,
    ...(timeoutMillis === undefined ? {} : { timeoutMillis }),
  });
  const failure = async (work: Promise<unknown>) => {
    const error: unknown = await work.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    if (!(error instanceof ApiProblem)) throw new Error("It did not fail with a problem.");
    return error;
  };
  return { client, sent, ended, stale, failure, busy, activity };
}

const refused = { status: 401, body: { code: "TOKEN_INVALID", message: "Not signed in", description: "Expired." } };

describe("every request", () => {
  it("names the organisation with every call of the session, and with none that carries no token", async () => {
    const { client, sent } = setUp([{ status: 200 }, { status: 200 }]);
    await client.get("profile.read", "/dme/manage/v1/solutions");
    await client.post("user.validate", "/dme/manage/v1/users/validate/key", { purpose: "public" });
    expect(sent.map(({ headers }) => headers.get("x-airlock-organisation"))).toEqual(["organisation-1", null]);
  });

  it("carries a JSON content type, a correlation id, a request id and the bearer token", async () => {
    const { client, sent } = setUp([{ status: 200, body: { items: [] } }]);
    expect(await client.get("profile.read", "/dme/manage/v1/solutions")).toEqual({ items: [] });
    const headers = sent[0]?.headers;
    expect(sent[0]?.url).toBe("http://airlock.test/dme/manage/v1/solutions");
    expect(headers?.get("content-type")).toBe("application/json");
    expect(headers?.get("x-correlation-id")).toBe("id-1");
    expect(headers?.get("x-request-id")).toBe("id-2");
    expect(headers?.get("authorization")).toBe("Bearer first");
  });

  it("sends no token with an anonymous request", async () => {
    const { client, sent } = setUp([{ status: 200 }]);
    await client.post("user.validate", "/dme/manage/v1/users/validate/key", { purpose: "public" });
    expect(sent[0]?.headers.get("authorization")).toBeNull();
  });

  it("never carries the token to another origin", async () => {
    const { client, sent } = setUp([{ status: 200 }]);
    await expect(client.get("profile.read", "https://elsewhere.test/solutions")).rejects.toThrow("leaves this origin");
    expect(sent).toEqual([]);
  });

  it("is answered by nothing at 204", async () => {
    const { client } = setUp([{ status: 204 }]);
    expect(await client.delete("version.delete", "/x")).toBeUndefined();
  });

  it("waits visibly, unless it is a live refresh", async () => {
    const { client, busy, activity } = setUp([{ status: 200 }, { status: 200 }, { status: 200 }]);
    await client.get("profile.read", "/x");
    await client.get("profile.read", "/x", { background: true });
    await client.get("profile.read", "/x", { background: true, waited: true });
    expect([busy, activity.busy()]).toEqual([[true, false, true], false]);
  });

  it("gives up after its time", async () => {
    const { client, failure, activity } = setUp(["never"], [], 5);
    const problem = await failure(client.get("profile.read", "/x"));
    expect([problem.code, problem.description, activity.busy()]).toEqual([
      NETWORK,
      "Airlock did not respond within 30 seconds. Try again.",
      false,
    ]);
  });
});

describe("a request that fails", () => {
  it("at 401 renews silently and sends the request again, with the same correlation id", async () => {
    const { client, sent, stale, ended } = setUp([refused, { status: 200, body: { ok: true } }], ["second"]);
    expect(await client.put("profile.update", "/x", { body: { name: "a" } })).toEqual({ ok: true });
    expect(stale).toEqual(["first"]);
    expect(sent.map((one) => one.headers.get("authorization"))).toEqual(["Bearer first", "Bearer second"]);
    expect(sent.map((one) => one.headers.get("x-correlation-id"))).toEqual(["id-1", "id-1"]);
    expect(sent.map((one) => one.headers.get("x-request-id"))).toEqual(["id-2", "id-3"]);
    expect(sent.map((one) => one.body)).toEqual(['{"name":"a"}', '{"name":"a"}']);
    expect(ended).toEqual([]);
  });

  it("at 401 ends the session when it cannot be renewed", async () => {
    const { client, failure, ended, sent } = setUp([refused], [undefined]);
    expect((await failure(client.get("profile.read", "/x"))).code).toBe("TOKEN_INVALID");
    expect([ended, sent.length]).toEqual([["renewal-failed"], 1]);
  });

  it("at 401 ends the session when the new token is refused as well", async () => {
    const { client, failure, ended, sent } = setUp([refused, refused], ["second"]);
    await failure(client.get("profile.read", "/x"));
    expect([ended, sent.length]).toEqual([["renewal-failed"], 2]);
  });

  it("at 401 of the authorisation call leaves the decision to the session", async () => {
    const { client, failure, ended, stale } = setUp([refused]);
    expect((await failure(client.post("user.login", "/login", { purpose: "authorisation" }))).status).toBe(401);
    expect([ended, stale]).toEqual([[], []]);
  });

  it("at 403 ends the session, but not for one's own profile", async () => {
    const missing = { status: 403, body: { code: "PERMISSION_MISSING", message: "Not allowed", description: "It needs a permission." } };
    const { client, failure, ended } = setUp([missing, missing]);
    await failure(client.put("profile.update", "/users/me", { purpose: "own-profile", body: {} }));
    expect(ended).toEqual([]);
    await failure(client.get("profile.read", "/x"));
    expect(ended).toEqual(["refused"]);
  });

  it("at 403 to a background refresh only reads the permissions again", async () => {
    const missing = { status: 403, body: { code: "PERMISSION_MISSING", message: "Not allowed", description: "It needs a permission." } };
    const { client, failure, ended } = setUp([missing]);
    expect((await failure(client.get("profile.read", "/x", { background: true }))).status).toBe(403);
    expect(ended).toEqual(["doubt"]);
  });

  it("carries the api's own words", async () => {
    const body = { code: "EDIT_CONFLICT", message: "Changed meanwhile", description: "Load it again.", correlationId: "theirs" };
    const { client, failure } = setUp([{ status: 409, body }]);
    expect(await failure(client.put("version.stop", "/x"))).toMatchObject({ status: 409, ...body });
  });

  it("is a network failure when nothing or only the edge answers", async () => {
    for (const answer of ["network", { status: 502 }, { status: 503 }, { status: 504 }] as const) {
      const { client, failure } = setUp([answer]);
      expect((await failure(client.get("profile.read", "/x"))).code).toBe(NETWORK);
    }
  });

  it("is not a network failure when the api itself says 503", async () => {
    const body = { code: "STATISTICS_UNAVAILABLE", message: "Unavailable", description: "Try again soon." };
    const { client, failure } = setUp([{ status: 503, body }]);
    expect((await failure(client.get("profile.read", "/x"))).code).toBe("STATISTICS_UNAVAILABLE");
  });
});

import { basePath, problemSchema } from "@airlock/contract";
import { createLog, newId } from "@airlock/platform";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { asOwner, newAddress, newColleague, newOrganisation, rootAdministrator, type Person } from "../testing/person.ts";
import { draft, runnable } from "../testing/specimens.ts";
import { startTestApi, type TestApi } from "../testing/test-api.ts";

let api: TestApi;
let admin: Person;

beforeAll(async () => {
  api = await startTestApi();
  admin = await newOrganisation(api, await rootAdministrator(api), "Http");
});
afterAll(() => api.close());

const json = { "content-type": "application/json" };
function send(options: {
  method?: "GET" | "POST" | "PUT" | "PATCH" | "HEAD";
  url: string;
  payload?: string;
  headers?: Record<string, string>;
}) {
  return api.app.inject({ method: "GET", ...options, headers: { authorization: `Bearer ${admin.token}`, ...options.headers } });
}

describe("every refusal is a problem", () => {
  test.each([
    ["an unknown address", 404, "ROUTE_UNKNOWN", { url: `${basePath}/nothing` }],
    ["an unknown address outside", 404, "ROUTE_UNKNOWN", { url: "/" }],
    ["a wrong method", 405, "METHOD_NOT_ALLOWED", { method: "PATCH", url: `${basePath}/solutions`, headers: json, payload: "{}" }],
    ["HEAD, which no row has", 405, "METHOD_NOT_ALLOWED", { method: "HEAD", url: `${basePath}/solutions` }],
    [
      "another content type",
      415,
      "MEDIA_TYPE_UNSUPPORTED",
      { method: "POST", url: `${basePath}/solutions`, headers: { "content-type": "text/plain" }, payload: "x" },
    ],
    ["broken JSON", 400, "BODY_NOT_JSON", { method: "POST", url: `${basePath}/solutions`, headers: json, payload: "{" }],
    [
      "a key that reaches for the prototype",
      400,
      "BODY_NOT_JSON",
      { method: "POST", url: `${basePath}/solutions`, headers: json, payload: '{"__proto__":{"a":1}}' },
    ],
    [
      "a body that is too large",
      413,
      "BODY_TOO_LARGE",
      { method: "POST", url: `${basePath}/groups`, headers: json, payload: `{"name":"${"x".repeat(1_100_000)}"}` },
    ],
    ["an address that cannot be read", 400, "INVALID_REQUEST", { url: `${basePath}/solutions/%E0%A4%A` }],
    ["an id with a null character", 404, "SOLUTION_NOT_FOUND", { url: `${basePath}/solutions/%00` }],
  ] as const)("%s", async (_what, status, code, options) => {
    const response = await send(options);
    expect(response.statusCode).toBe(status);
    if (response.raw.req.method === "HEAD") return;
    expect(response.headers["content-type"]).toBe("application/problem+json; charset=utf-8");
    expect(problemSchema.parse(response.json())).toMatchObject({ status, code, correlationId: response.headers["x-correlation-id"] });
  });

  test("a wrong method gets the allowed ones", async () => {
    const response = await send({ method: "PATCH", url: `${basePath}/solutions/x`, headers: json, payload: "{}" });
    expect(response.headers["allow"]).toBe("GET, PUT, DELETE");
  });

  test("invalid fields are listed, each with the reason", async () => {
    const response = await api.ask(admin.token, "solutions.create", { body: { name: " ", description: 7 } });
    expect(response.statusCode).toBe(400);
    const { problems = [] } = problemSchema.parse(response.json());
    expect(problems.map(({ field }) => field).sort()).toEqual(["description", "name"]);
    const query = await api.ask(admin.token, "solutions.list", { query: { limit: "0" } });
    expect(problemSchema.parse(query.json())).toMatchObject({ code: "INVALID_REQUEST", problems: [{ field: "limit" }] });
  });

  test("text that Postgres cannot store is refused with its field", async () => {
    for (const firstName of ["a\u0000", "a\ud800"]) {
      const body = { firstName, name: "Machine", emailAddress: newAddress(), organisationWss: admin.organisationId };
      const response = await api.ask(admin.token, "users.create", { body });
      expect(problemSchema.parse(response.json())).toMatchObject({ code: "INVALID_REQUEST", problems: [{ field: "firstName" }] });
    }
  });

  test("a missing permission is reported before an invalid request", async () => {
    const powerless = await newColleague(api, admin, []);
    const response = await api.ask(powerless.token, "solutions.create", { body: { name: 7 } });
    expect(response.statusCode).toBe(403);
  });

  test("an invalid definition is refused with its locations", async () => {
    const at = await draft(admin);
    const nodes = [{ type: "Nothing" }];
    const body = { ...runnable, solutionDefinition: { ...runnable.solutionDefinition, nodes } };
    const response = await api.ask(admin.token, "definition.update", { at, body });
    expect(problemSchema.parse(response.json())).toMatchObject({
      status: 400,
      code: "INVALID_REQUEST",
      problems: [{ field: "solutionDefinition.nodes[0].type", code: "KIND_UNKNOWN" }],
    });
  });
});

describe("headers", () => {
  test("ids that a caller sends are returned, others are generated", async () => {
    const given = await send({ url: `${basePath}/users/me`, headers: { "x-correlation-id": "c-1", "x-request-id": "r-1" } });
    expect([given.headers["x-correlation-id"], given.headers["x-request-id"]]).toEqual(["c-1", "r-1"]);
    const odd = await send({ url: `${basePath}/users/me`, headers: { "x-correlation-id": "<script>" } });
    expect(odd.headers["x-correlation-id"]).toMatch(/^[0-9A-Z]{26}$/);
  });

  test("responses are not cached, sniffed, framed or executed", async () => {
    const { headers } = await send({ url: `${basePath}/users/me` });
    expect(headers).toMatchObject({
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    });
  });

  test("the JSON content type without a body counts as no body", async () => {
    const at = await draft(admin);
    const response = await api.ask(admin.token, "solution.delete", { at, headers: json });
    expect(response.statusCode).toBe(204);
  });
});

test("too many requests get the time to wait", async () => {
  const strict = await startTestApi({ issuer: api.issuer, requestsPerMinute: 3 });
  try {
    const statuses = [];
    for (let index = 0; index < 5; index += 1) statuses.push((await strict.ask(admin.token, "profile.read")).statusCode);
    expect(statuses).toEqual([200, 200, 200, 429, 429]);
    const refused = await strict.ask(admin.token, "profile.read");
    expect(problemSchema.parse(refused.json()).code).toBe("RATE_LIMITED");
    expect(refused.headers["retry-after"]).toBeDefined();
    // Health checks must not be limited.
    expect((await strict.app.inject({ url: "/live" })).statusCode).toBe(200);
  } finally {
    await strict.close();
  }
});

test.each(["profile.read", "version.execute"] as const)("calls of %s with wrong tokens are limited too", async (action) => {
  const strict = await startTestApi({ issuer: api.issuer, requestsPerMinute: 3 });
  try {
    const statuses = [];
    for (let index = 0; index < 5; index += 1) {
      statuses.push((await strict.ask("eyJhbGciOiJub25lIn0.e30.", action, { at: { versionId: newId() } })).statusCode);
    }
    expect(statuses).toEqual([401, 401, 401, 429, 429]);
  } finally {
    await strict.close();
  }
});

test("an address in X-Forwarded-For counts only from a trusted proxy", async () => {
  const strict = await startTestApi({ issuer: api.issuer, requestsPerMinute: 3, trustedProxies: ["10.1.0.0/16"] });
  const statusesFrom = async (remoteAddress: string) => {
    const statuses = [];
    for (let index = 0; index < 4; index += 1) {
      const headers = { authorization: `Bearer ${admin.token}`, "x-forwarded-for": `203.0.113.${index}` };
      statuses.push((await strict.app.inject({ url: `${basePath}/users/me`, headers, remoteAddress })).statusCode);
    }
    return statuses;
  };
  try {
    expect(await statusesFrom("10.1.2.3")).toEqual([200, 200, 200, 200]);
    // Another host of the same private network may send any address and is counted by its own.
    expect(await statusesFrom("10.2.2.3")).toEqual([200, 200, 200, 429]);
  } finally {
    await strict.close();
  }
});

test("the ids of a request are in every line it logs and in the jobs it creates", async () => {
  const lines: string[] = [];
  const log = createLog({ name: "test", level: "info", destination: { write: (line: string) => void lines.push(line) } });
  const logging = await startTestApi({ issuer: api.issuer, log });
  try {
    const headers = { "x-correlation-id": `c-${newId()}`, "x-request-id": `r-${newId()}` };
    const body = { firstName: "A", name: "B", emailAddress: newAddress(), organisationWss: admin.organisationId };
    expect((await logging.ask(admin.token, "users.invite", { body, headers })).statusCode).toBe(201);
    const ids = { correlationId: headers["x-correlation-id"], requestId: headers["x-request-id"] };
    expect(lines.map((line) => JSON.parse(line) as object)).toContainEqual(
      expect.objectContaining({ ...ids, msg: "request", status: 201 }),
    );
    expect(lines.join("")).not.toContain(admin.token);
    const jobs = await asOwner((owner) =>
      owner.query<{ name: string }>(
        "select name from pgboss.job where data #>> '{origin,correlationId}' = $1 and data #>> '{origin,requestId}' = $2",
        [ids.correlationId, ids.requestId],
      ),
    );
    expect(jobs.rows).toEqual([{ name: "invitation.send" }]);
  } finally {
    await logging.close();
  }
});

test("a response that the contract does not allow is an internal error", async () => {
  const leaky = await startTestApi({ issuer: api.issuer });
  try {
    const { postgres } = leaky.parts;
    await postgres.inOrganisation(admin, (tx) =>
      tx.updateTable("users").set({ dashboard: '[{"i":1}]' }).where("id", "=", admin.userId).execute(),
    );
    const response = await leaky.ask(admin.token, "profile.read");
    expect(problemSchema.parse(response.json())).toMatchObject({ status: 500, code: "INTERNAL" });
    await postgres.inOrganisation(admin, (tx) => tx.updateTable("users").set({ dashboard: "[]" }).where("id", "=", admin.userId).execute());
  } finally {
    await leaky.close();
  }
});

test("readiness names each part", async () => {
  await expect
    .poll(async () => (await api.app.inject({ url: "/ready" })).json<unknown>(), { timeout: 120_000 })
    .toMatchObject({
      ready: true,
      parts: { postgres: { ok: true }, identityProvider: { ok: true }, jetstream: { ok: true }, clickhouse: { ok: true } },
    });
});

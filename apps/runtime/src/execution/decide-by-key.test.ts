import { decidePath } from "@airlock/contract";
import { afterEach, expect, test } from "vitest";
import type { Released } from "../release/releases.ts";
import { decided, ndjson, serveRoute } from "./execute-route.fixture.ts";

let served: Awaited<ReturnType<typeof serveRoute>> | undefined;

afterEach(() => served?.close());

const live: Released = { solutionId: "loans", releaseId: "r1", versionId: "v1", until: Infinity, successor: undefined };

/** Serves the key `loan-check` of organisation `one` with the release that `released` returns. */
async function serveKey(
  released: () => Released | undefined,
  decide: Parameters<typeof serveRoute>[0] = (input) => decided(input),
  lease: Parameters<typeof serveRoute>[1] = {},
) {
  served = await serveRoute(decide, {
    ...lease,
    releases: { find: (organisationId, key) => (organisationId === "one" && key === "loan-check" ? released() : undefined) },
  });
  const { open } = served;
  return (body: string, headers: Readonly<Record<string, string>> = {}, key = "loan-check") => {
    const { sending, reply } = open({ "content-length": Buffer.byteLength(body), ...headers }, `${decidePath}/${key}`);
    sending.end(body);
    return reply;
  };
}

test("a call at a solution key is decided by the released version", async () => {
  const versions: string[] = [];
  let versionId = "v1";
  const call = await serveKey(
    () => ({ ...live, versionId }),
    (input, _signal, _caller, _correlationId, version) => {
      versions.push(version);
      return decided(input);
    },
  );
  expect(await call("{}")).toMatchObject({ status: 200 });
  versionId = "v2";
  expect(await call("{}\n{}", ndjson)).toMatchObject({ status: 200 });
  expect(versions).toEqual(["v1", "v2", "v2"]);
});

test.each([
  ["one input", "{}", {}],
  ["a batch", "{}\n{}", ndjson],
])("%s that waits until the runtime has seen every change uses the release of that moment", async (_what, body, headers) => {
  let versionId = "v1";
  const versions: string[] = [];
  const lease = { fresh: () => false, settle: () => Promise.resolve(void (versionId = "v2")) };
  const call = await serveKey(
    () => ({ ...live, versionId }),
    (input, _signal, _caller, _correlationId, version) => {
      versions.push(version);
      return decided(input);
    },
    { lease },
  );
  expect(await call(body, headers)).toMatchObject({ status: 200 });
  expect(new Set(versions)).toEqual(new Set(["v2"]));
});

test("a key without a release, of another organisation or of an unknown solution is not found", async () => {
  const call = await serveKey(() => live);
  expect(await call("{}", {}, "other")).toMatchObject({ status: 404, code: "SOLUTION_NOT_RELEASED" });
  expect(await call("{}", { authorization: "two" })).toMatchObject({ status: 404, code: "SOLUTION_NOT_RELEASED" });
  for (const key of ["", "Upper", "a/b", "..%2f", "x".repeat(61)]) {
    expect(await call("{}", {}, key), key).toMatchObject({ status: 404, code: "ROUTE_UNKNOWN" });
  }
});

test("a call to a released version that does not serve gets a specific problem", async () => {
  const call = await serveKey(
    () => live,
    () => ({ problem: { code: "VERSION_NOT_SERVING" } }),
  );
  expect(await call("{}")).toMatchObject({ status: 409, code: "SOLUTION_NOT_SERVING" });
});

test("a former key announces until when it works, and its successor", async () => {
  const call = await serveKey(() => ({ ...live, until: Date.parse("2027-01-01T00:00:00Z"), successor: "loans" }));
  const { headers } = await call("{}");
  expect(headers).toMatchObject({ sunset: "Fri, 01 Jan 2027 00:00:00 GMT", link: '</dme/decide/v1/loans>; rel="successor-version"' });
});

test("a retry with an Idempotency-Key gets the stored response although another version was released since", async () => {
  let versionId = "v1";
  const call = await serveKey(() => ({ ...live, versionId }));
  const headers = { "idempotency-key": "order-1" };
  const before = await call("{}", headers);
  versionId = "v2";
  const after = await call("{}", headers);
  expect(after).toMatchObject({ status: 200, text: before.text });
  expect(after.headers["idempotency-replayed"]).toBe("true");
  expect(served?.logged).toHaveLength(1);
});

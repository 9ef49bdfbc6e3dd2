import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { encodeExecution, executionResource } from "@airlock/contract";
import { newLink, newNode, type Definition } from "@airlock/flow";
import { newId } from "@airlock/platform";
import { afterAll, beforeAll, expect, test } from "vitest";
import { killPart } from "../../services/lifecycle.ts";
import { copyingFlow } from "../support/copying-flow.ts";
import { runtimeAtWork, until, type RuntimeAtWork } from "./runtime-at-work.ts";

let work: RuntimeAtWork;
let partner: Server;
/** Calls that the partner has received and not answered. */
const kept: ServerResponse[] = [];

beforeAll(async () => {
  partner = createServer((request, response) => {
    if (request.url === "/slow") kept.push(response);
    else response.end('{"score": 612}');
  });
  await new Promise<void>((up) => partner.listen(0, "127.0.0.1", up));
  work = await runtimeAtWork({ AIRLOCK_EGRESS_ALLOW: `127.0.0.1:${partnerPort()}`, AIRLOCK_RUNTIME_MAX_IN_FLIGHT: "20" });
});

afterAll(async () => {
  partner.closeAllConnections();
  partner.close();
  await work.end();
});

const partnerPort = () => (partner.address() as AddressInfo).port;
const idOf = (json: unknown) => executionResource.parse(json)._embedded.webSafeString;
const ndjson = { "content-type": "application/x-ndjson" };
const lines = (text: string) =>
  text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as unknown);

/** Start, one web call, End. */
function callingFlow(url: string): Definition {
  const start = newNode("Start", "start", 100, 100);
  const call = {
    ...newNode("WebCall", "call", 300, 100),
    url,
    timeoutMillis: 60_000,
    responseMapping: [{ datasetType: "runtime" as const, fieldName: "score", param: "$.score" }],
  };
  const end = newNode("End", "end", 500, 100);
  return {
    solutionDefinition: { nodes: [start, call, end], links: [newLink("l1", start, call), newLink("l2", call, end)], zoom: 100 },
    applicationDatasetFields: [],
    runtimeDatasetFields: [{ key: "score", name: "score", type: "Integer", required: false }],
    applicationTestData: [],
  };
}

test("a repeated Idempotency-Key returns the same execution, which is logged once", async () => {
  const version = await work.deployed();
  const headers = { "idempotency-key": newId() };
  const first = await work.execute(version.versionId, { headers });
  const second = await work.execute(version.versionId, { headers });
  expect([first.status, second.status]).toEqual([200, 200]);
  expect(second.json).toEqual(first.json);
  expect(first.headers.get("idempotency-replayed")).toBeNull();
  expect(second.headers.get("idempotency-replayed")).toBe("true");
  const found = (await work.logged()).filter(({ versionId }) => versionId === version.versionId);
  expect(found.map(({ executionId }) => executionId)).toEqual([idOf(first.json)]);
});

test("many concurrent calls with one key are one execution; the others have to retry or get its response", async () => {
  const version = await work.deployed();
  const headers = { "idempotency-key": newId() };
  const answers = await Promise.all(Array.from({ length: 12 }, () => work.execute(version.versionId, { headers })));
  const decided = answers.filter(({ status }) => status === 200);
  expect(decided.length).toBeGreaterThan(0);
  expect(new Set(decided.map(({ json }) => idOf(json))).size).toBe(1);
  for (const other of answers.filter(({ status }) => status !== 200)) {
    expect(other).toMatchObject({ status: 409, json: { code: "IDEMPOTENCY_IN_PROGRESS" } });
  }
  const found = (await work.logged()).filter(({ versionId }) => versionId === version.versionId);
  expect(new Set(found.map(({ executionId }) => executionId)).size).toBe(1);
});

test("a key is valid for one request of one organisation", async () => {
  const version = await work.deployed();
  const headers = { "idempotency-key": newId() };
  const first = await work.execute(version.versionId, { headers });
  expect(await work.execute(version.versionId, { headers, body: { age: 31 } })).toMatchObject({
    status: 422,
    json: { code: "IDEMPOTENCY_KEY_REUSED" },
  });
  const another = await work.deployed();
  expect(await work.execute(another.versionId, { headers })).toMatchObject({ status: 422 });
  const organisationId = newId();
  const foreign = await work.deployed({ organisationId });
  const { token } = await work.dataPlane.issueKey({ organisationId });
  await until(async () => (await work.execute(foreign.versionId, { token })).status === 200);
  const theirs = await work.execute(foreign.versionId, { token, headers });
  expect(theirs.status).toBe(200);
  expect(idOf(theirs.json)).not.toBe(idOf(first.json));
});

test("a refused request does not consume its key", async () => {
  const version = await work.deployed();
  const headers = { "idempotency-key": newId() };
  expect(await work.execute(version.versionId, { headers, body: { age: "x" } })).toMatchObject({ status: 400 });
  await until(async () => (await work.execute(version.versionId, { headers })).status === 200);
});

test("a response that is stored but not logged is logged before it is sent again", async () => {
  const version = await work.deployed();
  const headers = { "idempotency-key": newId() };
  const answer = await work.execute(version.versionId, { headers });
  const answers = await work.dataPlane.openAnswers();
  const [kept] = (await answers.all()).filter(({ value }) => value?.answer?.includes(idOf(answer.json)) === true);
  if (kept?.value === undefined) throw new Error("nothing is kept");
  const [line] = (await work.logged()).filter(({ versionId }) => versionId === version.versionId);
  if (line === undefined) throw new Error("nothing is logged");
  // The state after the process is killed between storing the response and the log's acknowledgement.
  await answers.put(kept.key, { ...kept.value, lines: [encodeExecution({ ...line, durationMicros: 7 })] });
  expect((await work.execute(version.versionId, { headers })).headers.get("idempotency-replayed")).toBe("true");
  const found = (await work.logged()).filter(({ versionId }) => versionId === version.versionId);
  expect(found.map(({ executionId, durationMicros }) => [executionId, durationMicros])).toContainEqual([idOf(answer.json), 7]);
});

test.each(["", "x".repeat(256), "\u00e9"])("%j is no Idempotency-Key", async (key) => {
  const version = await work.deployed();
  expect(await work.execute(version.versionId, { headers: { "idempotency-key": key } })).toMatchObject({
    status: 400,
    json: { code: "IDEMPOTENCY_KEY_INVALID" },
  });
});

test("a batch is answered line by line, in order, and all of its decisions are logged", async () => {
  const version = await work.deployed();
  const ages = Array.from({ length: 1_000 }, (_, index) => index % 40);
  const text = ages.map((age) => JSON.stringify({ age })).join("\n");
  const answer = await work.ask(version.versionId, { text, headers: ndjson });
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toBe("application/x-ndjson");
  const decided = lines(answer.text).map((line) => executionResource.parse(line)._embedded);
  expect(decided.map(({ runtimeData }) => runtimeData["decision"] ?? "none")).toEqual(ages.map((age) => (age < 18 ? "declined" : "none")));
  const found = new Set(
    (await work.logged()).filter(({ versionId }) => versionId === version.versionId).map(({ executionId }) => executionId),
  );
  expect([...found].sort()).toEqual(decided.map(({ webSafeString }) => webSafeString).sort());
});

test("an invalid line of a batch has its error in the response, and the others are decided", async () => {
  const version = await work.deployed();
  const answer = await work.ask(version.versionId, { text: '{"age": 1}\n{"age": "x"}\n{\n\n{"age": 50}\n', headers: ndjson });
  expect(lines(answer.text)).toMatchObject([
    { _embedded: { runtimeData: { decision: "declined" } } },
    { problem: { code: "INPUT_INVALID", problems: [{ field: "age" }] } },
    { problem: { code: "BODY_NOT_JSON" } },
    { _embedded: { status: "completed" } },
  ]);
});

test("a batch that is repeated with its key gets the same response", async () => {
  const version = await work.deployed();
  const call = { text: '{"age": 1}\n{"age": 2}', headers: { ...ndjson, "idempotency-key": newId() } };
  const first = await work.ask(version.versionId, call);
  expect(first.status).toBe(200);
  await expect(work.ask(version.versionId, call)).resolves.toMatchObject({ status: 200, text: first.text });
});

test("a batch that is too long, empty or for a version that does not serve is refused as a whole", async () => {
  const version = await work.deployed();
  const long = '{"age": 1}\n'.repeat(1_001);
  expect(await work.execute(version.versionId, { text: long, headers: ndjson })).toMatchObject({
    status: 413,
    json: { code: "BATCH_TOO_LARGE" },
  });
  expect(await work.execute(version.versionId, { text: "\n\n", headers: ndjson })).toMatchObject({ status: 400 });
  expect(await work.execute(newId(), { text: '{"age": 1}', headers: ndjson })).toMatchObject({
    status: 404,
    json: { code: "VERSION_NOT_FOUND" },
  });
});

test("a flow can call an allowed host, and never a forbidden one", async () => {
  const open = await work.deployed({ definition: callingFlow(`http://127.0.0.1:${partnerPort()}/score`) });
  expect(await work.execute(open.versionId, { body: {} })).toMatchObject({
    status: 200,
    json: { _embedded: { status: "completed", runtimeData: { score: 612 } } },
  });
  const own = new URL(work.base);
  const closed = await work.deployed({ definition: callingFlow(`http://127.0.0.1:${own.port}/live`) });
  const refused = await work.execute(closed.versionId, { body: {} });
  expect(refused).toMatchObject({ status: 200, json: { _embedded: { status: "failed", error: { code: "WEB_CALL_REFUSED" } } } });
});

test("an organisation with slow calls leaves capacity for another", async () => {
  const slow = await work.deployed({ definition: callingFlow(`http://127.0.0.1:${partnerPort()}/slow`) });
  const organisationId = newId();
  const quick = await work.deployed({ organisationId });
  const { token } = await work.dataPlane.issueKey({ organisationId });
  await until(async () => (await work.execute(quick.versionId, { token })).status === 200);
  const waiting = Array.from({ length: 30 }, () => work.execute(slow.versionId, { body: {} }));
  await until(() => kept.length >= 15);
  expect(await work.execute(quick.versionId, { token })).toMatchObject({ status: 200 });
  // Those without capacity are refused while the others wait.
  let busyNow = 0;
  for (const one of waiting) void one.then(({ status }) => void (busyNow += status === 429 ? 1 : 0));
  await until(() => busyNow >= 15);
  for (const response of kept.splice(0)) response.end('{"score": 612}');
  const answers = await Promise.all(waiting);
  const busy = answers.filter(({ status }) => status === 429);
  expect(busy).toHaveLength(15);
  expect(busy[0]).toMatchObject({ json: { code: "ORGANISATION_BUSY" } });
  expect(busy[0]?.headers.get("retry-after")).toBe("1");
});

test("while JetStream is unavailable a call with a key is refused, and one without is not", async () => {
  const version = await work.deployed();
  await killPart(work.instance, "nats");
  const headers = { "idempotency-key": newId() };
  await until(async () => (await work.execute(version.versionId)).status === 200);
  expect(await work.execute(version.versionId, { headers })).toMatchObject({ status: 503, json: { code: "IDEMPOTENCY_UNAVAILABLE" } });
  await work.restartNats();
  await until(async () => (await work.execute(version.versionId, { headers })).status === 200);
});

test("only an execution that is too large for the log is refused: in a call, in a batch and with a key; others are logged", async () => {
  const wide = await work.deployed({ definition: copyingFlow(300) });
  const plain = await work.deployed();
  const large = { reference: "\u20ac".repeat(10_000) };
  const tooLarge = { status: 422, json: { code: "EXECUTION_TOO_LARGE" } };
  expect(await work.execute(wide.versionId, { body: large })).toMatchObject(tooLarge);

  const headers = { "idempotency-key": newId() };
  expect(await work.execute(wide.versionId, { body: large, headers })).toMatchObject(tooLarge);
  // Nothing was decided, so the key is free.
  await until(async () => (await work.execute(wide.versionId, { body: { reference: "short" }, headers })).status !== 409);

  const text = [{ reference: "a" }, large, { reference: "b" }].map((input) => JSON.stringify(input)).join("\n");
  const batch = await work.ask(wide.versionId, { text, headers: ndjson });
  expect(batch.status).toBe(200);
  expect(lines(batch.text)).toMatchObject([
    { _embedded: { status: "completed" } },
    { problem: { code: "EXECUTION_TOO_LARGE", description: expect.stringContaining("1,048,576") as string } },
    { _embedded: { status: "completed" } },
  ]);

  const id = idOf((await work.execute(plain.versionId)).json);
  expect((await work.logged()).some(({ executionId }) => executionId === id)).toBe(true);
  const metrics = await work.metrics();
  expect(metrics).toContain("\nairlock_log_direct 1\n");
  expect(metrics).toContain("\nairlock_spool_bytes 0\n");
});

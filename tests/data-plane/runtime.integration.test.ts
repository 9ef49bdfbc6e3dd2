import { connect } from "node:net";
import { executionResource, problemSchema } from "@airlock/contract";
import { newId } from "@airlock/platform";
import { afterAll, beforeAll, expect, test } from "vitest";
import { killPart } from "../../services/lifecycle.ts";
import { runtimeAtWork, until, type RuntimeAtWork } from "./runtime-at-work.ts";

let work: RuntimeAtWork;

beforeAll(async () => {
  work = await runtimeAtWork({ AIRLOCK_RUNTIME_MAX_BODY_BYTES: "2000" });
});

afterAll(() => work.end());

test("a decision has the response of the specification and is logged under its id", async () => {
  const version = await work.deployed();
  const { status, headers, json } = await work.execute(version.versionId, {
    body: { age: 17, reference: "r" },
    headers: { "x-correlation-id": "c-1" },
  });
  expect(status).toBe(200);
  expect(headers.get("x-correlation-id")).toBe("c-1");
  const { _embedded, _links } = executionResource.parse(json);
  expect(_embedded).toMatchObject({
    versionWss: version.versionId,
    solutionWss: version.solutionId,
    status: "completed",
    runtimeData: { decision: "declined" },
  });
  expect(_links["execute"]).toEqual({ href: `/dme/manage/v1/versions/${version.versionId}/execute`, allow: ["POST"] });
  const found = (await work.logged()).filter((execution) => execution.executionId === _embedded.webSafeString);
  expect(found).toMatchObject([
    { versionId: version.versionId, organisationId: work.organisationId, correlationId: "c-1", status: "completed" },
  ]);
  expect(found[0]).toMatchObject({ keyId: work.key.keyId, callerId: work.key.userId });
  expect(found[0]?.record).toContain('"r"');
});

test("all problems of an input are reported at once, by field; nothing leaks in from the prototype", async () => {
  const version = await work.deployed();
  const bad = await work.execute(version.versionId, { text: '{"age":"x","__proto__":{"age":1},"constructor":1,"more":2}' });
  expect(bad.status).toBe(400);
  const problem = problemSchema.parse(bad.json);
  expect(problem.code).toBe("INPUT_INVALID");
  expect(problem.problems?.map(({ field }) => field).sort()).toEqual(["__proto__", "age", "constructor", "more"]);
  expect(bad.headers.get("content-type")).toBe("application/problem+json");
  for (const text of ["", "{", "nul"])
    expect((await work.execute(version.versionId, { text })).json).toMatchObject({ code: "BODY_NOT_JSON" });
  for (const text of ["null", "[]", "7", '"x"'])
    expect((await work.execute(version.versionId, { text })).json).toMatchObject({ code: "INPUT_INVALID" });
});

test("missing permissions, unknown versions and overload are refused with their codes", async () => {
  const version = await work.dataPlane.deploy({ organisationId: work.organisationId });
  const foreign = await work.dataPlane.deploy();
  const weak = await work.dataPlane.issueKey({ organisationId: work.organisationId, permissions: ["solutions.list"] });
  const other = await work.dataPlane.deploy({ organisationId: work.organisationId });
  await work.confirmed(other.revision);
  await until(async () => (await work.execute(version.versionId, { token: weak.token })).status !== 401);
  expect(await work.execute(version.versionId, { token: weak.token })).toMatchObject({ status: 403, json: { code: "PERMISSION_MISSING" } });
  expect(await work.execute(version.versionId, { token: `${work.token}x` })).toMatchObject({ status: 401, json: { code: "KEY_INVALID" } });
  expect(await work.execute(version.versionId, { method: "GET" })).toMatchObject({ status: 405 });
  expect(await work.execute(version.versionId, { headers: { "content-type": "text/plain" } })).toMatchObject({ status: 415 });
  expect(await work.execute(version.versionId, { body: { age: 1, reference: "x".repeat(3_000) } })).toMatchObject({ status: 413 });
  const ids = { "x-correlation-id": "same" };
  const foreignAnswer = await work.execute(foreign.versionId, { headers: ids });
  const missingAnswer = await work.execute(newId(), { headers: ids });
  expect(foreignAnswer.json).toEqual(missingAnswer.json);
  expect(foreignAnswer).toMatchObject({ status: 404, json: { code: "VERSION_NOT_FOUND" } });
  const headersOf = ({ headers }: typeof foreignAnswer) => [...headers].filter(([name]) => name !== "date");
  expect(headersOf(foreignAnswer)).toEqual(headersOf(missingAnswer));
});

test("the OpenAPI document can be read with a key of its own organisation that may execute", async () => {
  const version = await work.deployed();
  const read = async (token: string, versionId = version.versionId) => {
    const response = await fetch(`${work.base}/dme/manage/v1/versions/${versionId}/openapi`, {
      headers: { authorization: `Bearer ${token}` },
    });
    return { status: response.status, json: (await response.json()) as unknown };
  };
  const path = `/dme/manage/v1/versions/${version.versionId}/execute`;
  expect(await read(work.token)).toMatchObject({ status: 200, json: { openapi: "3.1.0", paths: { [path]: {} } } });
  const weak = await work.dataPlane.issueKey({ organisationId: work.organisationId, permissions: [] });
  const foreign = await work.dataPlane.issueKey();
  expect(await read(`${work.token}x`)).toMatchObject({ status: 401, json: { code: "KEY_INVALID" } });
  await until(async () => (await read(weak.token)).status === 403);
  await until(async () => (await read(foreign.token)).status === 404);
});

test("a stop is applied before it is confirmed, and a revoked key is refused", async () => {
  const version = await work.deployed();
  expect((await work.execute(version.versionId)).status).toBe(200);
  const stopped = await work.dataPlane.deploy({ ...version, desired: "stopped" });
  await work.confirmed(stopped.revision);
  expect(await work.execute(version.versionId)).toMatchObject({ status: 409, json: { code: "VERSION_NOT_SERVING" } });
  const key = await work.dataPlane.issueKey({ organisationId: work.organisationId });
  await until(async () => (await work.execute(version.versionId, { token: key.token })).status === 409);
  await work.dataPlane.write(work.dataPlane.keys, key.keyId, undefined);
  await until(async () => (await work.execute(version.versionId, { token: key.token })).status === 401);
});

test("a caller that disconnects in the middle of its body releases its slot", async () => {
  const address = new URL(work.base);
  for (let index = 0; index < 120; index += 1) {
    await new Promise<void>((resolve) => {
      const socket = connect(Number(address.port), address.hostname, () => {
        socket.write(
          `POST /dme/manage/v1/versions/v/execute HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${work.token}\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{`,
          () => socket.destroy(),
        );
      });
      socket.once("close", () => resolve());
    });
  }
  await until(async () => (await work.metrics()).includes("airlock_decisions_in_flight 0"));
  expect((await fetch(`${work.base}/ready`)).status).toBe(200);
});

test("while JetStream is unavailable decisions are spooled, a restart serves from disk, and all are logged once later", async () => {
  const version = await work.deployed();
  await killPart(work.instance, "nats");
  const ids: string[] = [];
  for (let index = 0; index < 5; index += 1) {
    const answer = await work.execute(version.versionId);
    expect(answer.status).toBe(200);
    ids.push(executionResource.parse(answer.json)._embedded.webSafeString);
  }
  await killPart(work.instance, "runtime1");
  await work.start();
  const cold = await work.execute(version.versionId);
  expect(cold.status).toBe(200);
  ids.push(executionResource.parse(cold.json)._embedded.webSafeString);
  await work.restartNats();
  await until(async () => (await work.metrics()).includes("airlock_spool_bytes 0"));
  const found = (await work.logged()).map((execution) => execution.executionId);
  for (const id of ids) expect(found.filter((one) => one === id)).toHaveLength(1);
});

test("a stop that was missed while this process was down is applied before it responds", async () => {
  const version = await work.deployed();
  await work.stop();
  await work.dataPlane.deploy({ ...version, desired: "stopped" });
  await work.start();
  expect(await work.execute(version.versionId)).toMatchObject({ status: 409 });
});

test("if neither JetStream nor the disk can store it, the caller gets 503 and no decision", async () => {
  const version = await work.deployed();
  await work.stop();
  await killPart(work.instance, "nats");
  await work.start({ AIRLOCK_SPOOL_MAX_BYTES: "10" });
  const refused = await work.execute(version.versionId);
  expect(refused).toMatchObject({ status: 503, json: { code: "EXECUTION_NOT_LOGGED" } });
  expect(refused.headers.get("retry-after")).toBe("1");
  const ready = await fetch(`${work.base}/ready`);
  expect(ready.status).toBe(503);
  expect(await ready.json()).toMatchObject({ parts: { spool: { ok: false, needed: true } } });
  await work.restartNats();
  // JetStream stores the next one, so the full spool does not matter any more.
  await until(async () => (await work.execute(version.versionId)).status === 200);
  await until(async () => (await fetch(`${work.base}/ready`)).status === 200);
});

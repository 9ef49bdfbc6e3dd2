import { connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { decodeGroup, executionResource, executionStream, problemSchema, type LoggedExecution } from "@airlock/contract";
import { newId, openStreamReader } from "@airlock/platform";
import { afterAll, beforeAll, expect, test } from "vitest";
import { killPart, restartPart, startAll, stopAll } from "../../services/lifecycle.ts";
import { port } from "../../services/instance.ts";
import { runtime } from "../../services/product.ts";
import { natsUrl } from "../../services/parts/nats.ts";
import { startTemporaryInstance, type TemporaryInstance } from "../../services/temporary-instance.ts";
import { openDataPlane, type DataPlane } from "../support/data-plane.ts";

const organisationId = newId();
let running: TemporaryInstance;
let dataPlane: DataPlane;
let base = "";
let token = "";

const part = (env: Readonly<Record<string, string>> = {}) =>
  runtime("runtime1", { watch: false, env: { AIRLOCK_RUNTIME_MAX_BODY_BYTES: "2000", AIRLOCK_LOG_LEVEL: "warn", ...env } }, "live");

async function start(env?: Readonly<Record<string, string>>): Promise<void> {
  await startAll(running.instance, [part(env)]);
}

async function stop(): Promise<void> {
  await stopAll(running.instance, [part()]);
}

async function until(holds: () => Promise<boolean> | boolean): Promise<void> {
  const end = performance.now() + 15_000;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error("it never came about");
    await pause(20);
  }
}

const confirmed = (revision: number) =>
  until(async () => {
    const leases = await dataPlane.runtimes.all();
    return leases.length > 0 && leases.every(({ value }) => (value?.applied ?? 0) >= revision);
  });

interface Call {
  readonly body?: unknown;
  readonly text?: string;
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly method?: string;
}

async function execute(versionId: string, call: Call = {}) {
  const method = call.method ?? "POST";
  const response = await fetch(`${base}/dme/manage/v1/versions/${versionId}/execute`, {
    method,
    headers: { authorization: `Bearer ${call.token ?? token}`, "content-type": "application/json", ...call.headers },
    ...(method === "POST" ? { body: call.text ?? JSON.stringify(call.body ?? { age: 30 }) } : {}),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, json: JSON.parse(text) as unknown };
}

const seen: LoggedExecution[] = [];

/** Everything that ever was in the stream, once for each time it was there. */
async function logged(): Promise<readonly LoggedExecution[]> {
  const reader = await openStreamReader(dataPlane.nats, {
    stream: executionStream,
    durable: "test",
    acknowledgeMillis: 5_000,
    ahead: 100,
  });
  for (let message = await reader.next(500); message !== undefined; message = await reader.next(500)) {
    seen.push(...decodeGroup(message.text).executions);
    message.acknowledge();
  }
  await reader.close();
  return seen;
}

beforeAll(async () => {
  running = await startTemporaryInstance(["nats"]);
  dataPlane = await openDataPlane(natsUrl(running.instance));
  base = `http://127.0.0.1:${port(running.instance, "runtime1")}`;
  await start();
  token = (await dataPlane.issueKey({ organisationId })).token;
});

afterAll(async () => {
  await stop();
  await dataPlane.close();
  await running.stop();
});

test("a decision is answered as the specification has it and stands in the log under its id", async () => {
  const version = await dataPlane.deploy({ organisationId });
  await confirmed(version.revision);
  const { status, headers, json } = await execute(version.versionId, {
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
  const found = (await logged()).filter((execution) => execution.executionId === _embedded.webSafeString);
  expect(found).toMatchObject([{ versionId: version.versionId, organisationId, status: "completed" }]);
  expect(found[0]?.record).toContain('"r"');
});

test("every problem of an input is told at once, by field; nothing of the prototype leaks in", async () => {
  const version = await dataPlane.deploy({ organisationId });
  await confirmed(version.revision);
  const bad = await execute(version.versionId, { text: '{"age":"x","__proto__":{"age":1},"constructor":1,"more":2}' });
  expect(bad.status).toBe(400);
  const problem = problemSchema.parse(bad.json);
  expect(problem.code).toBe("INPUT_INVALID");
  expect(problem.problems?.map(({ field }) => field).sort()).toEqual(["__proto__", "age", "constructor", "more"]);
  expect(bad.headers.get("content-type")).toBe("application/problem+json");
  for (const text of ["", "{", "nul"]) expect((await execute(version.versionId, { text })).json).toMatchObject({ code: "BODY_NOT_JSON" });
  for (const text of ["null", "[]", "7", '"x"'])
    expect((await execute(version.versionId, { text })).json).toMatchObject({ code: "INPUT_INVALID" });
});

test("who may not, what is not there and what is too much are refused with their codes", async () => {
  const version = await dataPlane.deploy({ organisationId });
  const foreign = await dataPlane.deploy();
  const weak = await dataPlane.issueKey({ organisationId, permissions: ["solutions.list"] });
  const other = await dataPlane.deploy({ organisationId });
  await confirmed(other.revision);
  await until(async () => (await execute(version.versionId, { token: weak.token })).status !== 401);
  expect(await execute(version.versionId, { token: weak.token })).toMatchObject({ status: 403, json: { code: "PERMISSION_MISSING" } });
  expect(await execute(version.versionId, { token: `${token}x` })).toMatchObject({ status: 401, json: { code: "KEY_INVALID" } });
  expect(await execute(version.versionId, { method: "GET" })).toMatchObject({ status: 405 });
  expect(await execute(version.versionId, { headers: { "content-type": "text/plain" } })).toMatchObject({ status: 415 });
  expect(await execute(version.versionId, { body: { age: 1, reference: "x".repeat(3_000) } })).toMatchObject({ status: 413 });
  const ids = { "x-correlation-id": "same" };
  const foreignAnswer = await execute(foreign.versionId, { headers: ids });
  const missingAnswer = await execute(newId(), { headers: ids });
  expect(foreignAnswer.json).toEqual(missingAnswer.json);
  expect(foreignAnswer).toMatchObject({ status: 404, json: { code: "VERSION_NOT_FOUND" } });
  const headersOf = ({ headers }: typeof foreignAnswer) => [...headers].filter(([name]) => name !== "date");
  expect(headersOf(foreignAnswer)).toEqual(headersOf(missingAnswer));
});

test("a stop is carried out before it is confirmed, and a revoked key dies", async () => {
  const version = await dataPlane.deploy({ organisationId });
  await confirmed(version.revision);
  expect((await execute(version.versionId)).status).toBe(200);
  const stopped = await dataPlane.deploy({ ...version, desired: "stopped" });
  await confirmed(stopped.revision);
  expect(await execute(version.versionId)).toMatchObject({ status: 409, json: { code: "VERSION_NOT_SERVING" } });
  const key = await dataPlane.issueKey({ organisationId });
  await until(async () => (await execute(version.versionId, { token: key.token })).status === 409);
  await dataPlane.keys.remove(key.keyId);
  await until(async () => (await execute(version.versionId, { token: key.token })).status === 401);
});

test("a caller that leaves in the middle of its body holds no place", async () => {
  const address = new URL(base);
  for (let index = 0; index < 120; index += 1) {
    await new Promise<void>((resolve) => {
      const socket = connect(Number(address.port), address.hostname, () => {
        socket.write(
          `POST /dme/manage/v1/versions/v/execute HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{`,
          () => socket.destroy(),
        );
      });
      socket.once("close", () => resolve());
    });
  }
  await until(async () => (await (await fetch(`${base}/metrics`)).text()).includes("airlock_decisions_in_flight 0"));
  expect((await fetch(`${base}/ready`)).status).toBe(200);
});

test("while JetStream is away decisions are spooled, a restart serves from disk, and all is logged once it is back", async () => {
  const version = await dataPlane.deploy({ organisationId });
  await confirmed(version.revision);
  await killPart(running.instance, "nats");
  const ids: string[] = [];
  for (let index = 0; index < 5; index += 1) {
    const answer = await execute(version.versionId);
    expect(answer.status).toBe(200);
    ids.push(executionResource.parse(answer.json)._embedded.webSafeString);
  }
  await killPart(running.instance, "runtime1");
  await start();
  const cold = await execute(version.versionId);
  expect(cold.status).toBe(200);
  ids.push(executionResource.parse(cold.json)._embedded.webSafeString);
  await restartPart(running.instance, "nats");
  await until(dataPlane.nats.connected);
  await until(async () => (await (await fetch(`${base}/metrics`)).text()).includes("airlock_spool_bytes 0"));
  const found = (await logged()).map((execution) => execution.executionId);
  for (const id of ids) expect(found.filter((one) => one === id)).toHaveLength(1);
});

test("a stop that was missed while this process was down is heard before it answers", async () => {
  const version = await dataPlane.deploy({ organisationId });
  await confirmed(version.revision);
  await stop();
  await dataPlane.deploy({ ...version, desired: "stopped" });
  await start();
  expect(await execute(version.versionId)).toMatchObject({ status: 409 });
});

test("when neither JetStream nor the disk takes it, the caller gets 503 and no decision", async () => {
  const version = await dataPlane.deploy({ organisationId });
  await confirmed(version.revision);
  await stop();
  await killPart(running.instance, "nats");
  await start({ AIRLOCK_SPOOL_MAX_BYTES: "10" });
  const refused = await execute(version.versionId);
  expect(refused).toMatchObject({ status: 503, json: { code: "EXECUTION_NOT_LOGGED" } });
  expect(refused.headers.get("retry-after")).toBe("1");
});

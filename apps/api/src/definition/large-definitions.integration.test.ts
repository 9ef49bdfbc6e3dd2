import { actions } from "@airlock/contract";
import { parseDefinition, validate } from "@airlock/flow";
import { afterAll, beforeAll, expect, test } from "vitest";
import { largeDefinition } from "../testing/large-definition.ts";
import { newOrganisation, rootAdministrator, type Person } from "../testing/person.ts";
import { startTestApi, type TestApi } from "../testing/test-api.ts";

const large = largeDefinition(500);
const headers = { "content-type": "application/json" };
let api: TestApi;
let designer: Person;
let solutionId: string;

beforeAll(async () => {
  api = await startTestApi();
  designer = await newOrganisation(api, await rootAdministrator(api), "Large");
  const made = await designer.must("solutions.create", { body: { name: "Large", description: "" } });
  solutionId = made._embedded.webSafeString;
});
afterAll(() => api.close());

/** CPU time of the thread of the event loop, which is the test's own: other threads and processes do not count. */
async function loopMillis(work: () => unknown): Promise<number> {
  const from = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(from);
  return (user + system) / 1000;
}

/**
 * The cost of parsing and validating once; the first runs are slower until the code is optimised. Without threads, a save took more than three of
 * these on the event loop; the remaining JSON parsing and serialisation take half of one.
 */
async function onceMillis(): Promise<number> {
  const runs: number[] = [];
  for (let run = 0; run < 4; run += 1) {
    runs.push(
      await loopMillis(() => {
        const parsed = parseDefinition(large);
        if (parsed.ok) validate(parsed.definition);
      }),
    );
  }
  return Math.min(...runs);
}

test("twelve concurrent saves of a large definition occupy the event loop for less than one validation each", async () => {
  const body = JSON.stringify(large);
  expect(body.length).toBeGreaterThan(1_700_000);
  const once = await onceMillis();
  const saves = Array.from({ length: 12 }, () => ({ at: { solutionId }, body, headers }));
  let responses: Awaited<ReturnType<TestApi["ask"]>>[] = [];
  const busy = await loopMillis(async () => {
    responses = await Promise.all(saves.map((save) => api.ask(designer.token, "definition.update", save)));
  });
  expect(busy).toBeLessThan(12 * once);
  // On a slow machine the last of them may wait too long for a thread; no other refusals are allowed.
  const refused = responses.filter(({ statusCode }) => statusCode !== 200);
  expect(refused.length).toBeLessThan(12);
  for (const response of refused) expect(response.json()).toMatchObject({ status: 429, code: "TOO_MUCH_AT_ONCE" });
});

test("reading it and creating a version of it occupy the event loop for less than one validation each", async () => {
  const once = await onceMillis();
  const statuses: number[] = [];
  const busy = await loopMillis(async () => {
    statuses.push((await api.ask(designer.token, "definition.read", { at: { solutionId } })).statusCode);
    statuses.push((await api.ask(designer.token, "solution.versions.create", { at: { solutionId }, body: {} })).statusCode);
  });
  expect(statuses).toEqual([200, 201]);
  expect(busy).toBeLessThan(2 * once);
});

test("executing it occupies the event loop for less than two validations, and the trace is complete", async () => {
  const once = await onceMillis();
  let response: Awaited<ReturnType<TestApi["ask"]>> | undefined;
  const busy = await loopMillis(async () => {
    response = await api.ask(designer.token, "solution.execute", { at: { solutionId }, body: {} });
  });
  expect(response?.statusCode).toBe(200);
  expect(response?.headers["content-type"]).toBe("application/json; charset=utf-8");
  const { executionEvents, linksTaken, status } = actions["solution.execute"].answer.schema.parse(response?.json())._embedded;
  // One side of each diamond, and the join.
  expect([status, linksTaken.length, executionEvents.length]).toEqual(["completed", 2 * 500 + 1, 2 * (2 * 500 + 2)]);
  expect(Object.keys(executionEvents.at(-1)?.runtimeData ?? {}).length).toBeGreaterThan(400);
  expect(busy).toBeLessThan(2 * once);
});

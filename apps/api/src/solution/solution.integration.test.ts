import { readFile } from "node:fs/promises";
import { emptyDefinition, newLink, newNode, parseDefinition, type Definition } from "@airlock/flow";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newColleague, newOrganisation, rootAdministrator, type Person } from "../testing/person.ts";
import { limitTable } from "../testing/limit-table.ts";
import { runnable } from "../testing/specimens.ts";
import { startTestApi, type TestApi } from "../testing/test-api.ts";

interface Example {
  readonly definition: unknown;
  readonly cases: readonly {
    readonly input: Record<string, string | number>;
    readonly webCalls?: Record<string, { readonly status: number; readonly body: string }>;
    readonly expect: { readonly status: string; readonly runtimeData: Record<string, unknown>; readonly reasonCodes: readonly string[] };
  }[];
}

let api: TestApi;
let admin: Person;
let scorecard: Example;
let credit: Example;

beforeAll(async () => {
  api = await startTestApi();
  admin = await newOrganisation(api, await rootAdministrator(api), "Drawing");
  const read = async (name: string) =>
    JSON.parse(await readFile(new URL(`../../../../examples/${name}.json`, import.meta.url), "utf8")) as Example;
  scorecard = await read("consumer-credit-scorecard");
  credit = await read("consumer-credit");
});
afterAll(() => api.close());

async function add(definition: unknown): Promise<string> {
  const made = await admin.must("solutions.create", { body: { name: "One", description: "", definition } });
  return made._embedded.webSafeString;
}

function read(definition: unknown): Definition {
  const parsed = parseDefinition(definition);
  if (!parsed.ok) throw new Error("The definition cannot be read.");
  return parsed.definition;
}

describe("a solution with a definition to start with", () => {
  test("is stored as it was sent, comments and test cases too", async () => {
    const definition = read(scorecard.definition);
    const noted: Definition = {
      ...definition,
      testCases: [{ id: "t1", name: "One", input: { age: 17 }, expect: { runtimeData: { result: null } } }],
      solutionDefinition: {
        ...definition.solutionDefinition,
        comments: [{ id: "c1", x: 1, y: 2, text: "Ask risk", author: "Ann", createdDate: "" }],
      },
    };
    const solutionId = await add(noted);
    const { _embedded: stored, _links } = await admin.must("definition.read", { at: { solutionId } });
    expect(read(stored)).toEqual(noted);
    expect(stored).toMatchObject({ validRuntime: true, revision: 1, savedBy: "Admin Drawing" });
    expect(Object.keys(_links)).toEqual(expect.arrayContaining(["self", "execute", "saves", "versions"]));
  });

  test("that cannot be read is refused with every place", async () => {
    const response = await api.ask(admin.token, "solutions.create", { body: { definition: { solutionDefinition: { nodes: [{}] } } } });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({
      code: "INVALID_REQUEST",
      problems: [{ field: "definition.solutionDefinition.nodes[0].type" }],
    });
  });
});

test("a saved drawing is a change of its solution, in the list and its order, and no edit of its name", async () => {
  const drawn = await add(scorecard.definition);
  const other = await add(scorecard.definition);
  const order = async () => {
    const { items } = await admin.must("solutions.list", { query: { sort: "-updatedDate" } });
    return items.map(({ _embedded }) => _embedded).filter(({ webSafeString }) => [drawn, other].includes(webSafeString));
  };
  expect((await order()).map(({ webSafeString }) => webSafeString)).toEqual([other, drawn]);
  const saved = await admin.must("definition.update", { at: { solutionId: drawn }, body: read(scorecard.definition) });
  const [first] = await order();
  // Renaming it meanwhile is no conflict.
  expect(first).toMatchObject({ webSafeString: drawn, updatedDate: saved._embedded.savedDate, revision: 1 });
  const { items: audited } = await admin.must("audit.list", { query: { record: drawn } });
  expect(audited.map(({ _embedded }) => _embedded).filter(({ noun }) => noun === "solution")).toMatchObject([{ change: "created" }]);
});

test("a PUT takes the embedded fields as they were read, with one changed", async () => {
  const { _embedded: solution } = await admin.must("solutions.create", { body: { name: "Read and sent back" } });
  const at = { solutionId: solution.webSafeString };
  const saved = await admin.must("solution.update", { at, body: { ...solution, description: "Changed" } });
  expect(saved._embedded).toMatchObject({ name: "Read and sent back", description: "Changed", webSafeString: solution.webSafeString });

  const { _embedded: group } = await admin.must("groups.create", { body: { name: "Read and sent back", description: "" } });
  const renamed = await admin.must("group.update", { at: { groupId: group.webSafeString }, body: { ...group, name: "Changed" } });
  expect(renamed._embedded).toMatchObject({ name: "Changed", organisationWss: group.organisationWss, code: group.code });
});

test("a version has the name of who created it", async () => {
  const solutionId = await add(scorecard.definition);
  const made = await admin.must("solution.versions.create", { at: { solutionId }, body: { versionName: "v1" } });
  expect(made._embedded.createdBy).toBe("Admin Drawing");
});

describe("a test execution", () => {
  test("answers every case of an example as its author worked it out, with the path and the events", async () => {
    const solutionId = await add(scorecard.definition);
    for (const { input, expect: wanted } of scorecard.cases) {
      const { _embedded: execution } = await admin.must("solution.execute", { at: { solutionId }, body: input });
      expect(execution).toMatchObject({
        status: wanted.status,
        runtimeData: wanted.runtimeData,
        reasonCodes: wanted.reasonCodes,
        revision: 1,
      });
      expect(execution.linksTaken.length).toBeGreaterThan(1);
      expect(execution.executionEvents[0]).toMatchObject({ id: "start", action: "triggered" });
    }
  });

  test("has the rows of Decision Tables that counted, and what their columns came to", async () => {
    const solutionId = await add(limitTable);
    const tables = async (debts: number) => {
      const body = { income: 1000, debts };
      return (await admin.must("solution.execute", { at: { solutionId }, body }))._embedded.tables;
    };
    expect(await tables(500)).toEqual([{ nodeId: "table", rows: [1], inputs: [{ value: 0.5 }, {}] }]);
    expect(await tables(900)).toMatchObject([{ rows: [] }]);
  });

  test("takes recorded answers for web calls, and calls nothing then", async () => {
    const solutionId = await add(credit.definition);
    for (const { input, webCalls = {}, expect: wanted } of credit.cases) {
      const body = { ...input, $recorded: { webCalls } };
      const { _embedded: execution } = await admin.must("solution.execute", { at: { solutionId }, body });
      expect(execution).toMatchObject({ status: wanted.status, runtimeData: wanted.runtimeData, recorded: { webCalls } });
    }
  });

  test("of a flow that calls a private address fails at its node with advice, and completes with a mock response", async () => {
    const call = { ...newNode("WebCall", "call", 100, 0), method: "POST" as const, url: "http://10.0.0.1/reports" };
    const [start, end] = [newNode("Start", "start", 0, 0), newNode("End", "end", 200, 0)];
    const links = [newLink("a", start, call), newLink("b", call, end)];
    const calling = (node: typeof call) =>
      add({ ...emptyDefinition(), solutionDefinition: { nodes: [start, node, end], links, zoom: 100 } });
    const solutionId = await calling(call);
    const { _embedded: refused } = await admin.must("solution.execute", { at: { solutionId }, body: {} });
    expect(refused).toMatchObject({ status: "failed", error: { code: "WEB_CALL_REFUSED", nodeId: "call" } });
    expect(refused.error?.message).toMatch(
      /^The web call was refused: 10.0.0.1 is a private network\. Use a mock response .* administrator/,
    );
    const body = { $recorded: { webCalls: { call: { status: 200, body: "{}" } } } };
    const { _embedded: mocked } = await admin.must("solution.execute", { at: { solutionId }, body });
    expect(mocked.status).toBe("completed");
    const at = { solutionId: await calling({ ...call, ifFails: "continue" }) };
    const { _embedded: continued } = await admin.must("solution.execute", { at, body: {} });
    expect(continued).toMatchObject({ status: "completed", failedCalls: [{ code: "WEB_CALL_REFUSED", nodeId: "call" }] });
    const { _embedded: stored } = await admin.must("definition.read", { at: { solutionId } });
    expect(stored).toMatchObject({ validRuntime: false, errors: expect.arrayContaining([expect.objectContaining({ nodeId: "call" })]) });
  });

  test("refuses input with every problem by its field", async () => {
    const solutionId = await add(scorecard.definition);
    const response = await api.ask(admin.token, "solution.execute", { at: { solutionId }, body: { age: "old" } });
    expect(response.statusCode).toBe(400);
    const { code, problems } = response.json<{ code: string; problems: readonly { field: string }[] }>();
    expect(code).toBe("INPUT_INVALID");
    expect(problems.length).toBeGreaterThan(1);
    expect(problems.map(({ field }) => field)).toContain("age");
  });

  test("of a solution that cannot run says why", async () => {
    const solutionId = await add(undefined);
    const response = await api.ask(admin.token, "solution.execute", { at: { solutionId }, body: {} });
    expect(response.statusCode).toBe(409);
    expect(response.json()).toMatchObject({ code: "INVALID_SOLUTION_DEFINITION", problems: [{ code: "END_MISSING" }] });
  });

  test("needs the permission", async () => {
    const reader = await newColleague(api, admin, ["solutions.list"]);
    const solutionId = await add(runnable);
    const solution = await reader.must("solution.read", { at: { solutionId } });
    expect(Object.keys(solution._links).toSorted()).toEqual(["definition", "saves", "self"]);
    expect((await api.ask(reader.token, "solution.execute", { at: { solutionId }, body: {} })).statusCode).toBe(403);
  });
});

describe("saves", () => {
  test("are kept with who and when, newest first, and each can be read again", async () => {
    const solutionId = await add(runnable);
    const moved = { ...runnable, solutionDefinition: { ...runnable.solutionDefinition, zoom: 50 } };
    await admin.must("definition.update", { at: { solutionId }, body: { ...moved, revision: 1 } });
    const { items } = await admin.must("solution.saves.list", { at: { solutionId } });
    expect(items.map(({ _embedded }) => [_embedded.revision, _embedded.savedBy, _embedded.validRuntime])).toEqual([
      [2, "Admin Drawing", true],
      [1, "Admin Drawing", true],
    ]);
    expect(items.map(({ _embedded }) => _embedded.savedByYou)).toEqual([true, true]);
    const colleague = await newColleague(api, admin, ["solutions.list"]);
    const seen = await colleague.must("solution.saves.list", { at: { solutionId } });
    expect(seen.items.map(({ _embedded }) => _embedded.savedByYou)).toEqual([false, false]);
    const first = await admin.must("solution.save.read", { at: { solutionId, revision: "1" } });
    expect(read(first._embedded)).toEqual(read(runnable));
    expect(first._links["self"]?.href).toBe(items[1]?._links["self"]?.href);
    const page = await admin.must("solution.saves.list", { at: { solutionId }, query: { limit: "1" } });
    expect(page.items.map(({ _embedded }) => _embedded.revision)).toEqual([2]);
    expect(page._links["next"]).toBeDefined();
    for (const revision of ["3", "0", "x", "99999999999"]) {
      const response = await api.ask(admin.token, "solution.save.read", { at: { solutionId, revision } });
      expect([response.statusCode, response.json<{ code: string }>().code]).toEqual([404, "SAVE_NOT_FOUND"]);
    }
  });

  test("made from an older revision are refused, and say who was faster and when", async () => {
    const solutionId = await add(runnable);
    const other = await newColleague(api, admin, ["solutions.list", "solution.update"]);
    const saved = await other.must("definition.update", { at: { solutionId }, body: { ...runnable, revision: 1 } });
    const response = await api.ask(admin.token, "definition.update", { at: { solutionId }, body: { ...runnable, revision: 1 } });
    expect(response.statusCode).toBe(409);
    const { code, description } = response.json<{ code: string; description: string }>();
    expect(code).toBe("EDIT_CONFLICT");
    expect(description).toContain(`Col League changed this at ${saved._embedded.savedDate}`);
    expect((await admin.must("definition.read", { at: { solutionId } }))._embedded.revision).toBe(2);
  });
});

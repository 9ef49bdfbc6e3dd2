import { readFile } from "node:fs/promises";
import type { ProblemCode, ReleasePolicy } from "@airlock/contract";
import { parseDefinition, type Definition } from "@airlock/flow";
import { newId } from "@airlock/platform";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { openTestClickHouse } from "@airlock/platform/testing/clickhouse";
import { fileBody, imported, uploadFile } from "../testing/datasources.ts";
import { asOwner, newColleague, newOrganisation, rootAdministrator, type Person } from "../testing/person.ts";
import { rememberExecutions } from "../testing/past-execution.ts";
import { startTestApi, type TestApi } from "../testing/test-api.ts";

let api: TestApi;
let admin: Person;
let designer: Person;
let approver: Person;
let second: Person;
let releaser: Person;
let scorecard: Definition;

type At = Readonly<Record<string, string>>;
type Call = Parameters<TestApi["ask"]>[1];

const drawing = ["solutions.list", "versions.list", "solution.update"] as const;
const approving = ["solutions.list", "versions.list", "versionExecutions.list", "solution.approve"] as const;

beforeAll(async () => {
  api = await startTestApi();
  admin = await newOrganisation(api, await rootAdministrator(api), "Requests");
  designer = await newColleague(api, admin, [...drawing, "solutions.create"]);
  approver = await newColleague(api, admin, approving);
  second = await newColleague(api, admin, approving);
  releaser = await newColleague(api, admin, ["solutions.list", "versions.list", "solution.release"]);
  scorecard = await example();
});
afterAll(() => api.close());

async function example(): Promise<Definition> {
  const text = await readFile(new URL("../../../../examples/consumer-credit-scorecard.json", import.meta.url), "utf8");
  const { definition, cases } = JSON.parse(text) as { readonly definition: object; readonly cases: readonly object[] };
  const testCases = cases.map((one, index) => ({ id: `case-${index}`, ...one }));
  const parsed = parseDefinition({ ...definition, testCases });
  if (!parsed.ok) throw new Error("The example cannot be read.");
  return parsed.definition;
}

/** Every debt burden gives this score. */
function withBurden(definition: Definition, score: string): Definition {
  const nodes = definition.solutionDefinition.nodes.map((node) =>
    node.type === "RangeScore" && node.id === "burden" ? { ...node, ranges: node.ranges.map((range) => ({ ...range, score })) } : node,
  );
  return { ...definition, solutionDefinition: { ...definition.solutionDefinition, nodes } };
}

const noGates = {};

/** Approved by the scorecard, and declined if the burden costs 500 points. */
const applicant = {
  age: 40,
  residency: "NL",
  bureau_score: 800,
  missed_payments: 0,
  net_income: 5000,
  monthly_debts: 100,
  employment: "permanent",
  loan_purpose: "car",
};

const byName = ({ applicationDatasetFields }: Definition) =>
  applicationDatasetFields.map(({ key, name }) => ({ key, value: name, useDatasource: true }));

/** A datasource with the applicant, and with one who is too young. */
async function loans(): Promise<string> {
  const rows = [Object.keys(applicant), Object.values(applicant), Object.values({ ...applicant, age: 17 })];
  const file = await uploadFile(admin, `Loans ${newId()}.csv`, `${rows.map((values) => values.join(",")).join("\n")}\n`);
  const { _embedded } = await admin.must("datasources.create", { body: await fileBody(admin, file) });
  await imported(admin, _embedded.importWss ?? "");
  return _embedded.webSafeString;
}

/** What ClickHouse has of comparisons: changed executions, and tables of rows. */
async function storedOf(ids: readonly string[]) {
  const clickhouse = openTestClickHouse("admin");
  try {
    const [records] = await clickhouse.query<{ readonly count: number }>(
      "SELECT toUInt32(count()) AS count FROM comparison_records WHERE comparison IN {ids:Array(String)}",
      { ids },
    );
    const tables = await clickhouse.query("SELECT name FROM system.tables WHERE name IN {names:Array(String)}", {
      names: ids.map((id) => `experiment_${id}`),
    });
    return { records: records?.count, tables: tables.length };
  } finally {
    await clickhouse.close();
  }
}

/** A solution of the designer with a policy and two versions, of which the first is live; returns the second as `versionId`. */
async function solution(
  policy: { readonly approvals: number } & Partial<Omit<ReleasePolicy, "gates">> & { readonly gates?: object },
  changed?: Definition,
) {
  const made = await designer.must("solutions.create", { body: { name: `Requested ${newId()}`, definition: scorecard } });
  const solutionId = made._embedded.webSafeString;
  const first = (await designer.must("solution.versions.create", { at: { solutionId }, body: { versionName: "v1" } }))._embedded
    .webSafeString;
  await releaser.must("solution.releases.create", { at: { solutionId }, body: { versionWss: first } });
  if (changed !== undefined) await designer.must("definition.update", { at: { solutionId }, body: changed });
  const versionId = await another({ solutionId });
  await admin.must("solution.releasePolicy.update", { at: { solutionId }, body: { gates: noGates, ...policy } });
  return { solutionId, first, versionId };
}

async function another(at: At): Promise<string> {
  const { solutionId = "" } = at;
  return (await designer.must("solution.versions.create", { at: { solutionId }, body: {} }))._embedded.webSafeString;
}

async function requested(at: At): Promise<At> {
  const body = { versionWss: at["versionId"] ?? "", description: "More points for low burdens" };
  const made = await designer.must("solution.releaseRequests.create", { at: { solutionId: at["solutionId"] ?? "" }, body });
  const requestAt = { ...at, releaseRequestId: made._embedded.webSafeString };
  await checked(requestAt);
  return requestAt;
}

/** Waits until the gates were evaluated. */
function checked(at: At) {
  return vi.waitFor(
    async () => {
      const { _embedded } = await designer.must("releaseRequest.read", { at });
      expect(_embedded.gatesState).toBe("done");
      return _embedded;
    },
    { timeout: 60_000, interval: 200 },
  );
}

async function refusal(person: Person, action: Call, at: At, body?: object): Promise<readonly [number, ProblemCode]> {
  const answer = await api.ask(person.token, action, { at, ...(body === undefined ? {} : { body }) });
  return [answer.statusCode, answer.json<{ code: ProblemCode }>().code];
}

const approve = (person: Person, at: At) =>
  person.must("releaseRequest.approve", { at, body: { versionWss: at["versionId"] ?? "", comment: "Agreed." } });

describe("a release request", () => {
  test("is approved as often as the policy requires, and then released", async () => {
    const at = await requested(await solution({ approvals: 2 }));
    const release = { versionWss: at["versionId"] ?? "" };
    expect(await refusal(releaser, "releaseRequest.release", at, release)).toEqual([409, "RELEASE_NOT_APPROVED"]);
    expect((await approve(approver, at))._embedded).toMatchObject({ approvals: 1, blockedBy: ["1 of 2 approvals."] });
    expect(await refusal(releaser, "releaseRequest.release", at, release)).toEqual([409, "RELEASE_NOT_APPROVED"]);
    expect((await approve(second, at))._embedded).toMatchObject({ approvals: 2, blockedBy: [] });
    const { _embedded: released } = await releaser.must("releaseRequest.release", { at, body: release });
    expect(released).toMatchObject({ status: "released", liveVersionWss: at["first"] });
    expect(released.thread.map(({ kind, by }) => [kind, by !== ""])).toEqual([
      ["approved", true],
      ["approved", true],
      ["released", true],
    ]);
    const { items } = await designer.must("solution.releases.list", { at: { solutionId: at["solutionId"] ?? "" } });
    expect(items[0]?._embedded).toMatchObject({ versionWss: at["versionId"], status: "live", webSafeString: released.releaseWss });
    expect(await refusal(approver, "releaseRequest.comment", at, { comment: "Late" })).toEqual([409, "RELEASE_REQUEST_CLOSED"]);
  });

  test("that ended keeps the policy under which it ended", async () => {
    const at = await requested(await solution({ approvals: 1 }));
    const solutionAt = { solutionId: at["solutionId"] ?? "" };
    await approve(approver, at);
    await releaser.must("releaseRequest.release", { at, body: { versionWss: at["versionId"] ?? "" } });
    await admin.must("solution.releasePolicy.update", { at: solutionAt, body: { gates: noGates, approvals: 3 } });
    const { _embedded: one } = await designer.must("releaseRequest.read", { at });
    const { items } = await designer.must("solution.releaseRequests.list", { at: solutionAt });
    expect([one, items[0]?._embedded].map((request) => request?.policy.approvals)).toEqual([1, 1]);
  });

  test("cannot be bypassed by any other call", async () => {
    const at = await requested(await solution({ approvals: 1, bypass: false }));
    const ofSolution = { solutionId: at["solutionId"] ?? "" };
    const version = { versionWss: at["versionId"] ?? "" };
    const comment = { ...version, comment: "Me too." };
    const everything = await newColleague(api, admin, [...drawing, ...approving, "solution.release", "solution.bypass"]);
    // A direct release, immediate and scheduled.
    expect(await refusal(releaser, "solution.releases.create", ofSolution, version)).toEqual([409, "RELEASE_NEEDS_REQUEST"]);
    const later = { ...version, beginsDate: new Date(Date.now() + 60_000).toISOString() };
    expect(await refusal(releaser, "solution.releases.create", ofSolution, later)).toEqual([409, "RELEASE_NEEDS_REQUEST"]);
    // A bypass that the policy does not allow, and by a user without the permission.
    expect(await refusal(everything, "releaseRequest.bypass", at, { ...version, reason: "Now" })).toEqual([409, "BYPASS_NOT_ALLOWED"]);
    expect(await refusal(releaser, "releaseRequest.bypass", at, { ...version, reason: "Now" })).toEqual([403, "PERMISSION_MISSING"]);
    // An approval without the permission, of one's own change, and twice.
    expect(await refusal(designer, "releaseRequest.approve", at, comment)).toEqual([403, "PERMISSION_MISSING"]);
    const author = await newColleague(api, admin, [...drawing, ...approving]);
    await author.must("definition.update", { at: ofSolution, body: withBurden(scorecard, "7") });
    const drawn = await another(ofSolution);
    await designer.must("releaseRequest.replace", { at, body: { versionWss: drawn } });
    await checked(at);
    expect(await refusal(author, "releaseRequest.approve", at, { versionWss: drawn, comment: "Mine" })).toEqual([409, "OWN_CHANGE"]);
    const now = { ...at, versionId: drawn };
    // An approval of a version that was replaced in the meantime.
    expect(await refusal(approver, "releaseRequest.approve", at, comment)).toEqual([409, "VERSION_REPLACED"]);
    await approve(approver, now);
    expect(await refusal(approver, "releaseRequest.approve", now, { ...comment, versionWss: drawn })).toEqual([409, "ALREADY_APPROVED"]);
    // A release of another version than the approved one.
    expect(await refusal(releaser, "releaseRequest.release", now, version)).toEqual([409, "VERSION_REPLACED"]);
    // A second open request.
    expect(await refusal(designer, "solution.releaseRequests.create", ofSolution, version)).toEqual([409, "RELEASE_ALREADY_REQUESTED"]);
    // A policy relaxed by users without the permission.
    for (const person of [designer, approver, releaser]) {
      const relaxed = { approvals: 0, gates: {} };
      expect(await refusal(person, "solution.releasePolicy.update", ofSolution, relaxed)).toEqual([403, "PERMISSION_MISSING"]);
      expect(await refusal(person, "solution.releasePolicy.delete", ofSolution)).toEqual([403, "PERMISSION_MISSING"]);
      expect(await refusal(person, "releasePolicy.update", {}, relaxed)).toEqual([403, "PERMISSION_MISSING"]);
    }
    // A release by a user of another organisation.
    const stranger = await newOrganisation(api, await rootAdministrator(api), "Strangers");
    expect(await refusal(stranger, "releaseRequest.release", now, { versionWss: drawn })).toEqual([404, "RELEASE_REQUEST_NOT_FOUND"]);
    await releaser.must("releaseRequest.release", { at: now, body: { versionWss: drawn } });
  });

  describe("is the own change of a user who saved", () => {
    let author: Person;
    beforeAll(async () => {
      author = await newColleague(api, admin, [...drawing, ...approving]);
    });

    const save = (person: Person, solutionId: string, definition = withBurden(scorecard, "7")) =>
      person.must("definition.update", { at: { solutionId }, body: definition });

    async function approvalOf(person: Person, solutionId: string, versionId: string) {
      const at = await requested({ solutionId, versionId });
      return refusal(person, "releaseRequest.approve", at, { versionWss: versionId, comment: "Mine" });
    }

    test("before many saves of others", async () => {
      const { solutionId } = await solution({ approvals: 1 });
      await save(author, solutionId);
      await asOwner(async (owner) => {
        await owner.query("select set_config('airlock.user', $1, false)", [designer.userId]);
        const again = "update definitions set valid_runtime = valid_runtime where solution_id = $1";
        for (let saves = 0; saves < 250; saves += 1) await owner.query(again, [solutionId]);
      });
      expect(await approvalOf(author, solutionId, await another({ solutionId }))).toEqual([409, "OWN_CHANGE"]);
      const { items } = await designer.must("solution.saves.list", { at: { solutionId }, query: { limit: "500" } });
      expect(items).toHaveLength(200);
    });

    test("while the live version was created", async () => {
      const made = await designer.must("solutions.create", { body: { name: `Requested ${newId()}`, definition: scorecard } });
      const solutionId = made._embedded.webSafeString;
      const { definitionPool } = api.parts;
      const { freeze } = definitionPool;
      vi.spyOn(definitionPool, "freeze").mockImplementationOnce(async (...task) => {
        await save(author, solutionId);
        return freeze(...task);
      });
      const live = await another({ solutionId });
      await releaser.must("solution.releases.create", { at: { solutionId }, body: { versionWss: live } });
      await admin.must("solution.releasePolicy.update", { at: { solutionId }, body: { gates: noGates, approvals: 1 } });
      expect(await approvalOf(author, solutionId, await another({ solutionId }))).toEqual([409, "OWN_CHANGE"]);
    });

    test("before a version that is older than the live one", async () => {
      const { solutionId } = await solution({ approvals: 0 });
      await save(author, solutionId);
      const older = await another({ solutionId });
      await save(designer, solutionId, scorecard);
      await releaser.must("solution.releases.create", { at: { solutionId }, body: { versionWss: await another({ solutionId }) } });
      await admin.must("solution.releasePolicy.update", { at: { solutionId }, body: { gates: noGates, approvals: 1 } });
      expect(await approvalOf(author, solutionId, older)).toEqual([409, "OWN_CHANGE"]);
    });

    test("but not one who saved before the live version, or after the requested one", async () => {
      const { solutionId } = await solution({ approvals: 0 });
      await save(author, solutionId);
      await releaser.must("solution.releases.create", { at: { solutionId }, body: { versionWss: await another({ solutionId }) } });
      await save(designer, solutionId, scorecard);
      const versionId = await another({ solutionId });
      await save(author, solutionId);
      await admin.must("solution.releasePolicy.update", { at: { solutionId }, body: { gates: noGates, approvals: 1 } });
      const at = await requested({ solutionId, versionId });
      expect((await approve(author, at))._embedded.approvals).toBe(1);
    });
  });

  test("of two concurrent approvals by one user, one counts", async () => {
    const at = await requested(await solution({ approvals: 2 }));
    const body = { versionWss: at["versionId"] ?? "", comment: "Twice" };
    const answers = await Promise.all(Array.from({ length: 5 }, () => api.ask(approver.token, "releaseRequest.approve", { at, body })));
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409, 409]);
    expect((await designer.must("releaseRequest.read", { at }))._embedded.approvals).toBe(1);
  });

  test("another version voids the approvals and keeps the thread", async () => {
    const at = await requested(await solution({ approvals: 1 }));
    await approver.must("releaseRequest.comment", { at, body: { comment: "Why the new band?" } });
    await approve(approver, at);
    const third = await another(at);
    const { _embedded: replaced } = await designer.must("releaseRequest.replace", { at, body: { versionWss: third, comment: "Narrower" } });
    expect(replaced).toMatchObject({ approvals: 0, versionWss: third, status: "open" });
    expect(replaced.thread.map(({ kind, isVoid }) => [kind, isVoid])).toEqual([
      ["comment", false],
      ["approved", true],
      ["replaced", false],
    ]);
  });

  test("can be rejected with a reason, or withdrawn, and then another may be opened", async () => {
    const at = await requested(await solution({ approvals: 1 }));
    const body = { versionWss: at["versionId"] ?? "", comment: "Too many referrals" };
    expect((await approver.must("releaseRequest.reject", { at, body }))._embedded).toMatchObject({ status: "rejected" });
    const again = await requested({ solutionId: at["solutionId"] ?? "", versionId: at["versionId"] ?? "" });
    expect((await designer.must("releaseRequest.withdraw", { at: again }))._embedded).toMatchObject({ status: "withdrawn", number: 2 });
  });

  test("can be bypassed in an emergency, which is recorded and mailed to approvers", async () => {
    const at = await requested(await solution({ approvals: 2, gates: { testCases: true } }));
    const emergency = await newColleague(api, admin, ["solutions.list", "versions.list", "solution.release", "solution.bypass"]);
    const body = { versionWss: at["versionId"] ?? "", reason: "The bureau changed its scale" };
    const { _embedded: released } = await emergency.must("releaseRequest.bypass", { at, body });
    expect(released).toMatchObject({ status: "released", isBypassed: true });
    expect(released.thread.at(-1)).toMatchObject({ kind: "bypassed", text: "The bureau changed its scale" });
  });

  test("a rollback needs no request", async () => {
    const at = await requested(await solution({ approvals: 1 }));
    await approve(approver, at);
    await releaser.must("releaseRequest.release", { at, body: { versionWss: at["versionId"] ?? "" } });
    const back = { versionWss: at["first"] ?? "", reason: "Too many declined" };
    expect((await releaser.must("solution.releases.create", { at, body: back }))._embedded).toMatchObject({
      kind: "rollback",
      status: "live",
    });
  });
});

describe("gates", () => {
  const all = {
    testCases: true,
    linkCoverage: 50,
    findings: true,
    changedOutcomes: 2,
    outcomeMix: 5,
    drift: true,
    evaluationMillis: 100,
    sql: true,
  };

  test("are evaluated, with the figures", async () => {
    const at = await solution({ approvals: 0, gates: all }, scorecard);
    const cases = scorecard.testCases ?? [];
    const past = { organisationId: admin.organisationId, versionId: at.first, definition: scorecard };
    await rememberExecutions(cases.map(({ input }) => ({ ...past, input })));
    const requestAt = await requested(at);
    const { gates, comparisonWss } = await checked(requestAt);
    expect(comparisonWss).not.toBeNull();
    expect(gates.map(({ gate, status, value }) => [gate, status, value])).toEqual([
      ["testCases", "passed", `${cases.length} of ${cases.length} pass`],
      ["linkCoverage", "passed", expect.stringMatching(/^\d+\.\d%$/)],
      ["findings", "passed", "no errors"],
      ["changedOutcomes", "passed", "0.0%"],
      ["outcomeMix", "passed", "0.0 points"],
      ["drift", "notApplicable", "does not apply"],
      ["evaluationMillis", "passed", expect.stringMatching(/ ms$/)],
      ["sql", "passed", "yes"],
    ]);
    await releaser.must("releaseRequest.release", { at: requestAt, body: { versionWss: at.versionId } });
  });

  test("that fail block approval and release; a fix in the same request makes them pass", async () => {
    const at = await solution({ approvals: 1, gates: { testCases: true, changedOutcomes: 2 } }, withBurden(scorecard, "-500"));
    const cases = scorecard.testCases ?? [];
    const past = { organisationId: admin.organisationId, versionId: at.first, definition: scorecard };
    await rememberExecutions(cases.map(({ input }) => ({ ...past, input })));
    const requestAt = await requested(at);
    const red = await checked(requestAt);
    expect(red.gates.map(({ gate, status }) => [gate, status])).toEqual([
      ["testCases", "failed"],
      ["changedOutcomes", "failed"],
    ]);
    const comment = { versionWss: at.versionId, comment: "Fine" };
    expect(await refusal(approver, "releaseRequest.approve", requestAt, comment)).toEqual([409, "GATES_BLOCK"]);
    expect(await refusal(releaser, "releaseRequest.release", requestAt, { versionWss: at.versionId })).toEqual([409, "GATES_BLOCK"]);
    await designer.must("definition.update", { at, body: scorecard });
    const fixed = await another(at);
    await designer.must("releaseRequest.replace", { at: requestAt, body: { versionWss: fixed, comment: "Points as before" } });
    const green = await checked(requestAt);
    expect(green.gates.map(({ status }) => status)).toEqual(["passed", "passed"]);
    expect((await approve(approver, { ...requestAt, versionId: fixed }))._embedded.blockedBy).toEqual([]);
  });

  test("compared over 0 executions block", async () => {
    const requestAt = await requested(await solution({ approvals: 0, gates: { changedOutcomes: 2 } }));
    expect((await checked(requestAt)).gates).toEqual([
      {
        gate: "changedOutcomes",
        over: "executions",
        status: "notEvaluated",
        value: "not evaluated",
        limit: "at most 2%",
        reason: "Nothing was compared: v1 has no executions.",
      },
    ]);
  });

  test("about outcomes are also evaluated over the policy's datasource, with the changed rows", async () => {
    const at = await solution({ approvals: 0 }, withBurden(scorecard, "-500"));
    const past = { organisationId: admin.organisationId, versionId: at.first, definition: scorecard };
    // All executions are declined by age, whatever the burden.
    const young = { ...applicant, age: 17 };
    await rememberExecutions([{ ...past, input: young }]);
    const datasource = { datasourceId: await loans(), fieldMapping: byName(scorecard) };
    const policy = { approvals: 0, gates: { changedOutcomes: 5, outcomeMix: 100 }, datasource };
    expect((await admin.must("solution.releasePolicy.update", { at, body: policy }))._embedded.datasourceName).toMatch(/^Loans/);
    const requestAt = await requested(at);
    const red = await checked(requestAt);
    expect(red.gates.map(({ gate, over, status }) => [gate, over, status])).toEqual([
      ["changedOutcomes", "executions", "passed"],
      ["changedOutcomes", "datasource", "failed"],
      ["outcomeMix", "executions", "passed"],
      ["outcomeMix", "datasource", "passed"],
    ]);
    expect(red.gates[1]).toMatchObject({ value: "50.0%", reason: expect.stringMatching(/^1 of 2 records of Loans/) });
    expect(red.blockedBy).toEqual(["Outcomes changed, datasource: 50.0%, at most 5%."]);
    const comparison = { comparisonId: red.datasourceComparisonWss ?? "" };
    const { items } = await admin.must("comparison.records", { at: comparison });
    expect(items.map(({ _embedded }) => _embedded)).toMatchObject([{ row: 1, outcomeRight: "Decline" }]);
  });

  test("over a datasource that does not fit block, with the reason", async () => {
    const at = await solution({ approvals: 0 });
    const [first = { key: "", name: "" }, ...others] = byName(scorecard);
    const datasource = { datasourceId: await loans(), fieldMapping: [{ ...first, value: "gone" }, ...others] };
    await admin.must("solution.releasePolicy.update", { at, body: { approvals: 0, gates: { outcomeMix: 5 }, datasource } });
    const requestAt = await requested(at);
    const blocked = await checked(requestAt);
    expect(blocked).toMatchObject({ datasourceComparisonWss: null });
    expect(blocked.datasourceProblem).toMatch(/^The mapping of Loans .* does not fit\. The datasource has no field gone\.$/);
    expect(blocked.gates[1]).toMatchObject({ over: "datasource", status: "notEvaluated", reason: blocked.datasourceProblem });
    // A policy without the datasource needs no result over it.
    await admin.must("solution.releasePolicy.update", { at, body: { approvals: 0, gates: {} } });
    await releaser.must("releaseRequest.release", { at: requestAt, body: { versionWss: at.versionId } });
  });

  test("over a datasource can be set by users who may run over it, and only for one solution", async () => {
    const at = await solution({ approvals: 0 });
    const datasource = { datasourceId: await loans(), fieldMapping: byName(scorecard) };
    const body = { approvals: 0, gates: {}, datasource };
    const setter = await newColleague(api, admin, ["solutions.list", "versions.list", "solution.policy"]);
    expect(await refusal(setter, "solution.releasePolicy.update", at, body)).toEqual([403, "PERMISSION_MISSING"]);
    expect(await refusal(admin, "releasePolicy.update", {}, body)).toEqual([400, "INVALID_REQUEST"]);
    const foreign = { ...datasource, datasourceId: newId() };
    expect(await refusal(admin, "solution.releasePolicy.update", at, { ...body, datasource: foreign })).toEqual([
      404,
      "DATASOURCE_NOT_FOUND",
    ]);
    await admin.must("solution.releasePolicy.update", { at, body });
    // A datasource chosen by another user stays when the rest is changed.
    expect((await setter.must("solution.releasePolicy.update", { at, body: { ...body, approvals: 2 } }))._embedded).toMatchObject({
      approvals: 2,
      datasource: { datasourceId: datasource.datasourceId },
    });
  });

  test("that run again delete the comparisons of the previous run, with their rows", async () => {
    const at = await solution({ approvals: 0, gates: { changedOutcomes: 2 } }, withBurden(scorecard, "-500"));
    const past = { organisationId: admin.organisationId, versionId: at.first, definition: scorecard };
    await rememberExecutions([{ ...past, input: applicant }]);
    const datasource = { datasourceId: await loans(), fieldMapping: byName(scorecard) };
    await admin.must("solution.releasePolicy.update", { at, body: { approvals: 0, gates: { changedOutcomes: 2 }, datasource } });
    const requestAt = await requested(at);
    const before = await checked(requestAt);
    const earlier = [before.comparisonWss ?? "", before.datasourceComparisonWss ?? ""] as const;
    expect(await storedOf(earlier)).toEqual({ records: 1, tables: 1 });
    await designer.must("releaseRequest.check", { at: requestAt });
    const after = await checked(requestAt);
    expect([after.comparisonWss, after.datasourceComparisonWss]).not.toEqual(earlier);
    for (const comparisonId of earlier) {
      expect(await refusal(admin, "comparison.read", { comparisonId })).toEqual([404, "COMPARISON_NOT_FOUND"]);
    }
    await vi.waitFor(async () => expect(await storedOf(earlier)).toEqual({ records: 0, tables: 0 }), { timeout: 60_000, interval: 200 });
  });

  test("that no longer pass void the approvals", async () => {
    const requestAt = await requested(await solution({ approvals: 1, gates: { testCases: true } }, scorecard));
    await approve(approver, requestAt);
    const [first, ...others] = scorecard.testCases ?? [];
    if (first === undefined) throw new Error("The example has cases.");
    const broken = { ...first, expect: { runtimeData: { result: "Unknown outcome" } } };
    await designer.must("definition.update", {
      at: { solutionId: requestAt["solutionId"] ?? "" },
      body: { ...scorecard, testCases: [broken, ...others] },
    });
    await designer.must("releaseRequest.check", { at: requestAt });
    const red = await checked(requestAt);
    expect(red).toMatchObject({ approvals: 0, gates: [{ gate: "testCases", status: "failed" }] });
    expect(red.thread.map(({ kind, isVoid }) => [kind, isVoid])).toEqual([
      ["approved", true],
      ["gates", false],
    ]);
    expect(red.thread.at(-1)?.text).toMatch(/^Test cases: \d+ of \d+ pass, all must pass\. Approvals are void\.$/);
  });

  test("of a stricter policy must run first", async () => {
    const requestAt = await requested(await solution({ approvals: 0 }));
    await admin.must("solution.releasePolicy.update", { at: requestAt, body: { approvals: 0, gates: { sql: true } } });
    const body = { versionWss: requestAt["versionId"] ?? "" };
    expect(await refusal(releaser, "releaseRequest.release", requestAt, body)).toEqual([409, "GATES_BLOCK"]);
    await designer.must("releaseRequest.check", { at: requestAt });
    await checked(requestAt);
    await releaser.must("releaseRequest.release", { at: requestAt, body });
  });
});

test("the organisation's policy applies to solutions without their own", async () => {
  const other = await newOrganisation(api, await rootAdministrator(api), "Policies");
  const made = await other.must("solutions.create", { body: { name: "Any", definition: scorecard } });
  const at = { solutionId: made._embedded.webSafeString };
  await other.must("releasePolicy.update", { body: { approvals: 1, gates: {} } });
  expect((await other.must("solution.releasePolicy.read", { at }))._embedded).toMatchObject({ approvals: 1, isOwn: false });
  await other.must("solution.releasePolicy.update", { at, body: { approvals: 3, gates: {} } });
  expect((await other.must("solution.releasePolicy.read", { at }))._embedded).toMatchObject({ approvals: 3, isOwn: true });
  await other.must("solution.releasePolicy.delete", { at });
  expect((await other.must("solution.releasePolicy.read", { at }))._embedded).toMatchObject({ approvals: 1, isOwn: false });
});

describe("a policy that two administrators change", () => {
  const strict = { approvals: 2, ownApproval: false, gates: {} };
  const loose = { approvals: 1, executions: 500, gates: {} };

  test.each(["organisation", "solution"] as const)("of the %s is not overwritten by one who has not seen it", async (whose) => {
    const other = await newOrganisation(api, await rootAdministrator(api), "Concurrent policies");
    const made = await other.must("solutions.create", { body: { name: "Any", definition: scorecard } });
    const at = whose === "solution" ? { solutionId: made._embedded.webSafeString } : {};
    const [read, update] =
      whose === "solution"
        ? (["solution.releasePolicy.read", "solution.releasePolicy.update"] as const)
        : (["releasePolicy.read", "releasePolicy.update"] as const);
    // Another policy than the one that is set.
    if (whose === "solution") await other.must("releasePolicy.update", { body: loose });
    expect((await other.must(read, { at }))._embedded.revision).toBeNull();
    const first = await Promise.all(
      [strict, loose].map((policy) => api.ask(other.token, update, { at, body: { ...policy, revision: null } })),
    );
    expect(first.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409]);

    const { revision } = (await other.must(read, { at }))._embedded;
    expect(revision).toEqual(expect.any(Number));
    const { _embedded: saved } = await other.must(update, { at, body: { ...strict, executions: 20, revision } });
    expect(await refusal(other, update, at, { ...loose, revision })).toEqual([409, "EDIT_CONFLICT"]);
    expect((await other.must(read, { at }))._embedded).toEqual(saved);
    // Without a revision there is no check.
    expect((await other.must(update, { at, body: loose }))._embedded.approvals).toBe(1);
  });

  test("is not created again by one who saw the policy of a solution before it was deleted", async () => {
    const { solutionId } = await solution({ approvals: 1 });
    const at = { solutionId };
    const { revision } = (await admin.must("solution.releasePolicy.read", { at }))._embedded;
    await admin.must("solution.releasePolicy.delete", { at });
    expect(await refusal(admin, "solution.releasePolicy.update", at, { ...loose, revision })).toEqual([409, "EDIT_CONFLICT"]);
    expect((await admin.must("solution.releasePolicy.read", { at }))._embedded).toMatchObject({ isOwn: false, revision: null });
  });

  test("of a solution is not deleted by one who has not seen it", async () => {
    const { solutionId } = await solution({ approvals: 1 });
    const at = { solutionId };
    const { revision } = (await admin.must("solution.releasePolicy.read", { at }))._embedded;
    const { _embedded: saved } = await admin.must("solution.releasePolicy.update", { at, body: { ...strict, revision } });
    const remove = async (seen: number | null) => {
      const query: Record<string, string> = seen === null ? {} : { revision: String(seen) };
      const response = await api.ask(admin.token, "solution.releasePolicy.delete", { at, query });
      return response.statusCode === 204 ? 204 : [response.statusCode, response.json<{ code: string }>().code];
    };
    expect(await remove(revision)).toEqual([409, "EDIT_CONFLICT"]);
    expect((await admin.must("solution.releasePolicy.read", { at }))._embedded).toEqual(saved);
    expect(await remove(saved.revision)).toBe(204);
    expect(await remove(saved.revision)).toEqual([409, "EDIT_CONFLICT"]);
    // Without a revision there is no check.
    expect(await remove(null)).toBe(204);
  });
});

import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { Ids } from "../testing/ids.ts";
import { asOwner, newColleague, newOrganisation, rootAdministrator, type Person } from "../testing/person.ts";
import { releasedSolution } from "../testing/rollout-executions.ts";
import { startTestApi, type TestApi } from "../testing/test-api.ts";

let api: TestApi;
let admin: Person;
let releaser: Person;

beforeAll(async () => {
  api = await startTestApi();
  admin = await newOrganisation(api, await rootAdministrator(api), "Approvals");
  releaser = await newColleague(api, admin, ["solutions.list", "versions.list", "solution.release"]);
});
afterAll(() => api.close());

interface Policy {
  readonly approvals: number;
  readonly ownApproval: boolean;
  readonly gates: { readonly linkCoverage?: number };
}
const approvals: Policy = { approvals: 1, ownApproval: true, gates: {} };
const minutes = 60;

/** A released solution whose policy requires an approval, with another version. */
async function guarded(policy: Policy = approvals): Promise<Ids> {
  const at = await releasedSolution(admin);
  await setPolicy(at, policy);
  return at;
}

function setPolicy(at: Ids, policy: Policy) {
  return admin.must("solution.releasePolicy.update", { at, body: policy });
}

async function requested(at: Ids, versionId = at["challengerId"] ?? ""): Promise<Ids> {
  const { _embedded } = await admin.must("solution.releaseRequests.create", { at, body: { versionWss: versionId } });
  const own = { ...at, releaseRequestId: _embedded.webSafeString };
  await until(async () => expect((await admin.must("releaseRequest.read", { at: own }))._embedded.gatesState).toBe("done"));
  return own;
}

async function approved(at: Ids): Promise<Ids> {
  const own = await requested(at);
  await admin.must("releaseRequest.approve", { at: own, body: verdict(own) });
  return own;
}

const verdict = (at: Ids) => ({ versionWss: at["challengerId"] ?? "", comment: "Seen." });
const another = async (at: Ids) => (await admin.must("solution.versions.create", { at, body: {} }))._embedded.webSafeString;
const until = <T>(look: () => Promise<T>) => vi.waitFor(look, { timeout: 30_000, interval: 100 });

const split = (at: Ids, versionWss = at["challengerId"]) => ({ kind: "split" as const, versionWss: versionWss ?? "", share: 10 });
const ramp = (at: Ids, shares = [100]) => ({
  kind: "ramp" as const,
  versionWss: at["challengerId"] ?? "",
  steps: shares.map((share) => ({ share, minutes })),
});
const shadow = (at: Ids) => ({ kind: "shadow" as const, versionWss: at["challengerId"] ?? "", share: 100 });

async function start(at: Ids, body: ReturnType<typeof split> | ReturnType<typeof ramp> | ReturnType<typeof shadow>): Promise<Ids> {
  return { ...at, rolloutId: (await releaser.must("solution.rollouts.create", { at, body }))._embedded.webSafeString };
}

async function refusal(person: Person, name: Parameters<TestApi["ask"]>[1], at: Ids, body: object): Promise<string> {
  const answer = await api.ask(person.token, name, { at, body });
  expect(answer.statusCode).toBeGreaterThanOrEqual(400);
  return answer.json<{ code: string }>().code;
}

/** The refusals of both kinds that serve callers. */
async function refusals(at: Ids, person = releaser): Promise<readonly string[]> {
  return [
    await refusal(person, "solution.rollouts.create", at, split(at)),
    await refusal(person, "solution.rollouts.create", at, ramp(at)),
  ];
}
const bothNeedRequest = ["RELEASE_NEEDS_REQUEST", "RELEASE_NEEDS_REQUEST"];

const readRollout = async (at: Ids) => (await admin.must("rollout.read", { at }))._embedded;
const entryOf = async (at: Ids) => (await api.parts.releases.get(at["solutionId"] ?? ""))?.value;

/** The live version after the rollback, when no entry names the other version any more. */
async function liveAfterRollback(at: Ids): Promise<string | undefined> {
  await until(async () => expect((await readRollout(at)).status).toBe("rolledBack"));
  expect((await readRollout(at)).message).toContain("The release policy requires an approved release request");
  await until(async () => expect((await entryOf(at))?.challenger).toBeUndefined());
  return (await entryOf(at))?.versionId;
}

/** The worker may have rolled it back already. */
async function expectNoWayOn(at: Ids): Promise<void> {
  const codes = ["RELEASE_NEEDS_REQUEST", "ROLLOUT_ENDED"];
  expect(codes).toContain(await refusal(releaser, "rollout.change", at, { share: 100 }));
  expect(codes).toContain(await refusal(releaser, "rollout.promote", at, {}));
}

describe("without an approval no rollout that answers callers can start", () => {
  test("without a request, also not as a ramp of one step of 100%", async () => {
    expect(await refusals(await guarded())).toEqual(bothNeedRequest);
  });

  test("with a request that is not approved, or was withdrawn or rejected after its approval", async () => {
    const open = await requested(await guarded());
    expect(await refusals(open)).toEqual(bothNeedRequest);
    await admin.must("releaseRequest.approve", { at: open, body: verdict(open) });
    await admin.must("releaseRequest.withdraw", { at: open });
    expect(await refusals(open)).toEqual(bothNeedRequest);
    const again = await approved(open);
    await admin.must("releaseRequest.reject", { at: again, body: verdict(again) });
    expect(await refusals(again)).toEqual(bothNeedRequest);
  });

  test("with an approval of another version, or one that another version has voided", async () => {
    const at = await approved(await guarded());
    expect(await refusal(releaser, "solution.rollouts.create", at, split(at, await another(at)))).toBe("RELEASE_NEEDS_REQUEST");
    await admin.must("releaseRequest.replace", { at, body: { versionWss: await another(at) } });
    expect(await refusals(at)).toEqual(bothNeedRequest);
    await admin.must("releaseRequest.replace", { at, body: { versionWss: at["challengerId"] ?? "" } });
    expect(await refusals(at)).toEqual(bothNeedRequest);
  });

  test("with a gate that failed or was not run", async () => {
    const at = await approved(await guarded());
    await setPolicy(at, { ...approvals, gates: { linkCoverage: 100 } });
    expect(await refusals(at)).toEqual(bothNeedRequest);
    await admin.must("releaseRequest.check", { at });
    await until(async () =>
      expect((await admin.must("releaseRequest.read", { at }))._embedded.gates).toMatchObject([{ status: "notEvaluated" }]),
    );
    expect(await refusals(at)).toEqual(bothNeedRequest);
  });

  test("by the organisation's policy", async () => {
    const own = await newOrganisation(api, await rootAdministrator(api), "Strict");
    const at = await releasedSolution(own);
    await own.must("releasePolicy.update", { body: approvals });
    expect(await refusals(at, own)).toEqual(bothNeedRequest);
  });

  test("by a user without the permission to release, or of another organisation", async () => {
    const at = await approved(await guarded());
    const designer = await newColleague(api, admin, ["solutions.list", "versions.list", "solution.update", "solution.approve"]);
    expect(await refusal(designer, "solution.rollouts.create", at, split(at))).toBe("PERMISSION_MISSING");
    const running = await start(at, split(at));
    expect(await refusal(designer, "rollout.promote", running, {})).toBe("PERMISSION_MISSING");
    const stranger = await newOrganisation(api, await rootAdministrator(api), "Strangers");
    expect(await refusal(stranger, "rollout.promote", running, {})).toBe("ROLLOUT_NOT_FOUND");
  });

  test("a shadow needs none, answers no caller whatever its share, and cannot be promoted", async () => {
    const without = await guarded();
    const at = await start(without, shadow(without));
    await releaser.must("rollout.change", { at, body: { share: 50 } });
    expect(await entryOf(at)).toMatchObject({ versionId: at["versionId"], shadow: { share: 5_000 } });
    expect((await entryOf(at))?.challenger).toBeUndefined();
    expect(await refusal(releaser, "rollout.promote", at, {})).toBe("RELEASE_NEEDS_REQUEST");
  });
});

describe("a lost approval ends the rollout", () => {
  test("when the request is withdrawn", async () => {
    const allowed = await approved(await guarded());
    const at = await start(allowed, ramp(allowed, [10, 100]));
    expect((await readRollout(at)).releaseRequestWss).toBe(at["releaseRequestId"]);
    await admin.must("releaseRequest.withdraw", { at });
    await expectNoWayOn(at);
    expect(await liveAfterRollback(at)).toBe(at["versionId"]);
  });

  test("when the request is rejected", async () => {
    const allowed = await approved(await guarded());
    const at = await start(allowed, split(allowed));
    await admin.must("releaseRequest.reject", { at, body: verdict(at) });
    await expectNoWayOn(at);
    expect(await liveAfterRollback(at)).toBe(at["versionId"]);
  });

  test("when another version replaces the approved one", async () => {
    const allowed = await approved(await guarded());
    const at = await start(allowed, split(allowed));
    await admin.must("releaseRequest.replace", { at, body: { versionWss: await another(at) } });
    await expectNoWayOn(at);
    expect(await liveAfterRollback(at)).toBe(at["versionId"]);
  });

  test("when the policy becomes stricter than what was approved", async () => {
    const free = await releasedSolution(admin);
    const at = await start(free, ramp(free, [10, 100]));
    await setPolicy(at, approvals);
    await expectNoWayOn(at);
    expect(await liveAfterRollback(at)).toBe(at["versionId"]);
  });

  test("and a ramp is not released after its last step", async () => {
    const allowed = await approved(await guarded());
    const at = await start(allowed, ramp(allowed));
    await setPolicy(at, { ...approvals, approvals: 2 });
    await asOwner((owner) => owner.query("update rollouts set step_at = step_at - interval '2 hours' where id = $1", [at["rolloutId"]]));
    expect(await liveAfterRollback(at)).toBe(at["versionId"]);
  });
});

describe("with an approval", () => {
  test("a split is promoted, and its request is released", async () => {
    const allowed = await approved(await guarded());
    const at = await start(allowed, split(allowed));
    expect((await releaser.must("rollout.promote", { at, body: {} }))._embedded.status).toBe("promoted");
    const { _embedded: request } = await admin.must("releaseRequest.read", { at });
    expect(request).toMatchObject({ status: "released", liveVersionWss: at["versionId"], isBypassed: false });
    expect(request.releaseWss).not.toBeNull();
    expect(request.thread.at(-1)).toMatchObject({ kind: "released" });
    expect(await refusal(releaser, "rollout.promote", at, {})).toBe("ROLLOUT_ENDED");
  });

  test("a completed ramp is released, and its request with it", async () => {
    const allowed = await approved(await guarded());
    const at = await start(allowed, ramp(allowed));
    await asOwner((owner) => owner.query("update rollouts set step_at = step_at - interval '2 hours' where id = $1", [at["rolloutId"]]));
    await until(async () => expect((await readRollout(at)).status).toBe("promoted"));
    expect((await admin.must("releaseRequest.read", { at }))._embedded.status).toBe("released");
    expect(await entryOf(at)).toMatchObject({ versionId: at["challengerId"] });
  });

  test("a version that was live before needs none, like a rollback", async () => {
    const at = await approved(await guarded());
    await releaser.must("releaseRequest.release", { at, body: { versionWss: at["challengerId"] ?? "" } });
    const back = await start(at, split(at, at["versionId"]));
    expect((await releaser.must("rollout.promote", { at: back, body: {} }))._embedded.status).toBe("promoted");
  });
});

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newColleague, newOrganisation, rootAdministrator, type Person } from "../testing/person.ts";
import { release, rollout, runnable, shadow, solution, version } from "../testing/specimens.ts";
import type { Ids } from "../testing/ids.ts";
import { startTestApi, type TestApi } from "../testing/test-api.ts";

let api: TestApi;
let admin: Person;

beforeAll(async () => {
  api = await startTestApi();
  admin = await newOrganisation(api, await rootAdministrator(api), "Rollouts");
});
afterAll(() => api.close());

async function another(at: Ids): Promise<string> {
  return (await admin.must("solution.versions.create", { at, body: {} }))._embedded.webSafeString;
}

const entryOf = async (at: Ids) => (await api.parts.releases.get(at["solutionId"] ?? ""))?.value;
const readRollout = async (at: Ids) => (await admin.must("rollout.read", { at }))._embedded;
const started = async (at: Ids, body: Parameters<typeof create>[1]): Promise<Ids> => ({
  ...at,
  rolloutId: (await create(at, body)).webSafeString,
});

async function create(
  at: Ids,
  body: {
    kind: "shadow" | "split" | "ramp";
    versionWss: string;
    share?: number;
    steps?: { share: number; minutes: number }[];
    field?: string;
  },
) {
  return (await admin.must("solution.rollouts.create", { at, body }))._embedded;
}

async function refusal(name: Parameters<TestApi["ask"]>[1], at: Ids, body?: object): Promise<readonly [number, string]> {
  const answer = await api.ask(admin.token, name, { at, ...(body === undefined ? {} : { body }) });
  return [answer.statusCode, answer.json<{ code: string }>().code];
}

describe("a split", () => {
  test("has its version served and is published to the runtimes with its share, until it ends", async () => {
    const at = await release(admin);
    const challenger = await another(at);
    const made = await create(at, { kind: "split", versionWss: challenger, share: 12.5 });
    expect(made).toMatchObject({ number: 1, kind: "split", status: "running", share: 12.5, versionWss: challenger, field: null });
    expect(made).toMatchObject({ liveVersionWss: at["versionId"], message: "", endedDate: null, stepDate: null, nextStepDate: null });
    expect(made.beganDate).not.toBeNull();
    const { deploymentStatus } = (await admin.must("version.read", { at: { versionId: challenger } }))._embedded;
    expect(deploymentStatus).toBe("serving");
    const salt = made.webSafeString;
    expect((await entryOf(at))?.challenger).toEqual({ rolloutId: salt, versionId: challenger, share: 1_250, salt });
    const [lease] = api.parts.runtimes.live();
    expect(lease?.appliedReleases).toBeGreaterThanOrEqual((await api.parts.releases.get(at["solutionId"] ?? ""))?.revision ?? Infinity);

    const own = { ...at, rolloutId: salt };
    expect((await admin.must("rollout.change", { at: own, body: { share: 50 } }))._embedded.share).toBe(50);
    expect((await entryOf(at))?.challenger).toMatchObject({ share: 5_000 });
    const ended = (await admin.must("rollout.end", { at: own, body: { reason: "No difference" } }))._embedded;
    expect(ended).toMatchObject({ status: "ended", message: "No difference" });
    expect(ended.endedDate).not.toBeNull();
    expect((await entryOf(at))?.challenger).toBeUndefined();
    expect(await refusal("rollout.change", own, { share: 1 })).toEqual([409, "ROLLOUT_ENDED"]);
    const { items } = await admin.must("solution.rollouts.list", { at });
    expect(items.map(({ _embedded }) => _embedded.webSafeString)).toEqual([salt]);
  });

  test("that is promoted becomes the live release", async () => {
    const at = await rollout(admin);
    const promoted = (await admin.must("rollout.promote", { at, body: { reason: "Better" } }))._embedded;
    expect(promoted).toMatchObject({ status: "promoted", message: "" });
    expect(await entryOf(at)).toMatchObject({ versionId: at["challengerId"], number: 2 });
    expect((await entryOf(at))?.challenger).toBeUndefined();
    const { items } = await admin.must("solution.releases.list", { at });
    expect(items[0]?._embedded).toMatchObject({ status: "live", reason: "Better", versionWss: at["challengerId"] });
  });

  test("is ended by a release of another version", async () => {
    const at = await rollout(admin);
    await admin.must("solution.releases.create", { at, body: { versionWss: await another(at) } });
    expect(await readRollout(at)).toMatchObject({ status: "ended", message: "Another version was released." });
    expect((await entryOf(at))?.challenger).toBeUndefined();
  });

  test("keeps a caller in one arm by an input field of the live version", async () => {
    const fields = { applicationDatasetFields: [{ key: "f1", name: "customer", type: "String", required: false }] } as const;
    const drawn = await solution(admin);
    await admin.must("definition.update", {
      at: drawn,
      body: { ...runnable, ...fields, applicationDatasetFields: [...fields.applicationDatasetFields] },
    });
    const live = await another(drawn);
    await admin.must("solution.releases.create", { at: drawn, body: { versionWss: live } });
    const challenger = await another(drawn);
    expect(await refusal("solution.rollouts.create", drawn, { kind: "split", versionWss: challenger, share: 10, field: "income" })).toEqual(
      [400, "INVALID_REQUEST"],
    );
    await create(drawn, { kind: "split", versionWss: challenger, share: 10, field: "customer" });
    expect((await entryOf(drawn))?.challenger).toMatchObject({ field: "customer" });
  });
});

describe("a ramp", () => {
  const steps = [
    { share: 1, minutes: 60 },
    { share: 10, minutes: 60 },
    { share: 50, minutes: 60 },
  ];

  test("starts with its first step", async () => {
    const at = await release(admin);
    const made = await create(at, { kind: "ramp", versionWss: await another(at), steps });
    expect(made).toMatchObject({ share: 1, step: 0, steps });
    expect(Date.parse(made.nextStepDate ?? "") - Date.parse(made.stepDate ?? "")).toBe(3_600_000);
    expect((await entryOf(at))?.challenger?.share).toBe(100);
  });

  test("continues from a share that was set", async () => {
    const at = await release(admin);
    const own = await started(at, { kind: "ramp", versionWss: await another(at), steps });
    const changed = (await admin.must("rollout.change", { at: own, body: { share: 20 } }))._embedded;
    expect(changed).toMatchObject({ share: 20, step: 0 });
    expect(changed.steps.map(({ share }) => share)).toEqual([20, 50]);
  });
});

describe("a shadow", () => {
  test("runs concurrently with a split and answers no caller", async () => {
    const at = await shadow(admin);
    await create(at, { kind: "split", versionWss: at["challengerId"] ?? "", share: 5 });
    const entry = await entryOf(at);
    expect(entry?.shadow).toEqual({ rolloutId: at["rolloutId"], versionId: at["challengerId"], share: 10_000 });
    expect(entry?.challenger?.share).toBe(500);
    expect(await refusal("solution.rollouts.create", at, { kind: "shadow", versionWss: at["challengerId"], share: 5 })).toEqual([
      409,
      "ROLLOUT_RUNNING",
    ]);
    await admin.must("rollout.end", { at, body: {} });
    expect((await entryOf(at))?.shadow).toBeUndefined();
    expect((await entryOf(at))?.challenger?.share).toBe(500);
  });
});

describe("a rollout", () => {
  test("requires a released version and another one of the same solution", async () => {
    const unreleased = await version(admin);
    const body = (versionWss: string) => ({ kind: "split", share: 10, versionWss });
    expect(await refusal("solution.rollouts.create", unreleased, body(unreleased["versionId"] ?? ""))).toEqual([409, "NOTHING_RELEASED"]);
    const at = await release(admin);
    expect(await refusal("solution.rollouts.create", at, body(at["versionId"] ?? ""))).toEqual([409, "VERSION_ALREADY_LIVE"]);
    expect(await refusal("solution.rollouts.create", at, body(unreleased["versionId"] ?? ""))).toEqual([404, "VERSION_NOT_FOUND"]);
    const running = await rollout(admin);
    expect(await refusal("solution.rollouts.create", running, body(await another(running)))).toEqual([409, "ROLLOUT_RUNNING"]);
  });

  test("prevents its version from being stopped and deleted", async () => {
    const at = await rollout(admin);
    const challenger = { versionId: at["challengerId"] ?? "" };
    expect(await refusal("version.stop", challenger)).toEqual([409, "VERSION_IN_ROLLOUT"]);
    expect(await refusal("version.delete", challenger)).toEqual([409, "VERSION_IN_ROLLOUT"]);
    await admin.must("rollout.end", { at, body: {} });
    await admin.must("version.stop", { at: challenger });
  });

  test("of many concurrent ones, one starts", async () => {
    const at = await release(admin);
    const versions = await Promise.all(Array.from({ length: 4 }, () => another(at)));
    const answers = await Promise.all(
      versions.map((versionWss) =>
        api.ask(admin.token, "solution.rollouts.create", { at, body: { kind: "split", versionWss, share: 10 } }),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)).toEqual([201, 409, 409, 409]);
  });

  test("requires the permission to release", async () => {
    const at = await rollout(admin);
    const designer = await newColleague(api, admin, ["solutions.list", "versions.list", "solution.update"]);
    for (const [name, body] of [
      ["rollout.change", { share: 20 }],
      ["rollout.end", {}],
      ["rollout.promote", {}],
    ] as const) {
      const answer = await api.ask(designer.token, name, { at, body });
      expect([name, answer.statusCode, answer.json<{ code: string }>().code]).toEqual([name, 403, "PERMISSION_MISSING"]);
    }
    const { _links } = await designer.must("rollout.read", { at });
    expect(Object.keys(_links).toSorted()).toEqual(["results", "self"]);
  });
});

import { scoresKey } from "@airlock/contract";
import type { BucketEntry } from "@airlock/platform";
import { expect, test } from "vitest";
import { reconcile, type DesiredEntry } from "./reconcile.ts";

const desired = (id: string, summary: string): DesiredEntry => ({ organisationId: "o", id, summary });

function deployment(key: string, desired: "serving" | "stopped", hash: string): BucketEntry<"deployments"> {
  const definition = {
    solutionDefinition: { nodes: [], links: [], zoom: 1 },
    applicationDatasetFields: [],
    runtimeDatasetFields: [],
    applicationTestData: [],
  };
  const value = { versionId: key, solutionId: "s", organisationId: "o", desired, behaviour: 1, hash, definition };
  return { key, revision: 1, value, text: JSON.stringify(value), signature };
}

const signature = { sequence: 5, present: true, deleted: false };

async function published(
  wanted: Readonly<Record<"version" | "key", readonly DesiredEntry[]> & Partial<Record<"release" | "secret", readonly DesiredEntry[]>>>,
  deployments: readonly BucketEntry<"deployments">[],
  keys: readonly BucketEntry<"keys">[] = [],
  secrets: readonly BucketEntry<"secrets">[] = [],
  lastNumber = 10,
  scores: readonly BucketEntry<"scores">[] = [],
  releases: readonly BucketEntry<"releases">[] = [],
) {
  const given: string[] = [];
  const counts = await reconcile({
    // Pages of two.
    desired: (kind, after) => Promise.resolve((wanted[kind] ?? []).filter(({ id }) => id > after).slice(0, 2)),
    deployments: { all: () => Promise.resolve(deployments) },
    releases: { all: () => Promise.resolve(releases) },
    scores: { all: () => Promise.resolve(scores) },
    lists: { all: () => Promise.resolve([]) },
    keys: { all: () => Promise.resolve(keys) },
    secrets: { all: () => Promise.resolve(secrets) },
    lastNumber: () => Promise.resolve(lastNumber),
    publish: (kind, missing) => Promise.resolve(void given.push(...missing.map(({ id }) => `${kind} ${id}`))),
  });
  return { given, counts };
}

test("entries that match their rows are not written again", async () => {
  const { given } = await published({ version: [desired("v1", "serving h1"), desired("v2", "gone")], key: [] }, [
    deployment("v1", "serving", "h1"),
    { key: "v2", revision: 2, value: undefined, text: "{}", signature: { ...signature, deleted: true } },
  ]);
  expect(given).toEqual([]);
});

test("missing, different and unreadable entries are written again, over all pages", async () => {
  const version = [
    desired("v1", "serving h1"),
    desired("v2", "stopped h2"),
    desired("v3", "serving h3"),
    desired("v4", "gone"),
    desired("v5", "serving h5"),
  ];
  const { given, counts } = await published(
    { version, key: [desired("k1", "hash"), desired("k2", "gone")], secret: [desired("s1", "m 1")] },
    [
      deployment("v1", "serving", "h1"),
      deployment("v2", "serving", "h2"),
      { key: "v3", revision: 2, value: undefined, text: "{" },
      deployment("v4", "serving", "h4"),
    ],
  );
  expect(given).toEqual(["version v2", "version v3", "version v4", "version v5", "key k1", "key k2", "secret s1"]);
  expect(counts).toEqual({ versions: 4, releases: 0, keys: 2, secrets: 1, ahead: 0 });
});

test("a secret whose row was deleted with its organisation is written too, so that runtimes delete it", async () => {
  const value = {
    secretId: "s2",
    organisationId: "gone",
    name: "N",
    hosts: [],
    masterKey: "m",
    sealedDataKey: "",
    sealed: "",
    revision: 1,
  };
  const known = [value, { ...value, secretId: "s1", organisationId: "o" }].map((one) => ({
    key: one.secretId,
    revision: 1,
    value: one,
    text: JSON.stringify(one),
    signature,
  }));
  const { given } = await published({ version: [], key: [], secret: [desired("s1", "m 1")] }, [], [], known);
  expect(given).toEqual(["secret s2"]);
});

function key(id: string, fields: Partial<BucketEntry<"keys">> = {}): BucketEntry<"keys"> {
  const value = { keyId: id, organisationId: "o", userId: "u", permissions: ["solution.execute"], hash: "hash" };
  return { key: id, revision: 1, value, text: JSON.stringify(value), signature, ...fields };
}

test("keys and versions without a row are deleted, forged or not", async () => {
  const { given } = await published(
    { version: [], key: [desired("k1", "hash")] },
    [deployment("v1", "serving", "h1")],
    [key("k1"), key("k2"), key("k3", { signature: undefined }), key("k4", { signature: { ...signature, deleted: true } })],
  );
  expect(given).toEqual(["version v1", "key k2", "key k3"]);
});

test("entries without a signature, or signed with an older master key, are signed again", async () => {
  const { given } = await published(
    { version: [], key: [desired("k1", "hash"), desired("k2", "hash"), desired("k3", "gone")] },
    [],
    [
      key("k1", { signature: undefined }),
      key("k2", { signature: { ...signature, present: false } }),
      key("k3", { value: undefined, text: undefined, signature: undefined }),
    ],
  );
  expect(given).toEqual(["key k1", "key k2", "key k3"]);
});

test("a version is written again while the head of its scores is not signed with the current master key", async () => {
  const model = { predictionId: "p", model: 1 };
  const head = { ...model, organisationId: "o", number: 1, hash: "h", persons: 1 };
  const using = (key: string, desired: "serving" | "stopped") => {
    const entry = deployment(key, desired, "h");
    return { ...entry, value: { ...entry.value!, scores: [model] } };
  };
  const version = [desired("v1", "serving h"), desired("v2", "stopped h"), desired("v3", "serving h")];
  const deployments = [using("v1", "serving"), using("v2", "stopped"), deployment("v3", "serving", "h")];
  const withHead = (signed: BucketEntry<"scores">["signature"]) =>
    published({ version, key: [] }, deployments, [], [], 10, [
      { key: scoresKey(model), revision: 1, value: head, text: "", signature: signed },
    ]);
  expect((await withHead(undefined)).given).toEqual(["version v1"]);
  expect((await withHead({ ...signature, present: false })).given).toEqual(["version v1"]);
  expect((await withHead(signature)).given).toEqual([]);
});

test("entries that are newer than a restored Postgres are neither overwritten nor deleted, but counted", async () => {
  const { given, counts } = await published(
    { version: [desired("v1", "serving h1"), desired("v2", "serving h2")], key: [desired("k1", "hash")] },
    // v1 was stopped after the time to which Postgres was restored; v2 has not changed since.
    [{ ...deployment("v1", "stopped", "h1"), signature: { ...signature, sequence: 11 } }, deployment("v2", "stopped", "h2")],
    // k1 was revoked and k2 was created after that time.
    [key("k1", { signature: { present: true, sequence: 12, deleted: true } }), key("k2", { signature: { ...signature, sequence: 13 } })],
  );
  expect(given).toEqual(["version v2"]);
  expect(counts).toEqual({ versions: 1, releases: 0, keys: 0, secrets: 0, ahead: 3 });
});

test("a release is written again if its entry has another share of a rollout, or none", async () => {
  const keys = [{ key: "loan-check" }];
  const entry = (key: string, value: object): BucketEntry<"releases"> => {
    const release = { solutionId: key, organisationId: "o", releaseId: "r", number: 1, versionId: "v", keys, ...value };
    return { key, revision: 1, value: release, text: JSON.stringify(release), signature };
  };
  const challenger = { rolloutId: "b", versionId: "w", share: 1_000, salt: "b" };
  const shadow = { rolloutId: "a", versionId: "w", share: 10_000 };
  const summary = "r loan-check a:10000 b:1000";
  const { given } = await published(
    { version: [], key: [], release: ["s1", "s2", "s3", "s4"].map((id) => desired(id, summary)) },
    [],
    [],
    [],
    10,
    [],
    [
      entry("s1", { challenger, shadow }),
      entry("s2", { challenger: { ...challenger, share: 5_000 }, shadow }),
      entry("s3", { shadow }),
      entry("s4", {}),
    ],
  );
  expect(given).toEqual(["release s2", "release s3", "release s4"]);
});

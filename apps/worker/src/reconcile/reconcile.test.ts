import type { BucketEntry } from "@airlock/platform";
import { expect, test } from "vitest";
import { reconcile, type StandingOrder } from "./reconcile.ts";

const order = (id: string, summary: string): StandingOrder => ({ organisationId: "o", id, summary });

function deployment(key: string, desired: "serving" | "stopped", hash: string): BucketEntry<"deployments"> {
  const definition = {
    solutionDefinition: { nodes: [], links: [], zoom: 1 },
    applicationDatasetFields: [],
    runtimeDatasetFields: [],
    applicationTestData: [],
  };
  const value = { versionId: key, solutionId: "s", organisationId: "o", desired, behaviour: 1, hash, definition };
  return { key, revision: 1, value, text: JSON.stringify(value) };
}

async function ordered(
  orders: Readonly<Record<"version" | "key", readonly StandingOrder[]> & { readonly secret?: readonly StandingOrder[] }>,
  deployments: readonly BucketEntry<"deployments">[],
  keys: readonly BucketEntry<"keys">[] = [],
  secrets: readonly BucketEntry<"secrets">[] = [],
) {
  const given: string[] = [];
  const counts = await reconcile({
    // Two to a page.
    orders: (kind, after) => Promise.resolve((orders[kind] ?? []).filter(({ id }) => id > after).slice(0, 2)),
    deployments: { all: () => Promise.resolve(deployments) },
    keys: { all: () => Promise.resolve(keys) },
    secrets: { all: () => Promise.resolve(secrets) },
    order: (kind, missing) => Promise.resolve(void given.push(...missing.map(({ id }) => `${kind} ${id}`))),
  });
  return { given, counts };
}

test("what the buckets show already is left alone", async () => {
  const { given } = await ordered({ version: [order("v1", "serving h1"), order("v2", "gone")], key: [] }, [
    deployment("v1", "serving", "h1"),
    { key: "v2", revision: 2, value: undefined, text: undefined },
  ]);
  expect(given).toEqual([]);
});

test("what is missing, different or unreadable is ordered again, over all pages", async () => {
  const version = [
    order("v1", "serving h1"),
    order("v2", "stopped h2"),
    order("v3", "serving h3"),
    order("v4", "gone"),
    order("v5", "serving h5"),
  ];
  const { given, counts } = await ordered({ version, key: [order("k1", "hash"), order("k2", "gone")], secret: [order("s1", "m 1")] }, [
    deployment("v1", "serving", "h1"),
    deployment("v2", "serving", "h2"),
    { key: "v3", revision: 2, value: undefined, text: "{" },
    deployment("v4", "serving", "h4"),
  ]);
  expect(given).toEqual(["version v2", "version v3", "version v4", "version v5", "key k1", "key k2", "secret s1"]);
  expect(counts).toEqual({ versions: 4, keys: 2, secrets: 1 });
});

test("a secret whose row went with its organisation is ordered too, so that runtimes forget it", async () => {
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
  }));
  const { given } = await ordered({ version: [], key: [], secret: [order("s1", "m 1")] }, [], [], known);
  expect(given).toEqual(["secret s2"]);
});

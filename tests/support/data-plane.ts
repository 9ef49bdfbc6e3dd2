import { createHash, randomBytes } from "node:crypto";
import { canonicalJson, formatKey, type BucketValues, type DeploymentEntry, type KeyEntry } from "@airlock/contract";
import { currentBehaviour, type Definition } from "@airlock/engine";
import { connectNats, createEntrySigner, createLog, ensureDataPlane, newId, openBucket, type Bucket, type Nats } from "@airlock/platform";
import { readMasterKeys } from "@airlock/platform/secrets";
import { developmentMasterKeys } from "../../services/environment.ts";
import { eventually } from "./eventually.ts";
import { sampleFlow } from "./sample-flow.ts";

/** Writes what the api would write for runtimes directly into the buckets: for tests of the data plane alone, without a control plane. */
export interface DataPlane {
  readonly nats: Nats;
  readonly deployments: Bucket<"deployments">;
  readonly releases: Bucket<"releases">;
  readonly keys: Bucket<"keys">;
  readonly secrets: Bucket<"secrets">;
  readonly scores: Bucket<"scores">;
  readonly lists: Bucket<"lists">;
  readonly runtimes: Bucket<"runtimes">;
  /** Returns the revision. */
  readonly deploy: (deployment?: Partial<DeploymentEntry>) => Promise<DeploymentEntry & { readonly revision: number }>;
  readonly issueKey: (key?: Partial<KeyEntry>) => Promise<KeyEntry & { readonly token: string }>;
  /** Writes an entry like the control plane, or deletes it if there is no value; returns the revision. */
  readonly write: <Name extends SignedBucket>(bucket: Bucket<Name>, key: string, value: BucketValues[Name] | undefined) => Promise<number>;
  readonly openAnswers: () => Promise<Bucket<"answers">>;
  readonly close: () => Promise<void>;
}

type SignedBucket = "deployments" | "releases" | "keys" | "secrets" | "scores" | "lists";

/** Far above what Postgres has assigned, so that a worker does not remove these entries, which have no rows. */
let lastNumber = Date.now();

export async function openDataPlane(natsUrl: string): Promise<DataPlane> {
  const nats = await connectNats({ url: natsUrl, name: "test", log: createLog({ name: "test", level: "silent" }) });
  // Retried, because the server may be busy.
  const made = () =>
    ensureDataPlane(nats, { replicas: 1 }).then(
      () => true,
      () => undefined,
    );
  await eventually("the buckets", made, { seconds: 30 });
  const signer = createEntrySigner(readMasterKeys(developmentMasterKeys));
  const deployments = await openBucket(nats, "deployments", signer);
  const releases = await openBucket(nats, "releases", signer);
  const keys = await openBucket(nats, "keys", signer);
  const secrets = await openBucket(nats, "secrets", signer);
  const scores = await openBucket(nats, "scores", signer);
  const lists = await openBucket(nats, "lists", signer);
  const runtimes = await openBucket(nats, "runtimes");
  const write: DataPlane["write"] = async (bucket, key, value) => {
    lastNumber += 1;
    const revision = await bucket.replace(key, value, (await bucket.get(key))?.revision ?? 0, lastNumber);
    if (revision === undefined) throw new Error(`Another process wrote ${key} at the same time.`);
    return revision;
  };
  return {
    nats,
    deployments,
    releases,
    keys,
    secrets,
    scores,
    lists,
    write,
    runtimes,
    deploy: async (given = {}) => {
      const definition: Definition = given.definition ?? sampleFlow();
      const entry: DeploymentEntry = {
        versionId: newId(),
        solutionId: newId(),
        organisationId: newId(),
        desired: "serving",
        behaviour: currentBehaviour,
        hash: createHash("sha256").update(canonicalJson(definition)).digest("hex"),
        definition,
        ...given,
      };
      return { ...entry, revision: await write(deployments, entry.versionId, entry) };
    },
    issueKey: async (given = {}) => {
      const secret = randomBytes(24).toString("base64url");
      const entry: KeyEntry = {
        keyId: newId(),
        organisationId: newId(),
        userId: newId(),
        permissions: ["solution.execute"],
        hash: createHash("sha256").update(secret).digest("hex"),
        ...given,
      };
      await write(keys, entry.keyId, entry);
      return { ...entry, token: formatKey(entry.keyId, secret) };
    },
    openAnswers: () => openBucket(nats, "answers"),
    close: nats.close,
  };
}

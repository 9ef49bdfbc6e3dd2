import { createHash, randomBytes } from "node:crypto";
import { formatKey, type DeploymentEntry, type KeyEntry } from "@airlock/contract";
import { currentBehaviour, type Definition } from "@airlock/engine";
import { connectNats, createLog, ensureDataPlane, newId, openBucket, type Bucket, type Nats } from "@airlock/platform";
import { eventually } from "./eventually.ts";
import { sampleFlow } from "./sample-flow.ts";

/**
 * Writes what the api would write for runtimes, straight into the buckets: for tests of the data plane alone, where the control
 * plane is not there or is down on purpose.
 */
export interface DataPlane {
  readonly nats: Nats;
  readonly deployments: Bucket<"deployments">;
  readonly keys: Bucket<"keys">;
  readonly runtimes: Bucket<"runtimes">;
  /** Answers the revision. */
  readonly deploy: (deployment?: Partial<DeploymentEntry>) => Promise<DeploymentEntry & { readonly revision: number }>;
  readonly issueKey: (key?: Partial<KeyEntry>) => Promise<KeyEntry & { readonly token: string }>;
  readonly openAnswers: () => Promise<Bucket<"answers">>;
  readonly close: () => Promise<void>;
}

export async function openDataPlane(natsUrl: string): Promise<DataPlane> {
  const nats = await connectNats({ url: natsUrl, name: "test", log: createLog({ name: "test", level: "silent" }) });
  // A server that is busy with something else is asked again.
  const made = () =>
    ensureDataPlane(nats, { replicas: 1 }).then(
      () => true,
      () => undefined,
    );
  await eventually("the buckets", made, { seconds: 30 });
  const deployments = await openBucket(nats, "deployments");
  const keys = await openBucket(nats, "keys");
  const runtimes = await openBucket(nats, "runtimes");
  return {
    nats,
    deployments,
    keys,
    runtimes,
    deploy: async (given = {}) => {
      const definition: Definition = given.definition ?? sampleFlow();
      const entry: DeploymentEntry = {
        versionId: newId(),
        solutionId: newId(),
        organisationId: newId(),
        desired: "serving",
        behaviour: currentBehaviour,
        hash: createHash("sha256").update(JSON.stringify(definition)).digest("hex"),
        definition,
        ...given,
      };
      return { ...entry, revision: await deployments.put(entry.versionId, entry) };
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
      await keys.put(entry.keyId, entry);
      return { ...entry, token: formatKey(entry.keyId, secret) };
    },
    openAnswers: () => openBucket(nats, "answers"),
    close: nats.close,
  };
}

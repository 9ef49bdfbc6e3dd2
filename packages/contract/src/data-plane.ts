/**
 * What the two planes say to each other through JetStream: the KV buckets that carry deployments and keys to every runtime,
 * the leases by which runtimes report what they serve, and the names of the streams.
 */
import type { Definition } from "@airlock/flow";
import { z } from "zod";

export const buckets = { deployments: "deployments", keys: "keys", runtimes: "runtimes" } as const;
export type BucketName = keyof typeof buckets;

/** A runtime that has not renewed for this long is not live: its silence counts as consent to a stop. */
export const leaseMillis = 5_000;
export const leaseRenewalMillis = 1_000;

/** A frozen version as every runtime gets it. A stopped one stays in the bucket, so that "stopped" differs from "never heard of". */
export interface DeploymentEntry {
  readonly versionId: string;
  readonly solutionId: string;
  readonly organisationId: string;
  readonly desired: "serving" | "stopped";
  readonly behaviour: number;
  /** Content hash of the frozen definition. */
  readonly hash: string;
  readonly definition: Definition;
  /** The trace of the call that asked for it. */
  readonly traceparent?: string | undefined;
}

/** What a runtime needs to know a caller: never the secret, only its SHA-256 in hexadecimal. */
export interface KeyEntry {
  readonly keyId: string;
  readonly organisationId: string;
  readonly userId: string;
  readonly permissions: readonly string[];
  readonly hash: string;
  readonly expires?: string | undefined;
}

export interface ServedVersion {
  /** The KV revision of the deployment that this state answers to. */
  readonly revision: number;
  readonly status: "serving" | "stopped" | "error";
  readonly message?: string | undefined;
}

export interface RuntimeLease {
  readonly runtimeId: string;
  readonly address: string;
  /** Every deployment up to this revision of the bucket was seen, carried out and stored. */
  readonly applied?: number | undefined;
  readonly versions: Readonly<Record<string, ServedVersion>>;
}

/** What one runtime tells another that is cut off: ids and revisions, nothing more. */
export interface PeerChanges {
  readonly stopped: readonly (readonly [versionId: string, revision: number])[];
  readonly revoked: readonly (readonly [keyId: string, revision: number])[];
}

const deploymentEntry = z.object({
  versionId: z.string().min(1),
  solutionId: z.string().min(1),
  organisationId: z.string().min(1),
  desired: z.enum(["serving", "stopped"]),
  behaviour: z.number().int(),
  hash: z.string(),
  // The document is checked by the compiler, which is total over any shape it may have.
  definition: z.custom<Definition>((value) => typeof value === "object" && value !== null),
  traceparent: z.string().optional(),
});

const keyEntry = z.object({
  keyId: z.string().min(1),
  organisationId: z.string().min(1),
  userId: z.string().min(1),
  permissions: z.array(z.string()),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  expires: z.iso.datetime({ offset: true }).optional(),
});

const runtimeLease = z.object({
  runtimeId: z.string().min(1),
  address: z.string(),
  applied: z.number().int().optional(),
  versions: z.record(
    z.string(),
    z.object({ revision: z.number().int(), status: z.enum(["serving", "stopped", "error"]), message: z.string().optional() }),
  ),
});

const peerChanges = z.object({
  stopped: z.array(z.tuple([z.string(), z.number().int()])),
  revoked: z.array(z.tuple([z.string(), z.number().int()])),
});

export function readPeerChanges(text: string): PeerChanges | undefined {
  return read(peerChanges, text);
}

/** One reader a bucket: a value that does not fit is `undefined`, never an exception in a watch loop. */
export const readBucketValue: {
  readonly deployments: (text: string) => DeploymentEntry | undefined;
  readonly keys: (text: string) => KeyEntry | undefined;
  readonly runtimes: (text: string) => RuntimeLease | undefined;
} = {
  deployments: (text) => read(deploymentEntry, text),
  keys: (text) => read(keyEntry, text),
  runtimes: (text) => read(runtimeLease, text),
};

export interface BucketValues {
  readonly deployments: DeploymentEntry;
  readonly keys: KeyEntry;
  readonly runtimes: RuntimeLease;
}

function read<T>(schema: z.ZodType<T>, text: string): T | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const parsed = schema.safeParse(value);
  return parsed.success ? parsed.data : undefined;
}

const keyPattern = /^alk_([0-9A-Z]{26})_([A-Za-z0-9_-]{20,128})$/;

/** The two halves of a caller's key: `alk_<keyId>_<secret>`. */
export function splitKey(token: string): { readonly keyId: string; readonly secret: string } | undefined {
  const match = keyPattern.exec(token);
  return match?.[1] !== undefined && match[2] !== undefined ? { keyId: match[1], secret: match[2] } : undefined;
}

/**
 * Messages between control plane and data plane through JetStream: the KV buckets that distribute deployments and keys to every runtime,
 * the leases with which runtimes report what they serve, and the names of the streams.
 */
import type { Definition } from "@airlock/flow";
import { z } from "zod";

export const buckets = {
  deployments: "deployments",
  releases: "releases",
  models: "models",
  scores: "scores",
  lists: "lists",
  keys: "keys",
  secrets: "secrets",
  runtimes: "runtimes",
  answers: "answers",
} as const;
export type BucketName = keyof typeof buckets;

/** A runtime that has not renewed for this long is not live: its silence counts as consent to a stop. */
export const leaseMillis = 5_000;
export const leaseRenewalMillis = 1_000;

/** A frozen version as every runtime receives it. A stopped one stays in the bucket, to distinguish "stopped" from "unknown". */
export interface DeploymentEntry {
  readonly versionId: string;
  readonly solutionId: string;
  readonly organisationId: string;
  readonly desired: "serving" | "stopped";
  readonly behaviour: number;
  /** Content hash of the frozen definition. */
  readonly hash: string;
  readonly definition: Definition;
  /** The names at the time of publishing, for the version's OpenAPI document. Missing in entries of 0.5. */
  readonly names?: VersionNames | undefined;
  /** The models that its predictions pin. */
  readonly models?: readonly ModelReference[] | undefined;
  /** The models that its predictions pin and whose scores it looks up: always the newest available scores. */
  readonly scores?: readonly ScoredModel[] | undefined;
  /** The lists that it looks up. */
  readonly lists?: readonly ListUse[] | undefined;
  /** The trace of the call that requested it. */
  readonly traceparent?: string | undefined;
}

/** Which version serves the keys of a solution, under the solution's id. */
export interface ReleaseEntry {
  readonly solutionId: string;
  readonly organisationId: string;
  readonly releaseId: string;
  readonly number: number;
  readonly versionId: string;
  /** Those with an end are former ones. */
  readonly keys: readonly AnsweredKey[];
  /** Serves a share of the calls instead of the live version. */
  readonly challenger?: ChallengerEntry | undefined;
  /** Decides a share of the calls in addition to the version that responds. */
  readonly shadow?: ShadowEntry | undefined;
  /** The trace of the call that requested it. */
  readonly traceparent?: string | undefined;
}

export interface ShadowEntry {
  readonly rolloutId: string;
  readonly versionId: string;
  /** Parts of 10,000. */
  readonly share: number;
}

export interface ChallengerEntry extends ShadowEntry {
  /** The input field whose value keeps a caller in one arm; without one, each call is drawn at random. */
  readonly field?: string | undefined;
  /** Hashed with the value of the field, so that the arms of two rollouts do not depend on each other. */
  readonly salt: string;
}

/** A solution key that is served; if it is a former one, until its redirect period ends. */
export interface AnsweredKey {
  readonly key: string;
  readonly until?: string | undefined;
}

export interface VersionNames {
  readonly solution: string;
  readonly version: string;
  readonly description: string;
}

/** A model never changes: its prediction, its number and the SHA-256 of its artefact, in hexadecimal. */
export interface ModelReference {
  readonly predictionId: string;
  readonly number: number;
  readonly hash: string;
}

/**
 * A piece of a model's artefact, packed with gzip and written as base64. The first piece is written last: where it is, all are.
 */
export interface ModelPiece extends ModelReference {
  readonly organisationId: string;
  readonly pieces: number;
  readonly data: string;
}

/** The key of a piece in the bucket `models`. */
export function modelPieceKey({ predictionId, number }: Pick<ModelReference, "predictionId" | "number">, piece: number): string {
  return `${predictionId}.${number}.${piece}`;
}

/** A model of an analytics prediction, which scores all persons on a schedule. The model is immutable; its scores are data. */
export interface ScoredModel {
  readonly predictionId: string;
  readonly model: number;
}

/** Which scores of a model are the newest. They never change: their number and the SHA-256 of their artefact, in hexadecimal. */
export interface ScoresEntry extends ScoredModel {
  readonly organisationId: string;
  readonly number: number;
  readonly hash: string;
  readonly persons: number;
}

/** The key of an entry in the bucket `scores`. */
export function scoresKey({ predictionId, model }: ScoredModel): string {
  return `${predictionId}.${model}`;
}

/** The key of a piece of scores in the bucket `models`: scores are split and distributed like models. */
export function scorePieceKey({ predictionId, number }: Pick<ScoresEntry, "predictionId" | "number">, piece: number): string {
  return `${predictionId}.scores.${number}.${piece}`;
}

/** A list that a version looks up: always the version that is in effect, or the one it pins. */
export interface ListUse {
  readonly listId: string;
  readonly pinned?: number | undefined;
}

/** A published version of a list never changes: the SHA-256 of its buffer, in hexadecimal, and the buffer's length. */
export interface ListVersionEntry {
  readonly number: number;
  /** From when on it decides where the list is followed. */
  readonly effectiveAt: string;
  readonly hash: string;
  readonly bytes: number;
}

/** The versions of a list that runtimes need, under the list's id: the one in effect, later ones, and pinned ones. By number, ascending. */
export interface ListEntry {
  readonly listId: string;
  readonly organisationId: string;
  readonly versions: readonly ListVersionEntry[];
}

/** The key of a piece of a list in the bucket `models`: like that of a model, with the id of the list instead of the prediction's. */
export function listPieceKey(listId: string, number: number, piece: number): string {
  return `${listId}.list.${number}.${piece}`;
}

/** What a runtime needs to authenticate a caller: never the secret, only its SHA-256 in hexadecimal. */
export interface KeyEntry {
  readonly keyId: string;
  readonly organisationId: string;
  readonly userId: string;
  readonly permissions: readonly string[];
  readonly hash: string;
  readonly expires?: string | undefined;
}

/**
 * A secret for web calls, encrypted as in Postgres (`platform/secrets`): reading the bucket without a master key reveals nothing. Both
 * texts are base64.
 */
export interface SecretEntry {
  readonly secretId: string;
  readonly organisationId: string;
  readonly name: string;
  readonly hosts: readonly string[];
  readonly masterKey: string;
  readonly sealedDataKey: string;
  readonly sealed: string;
  /** The revision of the row; together with the master key it identifies the state. */
  readonly revision: number;
}

export interface ServedVersion {
  /** The KV revision of the deployment to which this state refers. */
  readonly revision: number;
  readonly status: "serving" | "stopped" | "error";
  readonly message?: string | undefined;
}

export interface RuntimeLease {
  readonly runtimeId: string;
  readonly address: string;
  /** Every deployment up to this revision of the bucket was received, applied and stored, except those in `refused`. */
  readonly applied?: number | undefined;
  /** The same for the bucket `keys`. Runtimes of 0.5 do not report it, so they never confirm a revocation. */
  readonly appliedKeys?: number | undefined;
  /** The same for the bucket `releases`. Runtimes of 0.5 do not serve solution keys and report nothing. */
  readonly appliedReleases?: number | undefined;
  /** Versions whose last entry this runtime refused. They do not delay the confirmation of others. */
  readonly refused?: readonly string[] | undefined;
  /** The same for the bucket `keys`. */
  readonly refusedKeys?: readonly string[] | undefined;
  /** Solutions whose last release this runtime refused. */
  readonly refusedReleases?: readonly string[] | undefined;
  readonly versions: Readonly<Record<string, ServedVersion>>;
}

/** How long a response is kept for a caller who repeats its Idempotency-Key. */
export const keptAnswerMillis = 24 * 60 * 60 * 1_000;
/** Maximum size of one entry in the bucket `answers`, as JSON. The bucket itself takes slightly more, for headers. */
export const maxKeptAnswerBytes = 3_000_000;

/**
 * The bucket entry of an organisation's Idempotency-Key. First the claim of the runtime that handles the request; then its response with
 * the log lines that must be durable before the response may be sent; once they are, the response alone.
 */
export interface KeptAnswer {
  /** SHA-256 of the request, in hexadecimal: the same key with another request is refused. */
  readonly asked: string;
  /** By the clock of the runtime that claimed it: read by runtimes of the release before only. */
  readonly claimedMillis: number;
  readonly answer?: string | undefined;
  readonly lines?: readonly string[] | undefined;
  /** The response exceeded `maxKeptAnswerBytes`: a retry is refused, not decided again. */
  readonly tooLarge?: true | undefined;
}

/**
 * Sent by a runtime to one that is disconnected from JetStream: ids and revisions, and signed entries of releases, whose signatures the
 * recipient verifies.
 */
export interface PeerChanges {
  readonly stopped: readonly (readonly [versionId: string, revision: number])[];
  readonly revoked: readonly (readonly [keyId: string, revision: number])[];
  readonly released: readonly (readonly [solutionId: string, revision: number, text: string])[];
}

const modelReference = z.object({ predictionId: z.string().min(1), number: z.number().int(), hash: z.string() });
const modelPiece = modelReference.extend({ organisationId: z.string().min(1), pieces: z.number().int().min(1), data: z.string() });

const scoredModel = z.object({ predictionId: z.string().min(1), model: z.number().int() });
const scoresEntry = scoredModel.extend({
  organisationId: z.string().min(1),
  number: z.number().int(),
  hash: z.string(),
  persons: z.number().int(),
});

const listUse = z.object({ listId: z.string().min(1), pinned: z.number().int().optional() });
const listEntry = z.object({
  listId: z.string().min(1),
  organisationId: z.string().min(1),
  versions: z.array(
    z.object({ number: z.number().int(), effectiveAt: z.iso.datetime({ offset: true }), hash: z.string(), bytes: z.number().int() }),
  ),
});

const deploymentEntry = z.object({
  versionId: z.string().min(1),
  solutionId: z.string().min(1),
  organisationId: z.string().min(1),
  desired: z.enum(["serving", "stopped"]),
  behaviour: z.number().int(),
  hash: z.string(),
  // The document is checked by the compiler, which is total over any shape it may have.
  definition: z.custom<Definition>((value) => typeof value === "object" && value !== null),
  names: z.object({ solution: z.string(), version: z.string(), description: z.string() }).optional(),
  models: z.array(modelReference).optional(),
  scores: z.array(scoredModel).optional(),
  lists: z.array(listUse).optional(),
  traceparent: z.string().optional(),
});

const shadowEntry = z.object({
  rolloutId: z.string().min(1),
  versionId: z.string().min(1),
  share: z.number().int().min(0).max(10_000),
});

const releaseEntry = z.object({
  solutionId: z.string().min(1),
  organisationId: z.string().min(1),
  releaseId: z.string().min(1),
  number: z.number().int(),
  versionId: z.string().min(1),
  keys: z.array(z.object({ key: z.string().min(1), until: z.iso.datetime({ offset: true }).optional() })),
  challenger: shadowEntry.extend({ field: z.string().min(1).optional(), salt: z.string() }).optional(),
  shadow: shadowEntry.optional(),
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

const secretEntry = z.object({
  secretId: z.string().min(1),
  organisationId: z.string().min(1),
  name: z.string().min(1),
  hosts: z.array(z.string()),
  masterKey: z.string(),
  sealedDataKey: z.string(),
  sealed: z.string(),
  revision: z.number().int(),
});

const runtimeLease = z.object({
  runtimeId: z.string().min(1),
  address: z.string(),
  applied: z.number().int().optional(),
  appliedKeys: z.number().int().optional(),
  appliedReleases: z.number().int().optional(),
  refused: z.array(z.string()).optional(),
  refusedKeys: z.array(z.string()).optional(),
  refusedReleases: z.array(z.string()).optional(),
  versions: z.record(
    z.string(),
    z.object({ revision: z.number().int(), status: z.enum(["serving", "stopped", "error"]), message: z.string().optional() }),
  ),
});

const keptAnswer = z.object({
  asked: z.string(),
  claimedMillis: z.number(),
  answer: z.string().optional(),
  lines: z.array(z.string()).optional(),
  tooLarge: z.literal(true).optional(),
});

const peerChanges = z.object({
  stopped: z.array(z.tuple([z.string(), z.number().int()])),
  revoked: z.array(z.tuple([z.string(), z.number().int()])),
  // A runtime of an earlier release of the product does not send them.
  released: z.array(z.tuple([z.string(), z.number().int(), z.string()])).default([]),
});

export function readPeerChanges(text: string): PeerChanges | undefined {
  return read(peerChanges, text);
}

/** One reader a bucket: a value that does not fit is `undefined`, never an exception in a watch loop. */
export const readBucketValue: {
  readonly deployments: (text: string) => DeploymentEntry | undefined;
  readonly models: (text: string) => ModelPiece | undefined;
  readonly scores: (text: string) => ScoresEntry | undefined;
  readonly lists: (text: string) => ListEntry | undefined;
  readonly releases: (text: string) => ReleaseEntry | undefined;
  readonly keys: (text: string) => KeyEntry | undefined;
  readonly secrets: (text: string) => SecretEntry | undefined;
  readonly runtimes: (text: string) => RuntimeLease | undefined;
  readonly answers: (text: string) => KeptAnswer | undefined;
} = {
  deployments: (text) => read(deploymentEntry, text),
  models: (text) => read(modelPiece, text),
  scores: (text) => read(scoresEntry, text),
  lists: (text) => read(listEntry, text),
  releases: (text) => read(releaseEntry, text),
  keys: (text) => read(keyEntry, text),
  secrets: (text) => read(secretEntry, text),
  runtimes: (text) => read(runtimeLease, text),
  answers: (text) => read(keptAnswer, text),
};

export interface BucketValues {
  readonly deployments: DeploymentEntry;
  readonly models: ModelPiece;
  readonly scores: ScoresEntry;
  readonly lists: ListEntry;
  readonly releases: ReleaseEntry;
  readonly keys: KeyEntry;
  readonly secrets: SecretEntry;
  readonly runtimes: RuntimeLease;
  readonly answers: KeptAnswer;
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

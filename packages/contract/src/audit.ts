/** Who changed which entity: the database writes an entry with each change, and entries are never modified. */
import { z } from "zod";
import { givenTime, listOf, pageQuery, timestamp, webSafeString } from "./hal.ts";

/** Changes of an entity, then accesses, which change no entity: their `after` has the origin of the request. */
export const auditChanges = ["created", "updated", "deleted", "signedIn", "refused", "read", "downloaded", "executed"] as const;
export type AuditChange = (typeof auditChanges)[number];

/** Kinds of entities in the audit, then kinds of accesses. `predictionWatche` is derived by the database from `prediction_watches`. */
export const auditNouns = [
  "user",
  "userRole",
  "key",
  "role",
  "group",
  "groupMember",
  "groupRole",
  "organisation",
  "serviceAccount",
  "s3Account",
  "retention",
  "secret",
  "solution",
  "definition",
  "version",
  "release",
  "releasePolicy",
  "releaseRequest",
  "releaseRequestEvent",
  "monitor",
  "firing",
  "rollout",
  "list",
  "listVersion",
  "datasource",
  "experiment",
  "experimentResult",
  "comparison",
  "prediction",
  "trainingJob",
  "predictionModel",
  "predictionWatche",
  "export",
  "erasure",
  "signIn",
  "execution",
  "testExecution",
  "audit",
] as const;
export type AuditNoun = (typeof auditNouns)[number];

/**
 * The fields of an entity at the time of the entry. Secrets and their hashes are left out; large fields are replaced by `{sha256, bytes}`.
 */
const image = z.record(z.string(), z.unknown()).nullable();

export const auditFields = z.object({
  webSafeString,
  at: timestamp,
  /** Null without a signed-in user: a job, or someone who followed the link of an invitation. */
  actorWss: webSafeString.nullable(),
  actorName: z.string(),
  organisationWss: webSafeString,
  /** What kind of record: user, role, userRole, solution, version, key and so on. */
  noun: z.string(),
  recordWss: z.string(),
  recordName: z.string(),
  change: z.enum(auditChanges),
  /** The fields that an update changed, also those whose values are not recorded. */
  changed: z.array(z.string()),
  before: image,
  after: image,
  correlationId: z.string().nullable(),
  hash: z.string(),
  /** The hash of the organisation's entry before this one; empty for the first. */
  previousHash: z.string(),
});
export type AuditFields = z.infer<typeof auditFields>;

export const auditList = listOf(auditFields);

/** Newest first by default. */
export const auditQuery = pageQuery.extend({
  from: givenTime.optional(),
  to: givenTime.optional(),
  actor: webSafeString.optional(),
  noun: z
    .string()
    .regex(/^[A-Za-z]{1,40}$/)
    .optional(),
  record: webSafeString.optional(),
  change: z.enum(auditChanges).optional(),
});
export type AuditQuery = z.infer<typeof auditQuery>;

/** The filters of the list; a file has every entry that they match, oldest first. */
export const auditFileQuery = auditQuery.pick({ from: true, to: true, actor: true, noun: true, record: true, change: true });
export type AuditFileQuery = z.infer<typeof auditFileQuery>;

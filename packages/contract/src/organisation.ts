import { z } from "zod";
import { counted, label, listOf, plainName, resourceOf, revision, timestamp, webSafeString } from "./hal.ts";

/** The visible fields of a stored service account. The key file itself is never returned. */
export const serviceAccountFields = z.object({
  clientEmail: z.string(),
  projectId: z.string(),
  uploadedDate: timestamp,
  /** The name of the user who uploaded it, at that time. */
  uploadedBy: z.string(),
});
export type ServiceAccountFields = z.infer<typeof serviceAccountFields>;

/** An S3 account without its secret key, which is never returned. */
export const s3AccountFields = z.object({
  endpoint: z.string(),
  region: z.string(),
  accessKey: z.string(),
  buckets: z.array(z.string()),
  storedDate: timestamp,
  /** The name of the user who stored it, at that time. */
  storedBy: z.string(),
});
export type S3AccountFields = z.infer<typeof s3AccountFields>;

export const organisationFields = z.object({
  webSafeString,
  name: z.string(),
  code: z.string(),
  /** True: Airlock's own bucket and warehouse; false: the organisation's service account. */
  useAirlock: z.boolean(),
  /** The organisation's own project ids, separated by commas; empty for the one of its service account. */
  organisationIdStr: z.string(),
  serviceAccount: serviceAccountFields.nullable(),
  /** Of its own S3-compatible server: files for datasources, beside those of `useAirlock` or the service account. */
  s3Account: s3AccountFields.nullable(),
  /** Users and system accounts. */
  users: counted,
  createdDate: timestamp,
  revision,
});
export type OrganisationFields = z.infer<typeof organisationFields>;

export const organisationResource = resourceOf(organisationFields);
export const organisationList = listOf(organisationFields);

export const organisationCreate = z.object({ name: plainName.default("New Organisation") });
export type OrganisationCreate = z.infer<typeof organisationCreate>;

export const organisationUpdate = z.object({ name: label.optional(), revision: revision.optional() });
export type OrganisationUpdate = z.infer<typeof organisationUpdate>;

/**
 * Where the organisation's files and tables are stored. With `useAirlock` the stored account is deleted. Without it `file` is stored, or,
 * if that is left out, the stored account stays in use.
 */
export const serviceAccountUpdate = z.object({
  useAirlock: z.boolean(),
  /** The text of the key file as downloaded from Google; real ones have about 2,400 characters. */
  file: z.string().max(20_000).optional(),
  revision: revision.optional(),
});
export type ServiceAccountUpdate = z.infer<typeof serviceAccountUpdate>;

/**
 * S3's form of a name, which is a part of a path without dots next to each other. Without the suffixes of directory buckets, access points and table
 * buckets, for which the SDK makes other calls, to other hosts.
 */
export const s3BucketName = /^(?!.*\.\.)(?!.*--(?:x|xa|ol|op|table)-s3$)(?!.*-s3alias$)[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const s3Bucket = z
  .string()
  .regex(s3BucketName, "must be the name of a bucket: 3 to 63 lower-case letters, digits, dots and -, without a suffix that S3 reserves");
/** Scheme, host and port. */
const s3Endpoint = z
  .string()
  .trim()
  .max(300)
  .regex(/^https?:\/\/[^/?#@\s\\]+$/, "must be an address without a path, like https://s3.example.com");

/**
 * An organisation's own S3-compatible server. Without `secretKey` the stored one stays, for the same endpoint and access key only.
 * Buckets are named, because keys that can read one often cannot list them.
 */
export const s3AccountUpdate = z.object({
  endpoint: s3Endpoint,
  region: z.string().regex(/^[a-z0-9-]{1,60}$/, "must be the name of a region, like eu-central-1"),
  accessKey: z.string().regex(/^[!-~]{1,200}$/, "must be the access key, without spaces"),
  secretKey: z
    .string()
    .regex(/^[!-~]{1,500}$/, "must be the secret key, without spaces")
    .optional(),
  buckets: z.array(s3Bucket).min(1).max(20),
  revision: revision.optional(),
});
export type S3AccountUpdate = z.infer<typeof s3AccountUpdate>;

/** Google's form, with the older ones that begin with a domain. */
const projectId = "(?:[a-z0-9.-]{1,100}:)?[a-z][a-z0-9-]{2,61}[a-z0-9]";

export const projectIdsUpdate = z.object({
  organisationIdStr: z
    .string()
    .trim()
    .max(1000)
    .regex(new RegExp(`^(?:${projectId}(?:\\s*,\\s*${projectId}){0,9})?$`), "must be up to ten project ids separated by commas, or empty"),
  revision: revision.optional(),
});
export type ProjectIdsUpdate = z.infer<typeof projectIdsUpdate>;

export const connectionCheck = z.object({
  what: z.enum(["token", "buckets", "bigquery"]),
  ok: z.boolean(),
  /** The result or the reason of the failure, as a sentence for the user. */
  sentence: z.string(),
  /** Names of what could be seen, the first few. */
  seen: z.array(z.string()),
});
export type ConnectionCheck = z.infer<typeof connectionCheck>;

export const connectionTest = resourceOf(z.object({ ok: z.boolean(), checks: z.array(connectionCheck) }));

/** What would be deleted with an organisation. Its ADMI role and group do not count: every organisation has these. */
export const holdings = z.object({
  users: z.int(),
  systemAccounts: z.int(),
  keys: z.int(),
  groups: z.int(),
  roles: z.int(),
  solutions: z.int(),
  versions: z.int(),
  servingVersions: z.int(),
  lists: z.int(),
  datasources: z.int(),
  predictions: z.int(),
  experiments: z.int(),
});
export type Holdings = z.infer<typeof holdings>;
export const holdingsResource = resourceOf(holdings);

export const organisationDeletion = z.object({
  /** The organisation's name, to confirm that all its contents may be deleted. */
  confirm: z.string().max(200).optional(),
});
export type OrganisationDeletion = z.infer<typeof organisationDeletion>;

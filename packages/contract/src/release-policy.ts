import { z } from "zod";
import { experimentRecords, mappedField } from "./experiment.ts";
import { resourceOf, revision, webSafeString } from "./hal.ts";

const percent = z.number().min(0).max(100);

/** The checks before a version may be released. A gate that is false or null is not checked. */
export const releaseGates = z.strictObject({
  /** Every test case of the solution passes. */
  testCases: z.boolean().default(false),
  /** At least this share of the links, in percent, is taken by a test case. */
  linkCoverage: percent.nullable().default(null),
  /** The version has no error findings. */
  findings: z.boolean().default(false),
  /** At most this share of the compared executions, in percent, gets another outcome; of the records of the datasource too, if there is one. */
  changedOutcomes: percent.nullable().default(null),
  /** No outcome gains or loses more than this many percentage points of the compared executions, or of the records of the datasource. */
  outcomeMix: percent.nullable().default(null),
  /** No prediction that the version uses has drifted. */
  drift: z.boolean().default(false),
  /** The 99th percentile of the time that evaluating the test cases takes, in milliseconds; web calls and predictions are mocked. */
  evaluationMillis: z.number().positive().max(60_000).nullable().default(null),
  /** The version runs over datasources. */
  sql: z.boolean().default(false),
});
export type ReleaseGates = z.infer<typeof releaseGates>;

/** Rows that the requested version and the live one are compared over, beside the last executions. */
export const policyDatasource = z.strictObject({
  datasourceId: webSafeString,
  /** By the keys of either version; where both have a field of the same name, it is mapped alike. */
  fieldMapping: z.array(mappedField).max(2000),
  records: z.enum(experimentRecords).default("all"),
});
export type PolicyDatasource = z.infer<typeof policyDatasource>;

/** The requirements of a release: of one solution, or of all solutions of the organisation without a policy of their own. */
export const releasePolicy = z.strictObject({
  /** How many users must approve. */
  approvals: z.int().min(0).max(10),
  /** Whether users may approve their own change. */
  ownApproval: z.boolean().default(false),
  /** Whether users with the permission to bypass may release without approvals and gates. */
  bypass: z.boolean().default(true),
  /** How many of the last executions of the live version are compared. */
  executions: z.int().min(1).max(1_000_000).default(10_000),
  /** Null: versions are compared over executions only. */
  datasource: policyDatasource.nullable().default(null),
  gates: releaseGates,
});
export type ReleasePolicy = z.infer<typeof releasePolicy>;

export const releasePolicyUpdate = releasePolicy.extend({
  /** Of the policy that the caller has seen; null if there was none, or only the organisation's for a solution. Left out: not checked. */
  revision: revision.nullable().optional(),
});
export type ReleasePolicyUpdate = z.infer<typeof releasePolicyUpdate>;

/** For all solutions without a policy of their own. Without a datasource, because one is mapped to the fields of a single solution. */
export const organisationReleasePolicyUpdate = releasePolicyUpdate.extend({ datasource: z.null().default(null) });

export const releasePolicyDeletion = z.object({
  /** Of the policy that the caller has seen. Left out: not checked. */
  revision: z.coerce.number().int().min(1).optional(),
});

export const releasePolicyFields = releasePolicy.extend({
  /** The name of its datasource; null without one, and when it was deleted. */
  datasourceName: z.string().nullable(),
  /** Of a solution: whether it has a policy of its own instead of the organisation's. */
  isOwn: z.boolean(),
  /** Of the policy; null if it was never set, and for a solution without a policy of its own. */
  revision: revision.nullable(),
});
export type ReleasePolicyFields = z.infer<typeof releasePolicyFields>;
export const releasePolicyResource = resourceOf(releasePolicyFields);

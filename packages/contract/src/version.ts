import { z } from "zod";
import { label, listOf, resourceOf, revision, text, timestamp, webSafeString } from "./hal.ts";

/** As many as a flow may use. */
const maxPinnedLists = 50;

export const deploymentStatuses = ["notDeployed", "serving", "stopped", "error"] as const;
export type DeploymentStatus = (typeof deploymentStatuses)[number];

export const versionFields = z.object({
  webSafeString,
  versionName: z.string(),
  versionDescription: z.string(),
  createdDate: timestamp,
  /** The name of the user who created it; empty if the user was deleted. */
  createdBy: z.string(),
  deploymentStatus: z.enum(deploymentStatuses),
  /** Why, when the status is error. */
  deploymentMessage: z.string(),
  /** The solution it was frozen from. */
  entityWss: webSafeString,
  solutionName: z.string(),
  /** The key of its solution: `POST /dme/decide/v1/{key}`. */
  solutionKey: z.string(),
  /** Whether it is the live release of its solution: while it is serving, it serves the key. */
  isLive: z.boolean(),
  behaviour: z.int(),
  hash: z.string(),
  /** The models that its predictions pin. An analytics prediction uses the newest scores of the pinned model. */
  models: z.array(z.object({ predictionWss: webSafeString, predictionName: z.string(), model: z.int(), followsScores: z.boolean() })),
  /** The lists that it looks values up in. `pinned`: the version of the list that decides; null, the one that is in effect. */
  lists: z.array(z.object({ listWss: webSafeString, listName: z.string(), pinned: z.int().nullable() })),
  revision,
});
export type VersionFields = z.infer<typeof versionFields>;

export const versionResource = resourceOf(versionFields);
export const versionList = listOf(versionFields);

export const versionCreate = z.object({
  versionName: label.optional(),
  versionDescription: text.default(""),
  /** Lists of the flow whose version in effect is pinned. All others are followed: the version in effect at the time of a decision decides. */
  pinnedLists: z.array(webSafeString).max(maxPinnedLists).default([]),
});
export type VersionCreate = z.infer<typeof versionCreate>;

export const versionUpdate = z.object({
  versionName: label.optional(),
  versionDescription: text.optional(),
  revision: revision.optional(),
});
export type VersionUpdate = z.infer<typeof versionUpdate>;

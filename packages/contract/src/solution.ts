import type { Definition, Finding } from "@airlock/flow";
import { z } from "zod";
import { label, listOf, pageQuery, resourceOf, revision, text, timestamp, webSafeString } from "./hal.ts";

/** How callers address a solution: `/dme/decide/v1/{key}`. Unique in the organisation. */
export const solutionKey = z
  .string()
  .min(2)
  .max(60)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "Lower-case letters and digits, in words separated by hyphens.");

export const solutionFields = z.object({
  webSafeString,
  name: z.string(),
  description: z.string(),
  key: z.string(),
  /** Former keys, which are served until then. */
  formerKeys: z.array(z.object({ key: z.string(), until: timestamp })),
  /** Whether the definition could be frozen and served as it is. */
  validRuntime: z.boolean(),
  /** The group that owns it; null: the organisation as a whole. */
  groupWss: webSafeString.nullable(),
  groupName: z.string().nullable(),
  createdDate: timestamp,
  updatedDate: timestamp,
  revision,
});
export type SolutionFields = z.infer<typeof solutionFields>;

export const solutionResource = resourceOf(solutionFields);
export const solutionList = listOf(solutionFields);

/** All of them, or those that one group owns. */
export const solutionQuery = pageQuery.extend({ groupWss: webSafeString.optional() });
export type SolutionQuery = z.infer<typeof solutionQuery>;

export const solutionCreate = z.object({
  name: label.default("New Solution"),
  description: text.default("New solution description"),
  /** Derived from the name by default. */
  key: solutionKey.optional(),
  /** What it starts with: a template, a copy of another, a file. Left out, there is only Start. */
  definition: z.looseObject({}).optional(),
});
export type SolutionCreate = z.infer<typeof solutionCreate>;

export const solutionUpdate = z.object({
  name: label.optional(),
  description: text.optional(),
  groupWss: webSafeString.nullable().optional(),
  /** The previous key is served for 30 more days. */
  key: solutionKey.optional(),
  revision: revision.optional(),
});
export type SolutionUpdate = z.infer<typeof solutionUpdate>;

export const finding = z.object({
  code: z.string(),
  level: z.enum(["error", "warning"]),
  nodeId: z.string().optional(),
  linkId: z.string().optional(),
  fieldKey: z.string().optional(),
  property: z.string().optional(),
  item: z.int().optional(),
  column: z.int().optional(),
  from: z.int().optional(),
  to: z.int().optional(),
  message: z.string(),
});

/** The flow package checks the shape of a definition (`parseDefinition`), by node kind; the wire format only names its parts. */
const definitionParts = {
  solutionDefinition: z.looseObject({
    nodes: z.array(z.looseObject({})),
    links: z.array(z.looseObject({})),
    zoom: z.number(),
    comments: z.array(z.looseObject({})).optional(),
  }),
  applicationDatasetFields: z.array(z.looseObject({})),
  runtimeDatasetFields: z.array(z.looseObject({})),
  applicationTestData: z.array(z.looseObject({})),
  testCases: z.array(z.looseObject({})).optional(),
  mocks: z.looseObject({}).optional(),
  reasonTexts: z.record(z.string(), z.string()).optional(),
  lists: z.array(z.looseObject({})).optional(),
  /** Sent with the `versionId` alone; the server adds the rest. */
  subFlows: z.array(z.looseObject({})).optional(),
};

export interface DefinitionFields extends Definition {
  readonly validRuntime: boolean;
  readonly errors: readonly Finding[];
  readonly revision: number;
  /** The name of the user who saved it; empty if unknown. */
  readonly savedBy: string;
  readonly savedDate: string;
}
const definitionObject = z.object({
  ...definitionParts,
  validRuntime: z.boolean(),
  errors: z.array(finding),
  revision,
  savedBy: z.string(),
  savedDate: timestamp,
});
// Stored definitions went through the flow package's parser, so their parts have that package's types.
export const definitionFields = definitionObject as unknown as z.ZodType<DefinitionFields, DefinitionFields>;
export const definitionResource = resourceOf(definitionFields);

/** `validRuntime` and `errors` may be sent back and are ignored: they are the server's findings. */
export const definitionUpdate = z.looseObject({ revision: revision.optional() });

/** One save of a definition; the document itself is behind its `self` link. */
export const saveFields = z.object({
  revision,
  savedBy: z.string(),
  /** Whether it was the caller. */
  savedByYou: z.boolean(),
  savedDate: timestamp,
  validRuntime: z.boolean(),
});
export type SaveFields = z.infer<typeof saveFields>;
export const saveList = listOf(saveFields);

/** A draft or version that has a version of the solution as a sub-flow. */
export const solutionUseFields = z.object({
  usedVersionWss: webSafeString,
  usedVersionName: z.string(),
  solutionWss: webSafeString,
  solutionName: z.string(),
  /** Null for the solution's draft. */
  versionWss: webSafeString.nullable(),
  versionName: z.string().nullable(),
  /** Whether a node of it runs the version; otherwise the version is inside another of its sub-flows. */
  isDirect: z.boolean(),
  isServing: z.boolean(),
  isLive: z.boolean(),
});
export type SolutionUseFields = z.infer<typeof solutionUseFields>;
export const solutionUseList = listOf(solutionUseFields);

/** A version that nodes of a solution's draft run, and what could replace it. */
export const subFlowFields = z.object({
  versionWss: webSafeString,
  versionName: z.string(),
  solutionWss: webSafeString,
  solutionName: z.string(),
  /** Whether the version or its solution was deleted. The draft's copy still runs. */
  isDeleted: z.boolean(),
  /** The newest version of that solution without this solution inside it; the same version where it is up to date. */
  newest: z.object({ versionWss: webSafeString, versionName: z.string(), createdDate: timestamp }).nullable(),
});
export type SubFlowFields = z.infer<typeof subFlowFields>;
export const subFlowList = listOf(subFlowFields);

import type { Definition, Finding } from "@airlock/flow";
import { z } from "zod";
import { label, listOf, resourceOf, revision, text, timestamp, webSafeString } from "./hal.ts";

export const solutionFields = z.object({
  webSafeString,
  name: z.string(),
  description: z.string(),
  /** Whether the definition could be frozen and served as it is. */
  validRuntime: z.boolean(),
  createdDate: timestamp,
  updatedDate: timestamp,
  revision,
});
export type SolutionFields = z.infer<typeof solutionFields>;

export const solutionResource = resourceOf(solutionFields);
export const solutionList = listOf(solutionFields);

export const solutionCreate = z.object({
  name: label.default("New Solution"),
  description: text.default("New solution description"),
});
export type SolutionCreate = z.infer<typeof solutionCreate>;

export const solutionUpdate = z.object({ name: label.optional(), description: text.optional(), revision: revision.optional() });
export type SolutionUpdate = z.infer<typeof solutionUpdate>;

export const finding = z.object({
  code: z.string(),
  level: z.enum(["error", "warning"]),
  nodeId: z.string().optional(),
  linkId: z.string().optional(),
  fieldKey: z.string().optional(),
  message: z.string(),
});

/**
 * The definition's own shape is the flow package's to check (`parseDefinition`), node kind by node kind; the wire only says which
 * parts there are.
 */
const definitionParts = {
  solutionDefinition: z.looseObject({ nodes: z.array(z.looseObject({})), links: z.array(z.looseObject({})), zoom: z.number() }),
  applicationDatasetFields: z.array(z.looseObject({})),
  runtimeDatasetFields: z.array(z.looseObject({})),
  applicationTestData: z.array(z.looseObject({})),
};

export interface DefinitionFields extends Definition {
  readonly validRuntime: boolean;
  readonly errors: readonly Finding[];
  readonly revision: number;
}
const definitionObject = z.object({ ...definitionParts, validRuntime: z.boolean(), errors: z.array(finding), revision });
// What was stored came through the flow package's parser, so its parts have that package's types.
export const definitionFields = definitionObject as unknown as z.ZodType<DefinitionFields, DefinitionFields>;
export const definitionResource = resourceOf(definitionFields);

/** `validRuntime` and `errors` may be sent back and are ignored: they are the server's findings. */
export const definitionUpdate = z.looseObject({ revision: revision.optional() });

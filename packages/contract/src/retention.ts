import { z } from "zod";
import { resourceOf, revision, webSafeString } from "./hal.ts";

/** How long an organisation keeps its executions. What was counted of them stays. */
export const retentionFields = z.object({
  organisationWss: webSafeString,
  /** Null: for ever. */
  days: z.int().nullable(),
  /** Of the setting; null while there is none. */
  revision: revision.nullable(),
});
export type RetentionFields = z.infer<typeof retentionFields>;
export const retentionResource = resourceOf(retentionFields);

export const retentionUpdate = z.object({ days: z.int().min(1).max(36_500).nullable(), revision: revision.optional() });
export type RetentionUpdate = z.infer<typeof retentionUpdate>;

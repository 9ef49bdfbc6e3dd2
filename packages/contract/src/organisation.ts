import { z } from "zod";
import { label, listOf, resourceOf, revision, webSafeString } from "./hal.ts";

export const organisationFields = z.object({
  webSafeString,
  name: z.string(),
  code: z.string(),
  /** True: Airlock's own bucket and warehouse; false: the organisation's service account. */
  useAirlock: z.boolean(),
  /** The organisation's own project id; empty for none. */
  organisationIdStr: z.string(),
  revision,
});
export type OrganisationFields = z.infer<typeof organisationFields>;

export const organisationResource = resourceOf(organisationFields);
export const organisationList = listOf(organisationFields);

export const organisationCreate = z.object({ name: label.default("New Organisation") });
export type OrganisationCreate = z.infer<typeof organisationCreate>;

export const organisationUpdate = z.object({ name: label.optional(), revision: revision.optional() });
export type OrganisationUpdate = z.infer<typeof organisationUpdate>;

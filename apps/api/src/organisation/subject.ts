import type { Subject } from "../http/subject.ts";
import { organisationState } from "./resource.ts";
import { findOrganisation, type OrganisationRow } from "./store.ts";

export const organisationSubject: Subject<"organisation", OrganisationRow> = {
  resource: "organisation",
  parameter: "organisationId",
  missing: "ORGANISATION_NOT_FOUND",
  find: findOrganisation,
  state: organisationState,
};

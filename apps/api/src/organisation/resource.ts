import {
  linksOf,
  type ConnectionCheck,
  type Holdings,
  type Links,
  type List,
  type OrganisationFields,
  type PageQuery,
  type Resource,
  type ResourceStates,
} from "@airlock/contract";
import { countedAs, listLinks, pageList, type Page } from "../http/page.ts";
import type { Actor } from "../identity/actor.ts";
import type { OrganisationRow } from "./store.ts";

export function organisationState(row: OrganisationRow, actor: Actor): ResourceStates["organisation"] {
  return { isOwn: row.id === actor.organisationId, hasServiceAccount: row.client_email !== null, hasS3Account: row.s3_endpoint !== null };
}

export function organisationResource(actor: Actor, row: OrganisationRow): Resource<OrganisationFields> {
  return {
    _embedded: {
      webSafeString: row.id,
      name: row.name,
      code: row.code,
      useAirlock: row.use_airlock,
      organisationIdStr: row.project_id,
      serviceAccount: serviceAccountOf(row),
      s3Account: s3AccountOf(row),
      users: countedAs(row.users),
      createdDate: row.created_at.toISOString(),
      revision: row.revision,
    },
    _links: organisationLinks(actor, row),
  };
}

function organisationLinks(actor: Actor, row: OrganisationRow): Links {
  return linksOf("organisation", organisationState(row, actor), { organisationId: row.id }, actor.permissions);
}

function serviceAccountOf(row: OrganisationRow): OrganisationFields["serviceAccount"] {
  if (row.client_email === null || row.uploaded_at === null) return null;
  return {
    clientEmail: row.client_email,
    projectId: row.account_project_id ?? "",
    uploadedDate: row.uploaded_at.toISOString(),
    uploadedBy: row.uploaded_by_name ?? "",
  };
}

function s3AccountOf(row: OrganisationRow): OrganisationFields["s3Account"] {
  if (row.s3_endpoint === null || row.s3_stored_at === null) return null;
  return {
    endpoint: row.s3_endpoint,
    region: row.s3_region ?? "",
    accessKey: row.s3_access_key ?? "",
    buckets: row.s3_buckets ?? [],
    storedDate: row.s3_stored_at.toISOString(),
    storedBy: row.s3_stored_by_name ?? "",
  };
}

export function connectionResource(
  actor: Actor,
  row: OrganisationRow,
  checks: ConnectionCheck[],
  rel: "testConnection" | "testS3Account",
): Resource<{ ok: boolean; checks: ConnectionCheck[] }> {
  return { _embedded: { ok: checks.every(({ ok }) => ok), checks }, _links: partLinks(actor, row, rel) };
}

export function holdingsResource(actor: Actor, row: OrganisationRow, holdings: Holdings): Resource<Holdings> {
  return { _embedded: holdings, _links: partLinks(actor, row, "holdings") };
}

/** For a part of an organisation: its own link, and the organisation's. */
function partLinks(actor: Actor, row: OrganisationRow, rel: string): Links {
  const { [rel]: self, self: organisation } = organisationLinks(actor, row);
  return { ...(self === undefined ? {} : { self }), ...(organisation === undefined ? {} : { organisation }) };
}

export function organisationList(actor: Actor, query: PageQuery, page: Page<OrganisationRow>): List<OrganisationFields> {
  const self = linksOf("profile", {}, {}, actor.permissions)["organisations"];
  return pageList(
    page.rows.map((row) => organisationResource(actor, row)),
    page,
    listLinks(self, query, page),
  );
}

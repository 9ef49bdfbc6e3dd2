import { postgresFailure, type Tx } from "@airlock/platform/postgres";
import type { Router } from "../http/router.ts";
import { isStale } from "../http/stale.ts";
import type { Subject } from "../http/subject.ts";
import type { Actor } from "../identity/actor.ts";
import { keysOfOrganisation } from "../key/store.ts";
import { publishKeysLater } from "../key/publish.ts";
import { done, nothing, refuse } from "../outcome.ts";
import type { Parts } from "../parts.ts";
import { organisationList, organisationResource, organisationState } from "./resource.ts";
import {
  createOrganisation,
  deleteOrganisation,
  findOrganisation,
  listOrganisations,
  updateOrganisation,
  type OrganisationRow,
} from "./store.ts";

const organisationSubject: Subject<"organisation", OrganisationRow> = {
  resource: "organisation",
  parameter: "organisationId",
  missing: "ORGANISATION_NOT_FOUND",
  find: findOrganisation,
  state: organisationState,
};

export function organisationRoutes(router: Router, parts: Parts): void {
  router.user("organisations.list", async ({ actor, tx, query }) => {
    const page = await listOrganisations(tx, query);
    return "kind" in page ? page : done(organisationList(actor, query, page));
  });

  router.user("organisations.create", async ({ actor, tx, body }) => read(tx, actor, await createOrganisation(tx, actor, body.name)));

  router.object("organisation.read", organisationSubject, ({ actor }, row) => Promise.resolve(done(organisationResource(actor, row))));

  router.object("organisation.update", organisationSubject, async ({ actor, tx, body }, row) => {
    if (isStale(body, row)) return refuse("EDIT_CONFLICT");
    await updateOrganisation(tx, row.id, body);
    return read(tx, actor, row.id);
  });

  router.object("organisation.delete", organisationSubject, async ({ tx, ids }, row) => {
    await publishKeysLater(parts, tx, row.id, await keysOfOrganisation(tx, row.id), ids);
    try {
      await deleteOrganisation(tx, row.id);
    } catch (error) {
      // Its solutions are invisible from here, and the organisations it manages too: the foreign keys know of them all the same.
      if (postgresFailure(error).kind === "referred") return refuse("ORGANISATION_NOT_EMPTY");
      throw error;
    }
    return nothing;
  });
}

async function read(tx: Tx, actor: Actor, id: string) {
  const row = await findOrganisation(tx, id, false);
  return row === undefined ? refuse("ORGANISATION_NOT_FOUND") : done(organisationResource(actor, row));
}

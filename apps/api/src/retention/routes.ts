import { linksOf, type Resource, type RetentionFields } from "@airlock/contract";
import type { Tx } from "@airlock/platform/postgres";
import type { Router } from "../http/router.ts";
import type { Actor } from "../identity/actor.ts";
import { organisationState } from "../organisation/resource.ts";
import type { OrganisationRow } from "../organisation/store.ts";
import { organisationSubject } from "../organisation/subject.ts";
import { done, refuse } from "../outcome.ts";
import { findRetention, setRetention } from "./store.ts";

export function retentionRoutes(router: Router): void {
  router.object("organisation.retention.read", organisationSubject, async ({ actor, tx }, row) =>
    done(await retentionResource(tx, actor, row)),
  );

  router.object("organisation.retention.update", organisationSubject, async ({ actor, tx, body }, row) => {
    const present = await findRetention(tx, row.id);
    if (body.revision !== undefined && body.revision !== present?.revision) return refuse("EDIT_CONFLICT");
    await setRetention(tx, row.id, body.days);
    return done(await retentionResource(tx, actor, row));
  });
}

async function retentionResource(tx: Tx, actor: Actor, row: OrganisationRow): Promise<Resource<RetentionFields>> {
  const found = await findRetention(tx, row.id);
  const links = linksOf("organisation", organisationState(row, actor), { organisationId: row.id }, actor.permissions);
  const { retention: self } = links;
  return {
    _embedded: { organisationWss: row.id, days: found?.days ?? null, revision: found?.revision ?? null },
    _links: self === undefined ? {} : { self },
  };
}

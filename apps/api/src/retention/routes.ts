import { retentionCutoff } from "@airlock/backend/executions";
import { linksOf, type Resource, type RetentionFields } from "@airlock/contract";
import type { Tx } from "@airlock/platform/postgres";
import { previewRetention } from "../erasure/preview.ts";
import { unlessUnavailable } from "../http/failure.ts";
import type { Router } from "../http/router.ts";
import type { Actor } from "../identity/actor.ts";
import { organisationState } from "../organisation/resource.ts";
import type { OrganisationRow } from "../organisation/store.ts";
import { organisationSubject } from "../organisation/subject.ts";
import { afterCommit, done, isRefused, refuse } from "../outcome.ts";
import type { Parts } from "../parts.ts";
import { findRetention, setRetention, type RetentionRow } from "./store.ts";

export function retentionRoutes(router: Router, parts: Parts): void {
  const { deletionDelaySeconds: delaySeconds } = parts;

  router.object("organisation.retention.read", organisationSubject, async ({ actor, tx }, row) =>
    done(await retentionResource(tx, actor, row)),
  );

  router.object("organisation.retention.update", organisationSubject, async ({ actor, tx, body }, row) => {
    const present = await findRetention(tx, row.id, true);
    if (body.revision !== undefined && body.revision !== (present?.revision ?? null)) return refuse("EDIT_CONFLICT");
    await setRetention(tx, row.id, { days: body.days, present: present?.days ?? null, delaySeconds });
    return done(await retentionResource(tx, actor, row));
  });

  router.object("organisation.retention.preview", organisationSubject, ({ query, signal }, { id: organisationId }) =>
    Promise.resolve(
      afterCommit(async () => {
        const counted = await unlessUnavailable(parts.log, "EXECUTIONS_UNAVAILABLE", () =>
          previewRetention({ clickhouse: parts.clickhouse, organisationId, signal }, retentionCutoff(query.days, Date.now())),
        );
        return isRefused(counted) ? counted : done({ _embedded: { ...counted, delaySeconds }, _links: {} });
      }),
    ),
  );
}

async function retentionResource(tx: Tx, actor: Actor, row: OrganisationRow): Promise<Resource<RetentionFields>> {
  const found = await findRetention(tx, row.id);
  const links = linksOf("organisation", organisationState(row, actor), { organisationId: row.id }, actor.permissions);
  const { retention: self } = links;
  return {
    _embedded: { organisationWss: row.id, days: found?.days ?? null, next: nextOf(found), revision: found?.revision ?? null },
    _links: self === undefined ? {} : { self },
  };
}

function nextOf(found: RetentionRow | undefined): RetentionFields["next"] {
  const { next_days: days = null, next_at: at = null } = found ?? {};
  return days === null || at === null ? null : { days, effectiveDate: at.toISOString() };
}

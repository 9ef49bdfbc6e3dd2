import type { Router } from "../http/router.ts";
import { isStale } from "../http/stale.ts";
import { createHash } from "node:crypto";
import { enterOrganisation, permissionsOf, type Tx } from "@airlock/platform/postgres";
import type { Actor } from "../identity/actor.ts";
import { completeClaims } from "../identity/userinfo.ts";
import { afterCommit, done, refuse } from "../outcome.ts";
import type { Parts } from "../parts.ts";
import { profileResource } from "../user/resource.ts";
import { findUser, saveDashboard, updateUser } from "../user/store.ts";
import { isDashboard } from "./is-dashboard.ts";
import { signIn, spendActivationKey } from "./store.ts";

export function sessionRoutes(router: Router, parts: Parts): void {
  // The provider may have to be asked who this is, which no open transaction should wait for.
  router.token("user.login", ({ claims, token, ids, log }) =>
    Promise.resolve(
      afterCommit(async () => {
        const person = await completeClaims(claims, token, parts.providerKeys);
        if (person === undefined) return refuse("IDENTITY_PROVIDER_UNAVAILABLE");
        return parts.postgres.transaction(async (tx) => {
          const tenant = await signIn(tx, person);
          if (tenant === undefined) {
            log.info({ subject: claims.subject, emailVerified: person.emailVerified }, "somebody without an account");
            return refuse("USER_UNKNOWN");
          }
          await enterOrganisation(tx, { ...tenant, correlationId: ids.correlationId });
          return profile(tx, { ...tenant, permissions: await permissionsOf(tx, tenant.userId) });
        });
      }),
    ),
  );

  router.open("user.validate", async ({ params, tx }) => {
    const email = await spendActivationKey(tx, createHash("sha256").update(params.key).digest("hex"));
    return email === undefined ? refuse("ACTIVATION_KEY_INVALID") : done({ _embedded: { emailAddress: email } });
  });

  router.user("profile.read", ({ actor, tx }) => profile(tx, actor));

  router.user("profile.update", async ({ actor, tx, body }) => {
    const row = await findUser(tx, actor.userId, true);
    if (row === undefined) return refuse("USER_NOT_ACTIVE");
    if (isStale(body, row)) return refuse("EDIT_CONFLICT");
    await updateUser(tx, actor.userId, { firstName: body.firstName, name: body.name });
    if (body.dashboard !== undefined) await saveDashboard(tx, actor.userId, body.dashboard);
    return profile(tx, actor);
  });

  router.user("dashboard.update", async ({ actor, tx, body }) => {
    const row = await findUser(tx, actor.userId, true);
    if (row === undefined) return refuse("USER_NOT_ACTIVE");
    if (body.was !== undefined && !isDashboard(row.dashboard, body.was)) return refuse("EDIT_CONFLICT");
    await saveDashboard(tx, actor.userId, body.dashboard);
    return profile(tx, actor);
  });
}

async function profile(tx: Tx, actor: Actor) {
  const row = await findUser(tx, actor.userId, false);
  return row === undefined ? refuse("USER_NOT_ACTIVE") : done(profileResource(actor, row));
}

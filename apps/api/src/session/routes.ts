import type { Router } from "../http/router.ts";
import { isStale } from "../http/stale.ts";
import { createHash } from "node:crypto";
import { enterOrganisation, permissionsOf, type Tx } from "@airlock/platform/postgres";
import { recordRefusedSignIn, recordSignIn, type Origin } from "../audit/record-access.ts";
import type { Actor } from "../identity/actor.ts";
import { completeClaims } from "../identity/userinfo.ts";
import { isStorable, type Claims } from "../identity/verify-token.ts";
import { afterCommit, done, nothing, refuse, type Outcome } from "../outcome.ts";
import type { Parts } from "../parts.ts";
import { refuseLinks } from "../plain-names.ts";
import { profileResource } from "../user/resource.ts";
import { findUser, saveDashboard, updateUser } from "../user/store.ts";
import { isDashboard } from "./is-dashboard.ts";
import {
  acceptInvitation,
  declineInvitation,
  listInvitations,
  listMemberships,
  signIn,
  spendActivationKey,
  whyKeyFailed,
  type SignedIn,
} from "./store.ts";

interface Identified {
  readonly claims: Claims;
  readonly token: string;
}
type Settled<Answer> = Exclude<Outcome<Answer>, { readonly kind: "afterCommit" }>;

function hashOf(key: string): string {
  return createHash("sha256").update(key).digest("hex");
}

export function sessionRoutes(router: Router, parts: Parts): void {
  /**
   * Runs after the commit of the request's own transaction, in one of its own: the provider may have to be called for the address, and no open
   * transaction should wait for that.
   */
  function asPerson<Answer>({ claims, token }: Identified, work: (tx: Tx, person: Claims) => Promise<Settled<Answer>>): Outcome<Answer> {
    return afterCommit(async () => {
      const person = await completeClaims(claims, token, parts.providerKeys);
      if (person === undefined) return refuse("IDENTITY_PROVIDER_UNAVAILABLE");
      return isStorable(person) ? parts.postgres.transaction((tx) => work(tx, person)) : refuse("TOKEN_INVALID");
    });
  }

  async function enter(tx: Tx, tenant: SignedIn, { ids, address }: Origin) {
    await enterOrganisation(tx, { ...tenant, correlationId: ids.correlationId });
    const shown = await profile(tx, { ...tenant, permissions: await permissionsOf(tx, tenant.userId) });
    await recordSignIn(tx, { ids, address });
    return shown;
  }

  router.token("user.login", async (call) =>
    asPerson(call, async (tx, person) => {
      const key = call.body?.activationKey;
      const choice = {
        openedKey: key === undefined ? undefined : hashOf(key),
        organisationId: call.organisation,
        isResumed: call.body?.resumed === true,
      };
      const tenant = await signIn(tx, person, choice);
      if (tenant !== undefined) return enter(tx, tenant, call);
      if ((await listInvitations(tx, person)).length > 0) return refuse("INVITATION_CHOICE_REQUIRED");
      call.log.info({ subject: person.subject, emailVerified: person.emailVerified }, "sign-in without an account");
      await recordRefusedSignIn(tx, call, person);
      return refuse("USER_UNKNOWN");
    }),
  );

  router.token("memberships.read", async (call) =>
    asPerson(call, async (tx, person) =>
      done({ _embedded: { memberships: await listMemberships(tx, person), invitations: await listInvitations(tx, person) } }),
    ),
  );

  router.token("invitation.accept", async (call) =>
    asPerson(call, async (tx, person) => {
      const tenant = await acceptInvitation(tx, person, call.params.invitationId);
      return tenant === undefined ? refuse("INVITATION_NOT_FOUND") : enter(tx, tenant, call);
    }),
  );

  router.token("invitation.decline", async (call) =>
    asPerson(call, async (tx, person) => {
      const declined = await declineInvitation(tx, person, call.params.invitationId);
      if (declined === undefined) return refuse("INVITATION_NOT_FOUND");
      // The audit names the invited user as the actor.
      await enterOrganisation(tx, { ...declined, correlationId: call.ids.correlationId });
      return nothing;
    }),
  );

  router.open("user.validate", async ({ params, tx }) => {
    const opened = await spendActivationKey(tx, hashOf(params.key));
    return opened === undefined ? whyKeyFailed(tx, hashOf(params.key)) : done({ _embedded: opened });
  });

  router.user("profile.read", ({ actor, tx }) => profile(tx, actor));

  router.user("profile.update", async ({ actor, tx, body }) => {
    const row = await findUser(tx, actor.userId, true, actor);
    if (row === undefined) return refuse("USER_NOT_ACTIVE");
    if (isStale(body, row)) return refuse("EDIT_CONFLICT");
    const link = refuseLinks(body, { firstName: row.first_name, name: row.name });
    if (link !== undefined) return link;
    await updateUser(tx, actor.userId, { firstName: body.firstName, name: body.name });
    if (body.dashboard !== undefined) await saveDashboard(tx, actor.userId, body.dashboard);
    return profile(tx, actor);
  });

  router.user("dashboard.update", async ({ actor, tx, body }) => {
    const row = await findUser(tx, actor.userId, true, actor);
    if (row === undefined) return refuse("USER_NOT_ACTIVE");
    if (body.was !== undefined && !isDashboard(row.dashboard, body.was)) return refuse("EDIT_CONFLICT");
    await saveDashboard(tx, actor.userId, body.dashboard);
    return profile(tx, actor);
  });
}

async function profile(tx: Tx, actor: Actor) {
  const row = await findUser(tx, actor.userId, false, actor);
  return row === undefined ? refuse("USER_NOT_ACTIVE") : done(profileResource(actor, row));
}

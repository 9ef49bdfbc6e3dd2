import { postgresFailure, type Tx } from "@airlock/platform/postgres";
import { SecretUnreadable } from "@airlock/platform/secrets";
import { readServiceAccount, type ServiceAccount } from "@airlock/platform/service-account";
import { openServiceAccount, projectsIn } from "@airlock/platform/stored-account";
import type { Router } from "../http/router.ts";
import { isStale } from "../http/stale.ts";
import type { Actor } from "../identity/actor.ts";
import { keysOfOrganisation } from "../key/store.ts";
import { publishKeyChange } from "../key/publish.ts";
import { afterCommit, done, nothing, refuse, isRefused } from "../outcome.ts";
import type { Parts } from "../parts.ts";
import { refuseLinks } from "../plain-names.ts";
import { holdingsOf, holdingsSentence } from "./holdings.ts";
import { connectionResource, holdingsResource, organisationList, organisationResource } from "./resource.ts";
import { forgetS3Account, refuseEndpoint, refuseS3Account, s3AccountFor, storeS3Account, testS3Account } from "./s3-account.ts";
import { forgetServiceAccount, storeServiceAccount } from "./service-account.ts";
import { organisationSubject } from "./subject.ts";
import { testConnection } from "./test-connection.ts";
import {
  createOrganisation,
  deleteOrganisation,
  findOrganisation,
  listOrganisations,
  setStorage,
  touchOrganisation,
  updateOrganisation,
} from "./store.ts";

export function organisationRoutes(router: Router, parts: Parts): void {
  router.user("organisations.list", async ({ actor, tx, query }) => {
    const page = await listOrganisations(tx, actor, query);
    return isRefused(page) ? page : done(organisationList(actor, query, page));
  });

  router.user("organisations.create", async ({ actor, tx, body }) => read(tx, actor, await createOrganisation(tx, actor, body.name)));

  router.object("organisation.read", organisationSubject, ({ actor }, row) => Promise.resolve(done(organisationResource(actor, row))));

  router.object("organisation.update", organisationSubject, async ({ actor, tx, body }, row) => {
    if (isStale(body, row)) return refuse("EDIT_CONFLICT");
    const link = refuseLinks(body, { name: row.name });
    if (link !== undefined) return link;
    await updateOrganisation(tx, row.id, body);
    return read(tx, actor, row.id);
  });

  router.object("organisation.holdings", organisationSubject, async ({ actor, tx }, row) => {
    const holdings = await holdingsOf(tx, row.id);
    return holdings === undefined ? refuse("ORGANISATION_NOT_FOUND") : done(holdingsResource(actor, row, holdings));
  });

  router.object("organisation.delete", organisationSubject, async (call, row) => {
    const { tx, query, ids } = call;
    const holdings = await holdingsOf(tx, row.id);
    if (holdings === undefined) return refuse("ORGANISATION_NOT_FOUND");
    if (holdings.servingVersions > 0) {
      const { servingVersions: count } = holdings;
      const details = { versions: count === 1 ? "1 version" : `${count} versions` };
      return { kind: "refused", problem: { code: "ORGANISATION_SERVING", details } };
    }
    const held = holdingsSentence(holdings);
    if (held !== "" && query.confirm?.trim() !== row.name) {
      return { kind: "refused", problem: { code: "ORGANISATION_HOLDS_DATA", details: { holdings: held } } };
    }
    const keyIds = await keysOfOrganisation(tx, row.id);
    try {
      for (const versionId of await deleteOrganisation(tx, row.id)) {
        await parts.jobs.send(tx, "deployment.publish", { organisationId: row.id, versionId }, ids);
      }
    } catch (error) {
      // Organisations that it manages are not visible here, but the foreign key protects them.
      if (postgresFailure(error).kind === "referred") return refuse("ORGANISATION_NOT_EMPTY");
      throw error;
    }
    return publishKeyChange(parts, call, { organisationId: row.id, keyIds, kind: "revoked" }, nothing);
  });

  router.object("organisation.serviceAccount", organisationSubject, async ({ actor, tx, body }, row) => {
    if (isStale(body, row)) return refuse("EDIT_CONFLICT");
    if (body.useAirlock) await forgetServiceAccount(tx, row.id);
    else if (body.file !== undefined) {
      const found = readServiceAccount(body.file, parts.google.token);
      if (!found.ok) return refuse("SERVICE_ACCOUNT_INVALID", found.problems);
      await storeServiceAccount(tx, parts.secrets, actor, row.id, found.account);
    } else if (row.client_email === null) return refuse("SERVICE_ACCOUNT_MISSING");
    await setStorage(tx, row.id, { use_airlock: body.useAirlock });
    return read(tx, actor, row.id);
  });

  router.object("organisation.projectIds", organisationSubject, async ({ actor, tx, body }, row) => {
    if (isStale(body, row)) return refuse("EDIT_CONFLICT");
    await setStorage(tx, row.id, { project_id: projectsIn(body.organisationIdStr).join(", ") });
    return read(tx, actor, row.id);
  });

  router.object("organisation.testConnection", organisationSubject, async ({ actor, tx, log }, row) => {
    let account: ServiceAccount | undefined;
    try {
      account = await openServiceAccount(tx, parts.secrets, row.id);
    } catch (error) {
      if (!(error instanceof SecretUnreadable)) throw error;
      log.error({ err: error, organisationId: row.id }, "a stored service account cannot be opened");
      return refuse("SERVICE_ACCOUNT_UNREADABLE");
    }
    if (account === undefined) return refuse("SERVICE_ACCOUNT_MISSING");
    const opened = account;
    const named = projectsIn(row.project_id);
    // External servers are called without an open transaction.
    return afterCommit(async () => {
      const checks = await testConnection(parts.google, opened, named.length > 0 ? named : [opened.projectId]);
      return done(connectionResource(actor, row, checks, "testConnection"));
    });
  });

  router.object("organisation.s3Account", organisationSubject, async ({ actor, tx, body, resume }, row) => {
    if (isStale(body, row)) return refuse("EDIT_CONFLICT");
    const refused = await refuseS3Account(tx, parts, row.id, body);
    if (refused !== undefined) return refused;
    // The address is checked without an open transaction.
    return afterCommit(async () => {
      const notAllowed = await refuseEndpoint(parts, actor.organisationId, body);
      if (notAllowed !== undefined) return notAllowed;
      return resume(async (own, now) => {
        const stored = await findOrganisation(own, row.id, true);
        // What was checked may not be true any more.
        if (stored?.revision !== row.revision) return refuse("EDIT_CONFLICT");
        await storeS3Account(own, parts.secrets, now, row.id, body);
        await touchOrganisation(own, row.id);
        return read(own, now, row.id);
      });
    });
  });

  router.object("organisation.s3Account.delete", organisationSubject, async ({ actor, tx }, row) => {
    await forgetS3Account(tx, row.id);
    await touchOrganisation(tx, row.id);
    return read(tx, actor, row.id);
  });

  router.object("organisation.s3Account.test", organisationSubject, async (call, row) => {
    const { actor, tx } = call;
    const account = await s3AccountFor(tx, parts, row.id);
    if (isRefused(account)) return account;
    return afterCommit(async () => {
      const check = await testS3Account(parts, actor.organisationId, account, call.signal);
      return done(connectionResource(actor, row, [check], "testS3Account"));
    });
  });
}

async function read(tx: Tx, actor: Actor, id: string) {
  const row = await findOrganisation(tx, id, false);
  return row === undefined ? refuse("ORGANISATION_NOT_FOUND") : done(organisationResource(actor, row));
}

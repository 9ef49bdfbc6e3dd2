import { publishSecrets } from "@airlock/backend/deployments";
import type { WorkIds } from "@airlock/platform";
import type { Tx } from "@airlock/platform/postgres";
import type { Router } from "../http/router.ts";
import { isStale } from "../http/stale.ts";
import type { Subject } from "../http/subject.ts";
import type { Actor } from "../identity/actor.ts";
import { afterCommit, done, nothing, refuse, isRefused } from "../outcome.ts";
import type { Parts } from "../parts.ts";
import { secretList, secretResource } from "./resource.ts";
import { createSecret, deleteSecret, findSecret, isNameTaken, listSecrets, updateSecret, type SecretRow } from "./store.ts";

const secretSubject: Subject<"secret", SecretRow> = {
  resource: "secret",
  parameter: "secretId",
  missing: "SECRET_NOT_FOUND",
  find: findSecret,
  state: () => ({}),
};

export function secretRoutes(router: Router, parts: Parts): void {
  router.user("secrets.list", async ({ actor, tx, query }) => {
    const page = await listSecrets(tx, query);
    return isRefused(page) ? page : done(secretList(actor, query, page));
  });

  router.user("secrets.create", async ({ actor, tx, body, ids }) => {
    if (await isNameTaken(tx, body.name, "")) return refuse("SECRET_NAME_TAKEN");
    const id = await createSecret(tx, parts.secrets, actor.organisationId, body);
    return published(tx, actor, id, ids);
  });

  router.object("secret.read", secretSubject, ({ actor }, row) => Promise.resolve(done(secretResource(actor, row))));

  router.object("secret.update", secretSubject, async ({ actor, tx, body, ids }, row) => {
    if (isStale(body, row)) return refuse("EDIT_CONFLICT");
    if (body.name !== undefined && (await isNameTaken(tx, body.name, row.id))) return refuse("SECRET_NAME_TAKEN");
    // Otherwise a user who does not know the value could have a flow send it to their own host.
    const addsHost = body.hosts?.some((host) => !row.hosts.includes(host)) === true;
    if (addsHost && body.value === undefined) return refuse("SECRET_VALUE_REQUIRED");
    await updateSecret(tx, parts.secrets, row, body);
    return published(tx, actor, row.id, ids);
  });

  router.object("secret.delete", secretSubject, async ({ actor, tx, ids }, row) => {
    await deleteSecret(tx, row.id);
    await parts.jobs.send(tx, "secrets.publish", { organisationId: actor.organisationId, secretIds: [row.id] }, ids);
    return afterCommit(async () => {
      await publishNow(actor, row.id);
      return nothing;
    });
  });

  /** By a job with the commit, and immediately if the runtimes can be reached. */
  async function published(tx: Tx, actor: Actor, id: string, ids: WorkIds) {
    await parts.jobs.send(tx, "secrets.publish", { organisationId: actor.organisationId, secretIds: [id] }, ids);
    const row = await findSecret(tx, id, false);
    if (row === undefined) return refuse("SECRET_NOT_FOUND");
    return afterCommit(async () => {
      await publishNow(actor, id);
      return done(secretResource(actor, row));
    });
  }

  async function publishNow(actor: Actor, id: string): Promise<void> {
    await publishSecrets(parts, actor.organisationId, [id]).catch((error: unknown) => {
      parts.log.warn({ err: error, secretId: id }, "a secret could not be published yet");
    });
  }
}

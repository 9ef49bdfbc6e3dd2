import { publishKeys } from "@airlock/platform/orders";
import { permissionsOf } from "@airlock/platform/postgres";
import type { Router } from "../http/router.ts";
import { afterCommit, done, nothing, refuse } from "../outcome.ts";
import type { Parts } from "../parts.ts";
import { holdsAll } from "../rights.ts";
import { userSubject } from "../user/subject.ts";
import { publishKeysLater } from "./publish.ts";
import { createdKeyResource, keyList } from "./resource.ts";
import { createKey, findKey, listKeys, revokeKey } from "./store.ts";

export function keyRoutes(router: Router, parts: Parts): void {
  router.object("user.keys.list", userSubject, async ({ actor, tx }, user) => done(keyList(actor, user, await listKeys(tx, user.id))));

  router.object("user.keys.create", userSubject, async ({ actor, tx, body, ids, log }, user) => {
    if (!holdsAll(actor, await permissionsOf(tx, user.id))) return refuse("ROLE_BEYOND_OWN");
    const { row, key } = await createKey(tx, user, body);
    await publishKeysLater(parts, tx, row.organisation_id, [row.id], ids);
    return afterCommit(async () => {
      // The secret exists nowhere else, so the answer goes out even when runtimes cannot be told yet: the job will tell them.
      await publishKeys(parts, row.organisation_id, [row.id]).catch((error: unknown) => {
        log.warn({ err: error, keyId: row.id }, "a key could not be published yet");
      });
      return done(createdKeyResource(actor, row, key));
    });
  });

  router.object("user.key.revoke", userSubject, async ({ tx, params, ids, log }, user) => {
    const row = await findKey(tx, user.id, params.keyId);
    if (row === undefined) return refuse("KEY_NOT_FOUND");
    await revokeKey(tx, row.id);
    await publishKeysLater(parts, tx, row.organisation_id, [row.id], ids);
    return afterCommit(async () => {
      try {
        await publishKeys(parts, row.organisation_id, [row.id]);
        return nothing;
      } catch (error) {
        log.warn({ err: error, keyId: row.id }, "a revocation could not be published yet");
        return refuse("DEPLOYMENTS_UNAVAILABLE");
      }
    });
  });
}

import type { Router } from "../http/router.ts";
import { done, nothing, refuse } from "../outcome.ts";
import type { Parts } from "../parts.ts";
import { userSubject } from "../user/subject.ts";
import { publishKeyChange } from "./publish.ts";
import { createdKeyResource, keyList } from "./resource.ts";
import { createKey, findKey, listKeys, revokeKey } from "./store.ts";

export function keyRoutes(router: Router, parts: Parts): void {
  router.object("user.keys.list", userSubject, async ({ actor, tx }, user) => done(keyList(actor, user, await listKeys(tx, user.id))));

  router.object("user.keys.create", userSubject, async (call, user) => {
    const { actor, tx, body } = call;
    const { row, key } = await createKey(tx, user, body);
    const change = { organisationId: row.organisation_id, keyIds: [row.id], kind: "granted" } as const;
    // The secret is not stored anywhere, so the response is sent even if no runtime can be reached.
    return publishKeyChange(parts, call, change, done(createdKeyResource(actor, row, key)));
  });

  router.object("user.key.revoke", userSubject, async (call, user) => {
    const { tx, params } = call;
    const row = await findKey(tx, user.id, params.keyId);
    if (row === undefined) return refuse("KEY_NOT_FOUND");
    await revokeKey(tx, row.id);
    return publishKeyChange(parts, call, { organisationId: row.organisation_id, keyIds: [row.id], kind: "revoked" }, nothing);
  });
}

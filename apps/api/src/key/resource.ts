import { linksOf, type KeyFields, type Links, type List, type Resource } from "@airlock/contract";
import { wholeList } from "../http/page.ts";
import type { Actor } from "../identity/actor.ts";
import { userState } from "../user/resource.ts";
import type { UserRow } from "../user/store.ts";
import type { KeyRow } from "./store.ts";

function keyResource(actor: Actor, row: KeyRow): Resource<KeyFields> {
  return { _embedded: keyFields(row), _links: keyLinks(actor, row) };
}

export function keyList(actor: Actor, user: UserRow, rows: readonly KeyRow[]): List<KeyFields> {
  const self = linksOf("user", userState(user, actor), { userId: user.id }, actor.permissions)["keys"];
  return wholeList(
    rows.map((row) => keyResource(actor, row)),
    self,
  );
}

export function createdKeyResource(actor: Actor, row: KeyRow, key: string): Resource<KeyFields & { secret: string }> {
  return { _embedded: { ...keyFields(row), secret: key }, _links: keyLinks(actor, row) };
}

function keyLinks(actor: Actor, row: KeyRow): Links {
  return linksOf("key", {}, { userId: row.user_id, keyId: row.id }, actor.permissions);
}

function keyFields(row: KeyRow): KeyFields {
  return {
    webSafeString: row.id,
    name: row.name,
    createdDate: row.created_at.toISOString(),
    expires: row.expires_at?.toISOString() ?? null,
    lastUsedDate: row.last_used_at?.toISOString() ?? null,
  };
}

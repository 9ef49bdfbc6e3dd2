import type { DatabaseSync } from "node:sqlite";
import type { Adapter, AdapterFactory, AdapterPayload } from "oidc-provider";

/** What is deleted when a grant is revoked. A pending sign-in is not: another person may be using the browser. */
const grantable = new Set(["AccessToken", "AuthorizationCode", "RefreshToken"]);

/** Sessions, grants, codes and refresh tokens in a file, so that they survive a restart of the provider. */
export function createStore(database: DatabaseSync): AdapterFactory {
  database.exec(`
    CREATE TABLE IF NOT EXISTS artifact (
      kind TEXT NOT NULL, id TEXT NOT NULL, value TEXT NOT NULL, expires INTEGER, uid TEXT, grant_id TEXT,
      PRIMARY KEY (kind, id)
    ) STRICT;
    CREATE INDEX IF NOT EXISTS artifact_uid ON artifact (kind, uid);
    CREATE INDEX IF NOT EXISTS artifact_grant ON artifact (grant_id);
  `);
  database.prepare("DELETE FROM artifact WHERE expires < ?").run(epochSeconds());
  const find = database.prepare("SELECT value FROM artifact WHERE kind = ? AND id = ? AND (expires IS NULL OR expires >= ?)");
  const findByUid = database.prepare("SELECT value FROM artifact WHERE kind = ? AND uid = ? AND (expires IS NULL OR expires >= ?)");
  const upsert = database.prepare("INSERT OR REPLACE INTO artifact (kind, id, value, expires, uid, grant_id) VALUES (?, ?, ?, ?, ?, ?)");
  const consume = database.prepare("UPDATE artifact SET value = json_set(value, '$.consumed', ?) WHERE kind = ? AND id = ?");
  const destroy = database.prepare("DELETE FROM artifact WHERE kind = ? AND id = ?");
  const revoke = database.prepare("DELETE FROM artifact WHERE grant_id = ?");

  return (kind): Adapter => ({
    upsert(id, payload, expiresIn) {
      const expires = expiresIn === undefined ? null : epochSeconds() + expiresIn;
      const grantId = grantable.has(kind) ? (payload.grantId ?? null) : null;
      upsert.run(kind, id, JSON.stringify(payload), expires, payload.uid ?? null, grantId);
      return Promise.resolve();
    },
    find: (id) => Promise.resolve(toPayload(find.get(kind, id, epochSeconds()))),
    findByUid: (uid) => Promise.resolve(toPayload(findByUid.get(kind, uid, epochSeconds()))),
    // Only the device flow has user codes, and it is disabled.
    findByUserCode: () => Promise.resolve(undefined),
    consume(id) {
      consume.run(epochSeconds(), kind, id);
      return Promise.resolve();
    },
    destroy(id) {
      destroy.run(kind, id);
      return Promise.resolve();
    },
    revokeByGrantId(grantId) {
      revoke.run(grantId);
      return Promise.resolve();
    },
  });
}

function toPayload(row: Record<string, unknown> | undefined): AdapterPayload | undefined {
  // Only `upsert` above writes the column, from a payload of the same kind.
  return row === undefined ? undefined : (JSON.parse(String(row["value"])) as AdapterPayload);
}

function epochSeconds(): number {
  return Math.floor(Date.now() / 1000);
}

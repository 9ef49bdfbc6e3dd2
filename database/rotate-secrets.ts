/**
 * `npm run secrets:rotate`: encrypts the data keys of all stored secrets with the first key of AIRLOCK_SECRET_KEYS, whichever of the configured keys
 * they are encrypted with now. Run it with both keys configured everywhere, then remove the old one. Idempotent, safe to interrupt, and safe while
 * the product runs: every process with both keys can decrypt either.
 */
import { createLog, readConfig } from "@airlock/platform";
import { createSecretBox } from "@airlock/platform/secrets";
import { Client } from "pg";
import { ownerConnection, ownerSettings } from "./owner-connection.ts";
import { rotateSecrets } from "./rotate.ts";

const config = readConfig([...ownerSettings, "AIRLOCK_SECRET_KEYS", "AIRLOCK_LOG_LEVEL"]);
const log = createLog({ name: "rotate secrets", level: config.AIRLOCK_LOG_LEVEL });

const client = new Client({ ...ownerConnection(config), application_name: "airlock secrets" });
await client.connect();
try {
  const { rewrapped, unreadable } = await rotateSecrets(client, createSecretBox(config.AIRLOCK_SECRET_KEYS));
  for (const { organisationId, reason } of unreadable)
    log.error({ organisationId, reason }, "a secret could not be opened and stays as it is");
  log.info({ rewrapped, unreadable: unreadable.length, masterKey: config.AIRLOCK_SECRET_KEYS[0].id }, "rotated");
  if (unreadable.length > 0) process.exitCode = 1;
} finally {
  await client.end();
}

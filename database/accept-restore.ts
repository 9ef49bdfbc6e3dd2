/**
 * `npm run data-plane:accept-restore`, after Postgres was restored to an earlier time. Lists bucket entries that are newer than Postgres; with `--
 * --apply`, later revocations and stops are applied in Postgres too, and the sequence numbers are moved beyond every number that a runtime may have.
 * From then on Postgres is the source of truth again: the worker's next reconciliation deletes keys and versions that were created since. Idempotent,
 * and safe to interrupt.
 */
import { connectNats, createEntrySigner, createLog, natsAccessOf, natsSettings, openBucket, readConfig } from "@airlock/platform";
import { Client } from "pg";
import { ownerConnection, ownerSettings } from "./owner-connection.ts";
import { acceptRestore, entriesAhead } from "./restore.ts";

const config = readConfig([...ownerSettings, "AIRLOCK_SECRET_KEYS", ...natsSettings, "AIRLOCK_LOG_LEVEL"]);
const log = createLog({ name: "accept restore", level: config.AIRLOCK_LOG_LEVEL });
const apply = process.argv.includes("--apply");

const client = new Client({ ...ownerConnection(config), application_name: "airlock restore" });
await client.connect();
const nats = await connectNats({ ...natsAccessOf(config), name: "accept restore", process: "worker", log });
try {
  const signer = createEntrySigner(config.AIRLOCK_SECRET_KEYS);
  const deployments = await openBucket(nats, "deployments", signer);
  const keys = await openBucket(nats, "keys", signer);
  const ahead = await entriesAhead(client, {
    deployments: await deployments.all({ deleted: true }),
    keys: await keys.all({ deleted: true }),
  });
  for (const entry of ahead) log.info(entry, "newer than Postgres");
  if (apply) log.info(await acceptRestore(client, ahead), "accepted");
  else log.info({ entries: ahead.length }, "nothing was changed; run it with -- --apply to accept the restore");
} finally {
  await nats.close();
  await client.end();
}

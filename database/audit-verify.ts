/**
 * Verifies the audit: `npm run audit:verify`. Exits with 1 and names each entry that was altered, removed or inserted. With `-- --ends <file>` it
 * also compares with an anchor that `npm run audit:anchor` wrote and that is stored outside the database: that detects even a chain that the
 * database's owner has rewritten from its beginning.
 */
import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { readConfig } from "@airlock/platform";
import { Client } from "pg";
import { ownerConnection, ownerSettings } from "./owner-connection.ts";
import { readAnchor, type ReadAnchor } from "./anchor.ts";
import { verifyAudit } from "./verify-audit.ts";

const { values } = parseArgs({ options: { ends: { type: "string" } } });
const config = readConfig([...ownerSettings]);
const anchor = values.ends === undefined ? undefined : await anchorIn(values.ends);
const client = new Client({ ...ownerConnection(config), application_name: "airlock audit:verify" });
await client.connect();
try {
  // One snapshot of the database, however long the verification takes.
  await client.query("begin isolation level repeatable read read only");
  const { organisations, entries, faults } = await verifyAudit(client, anchor === undefined ? {} : { known: anchor.ends });
  for (const { sentence } of faults) console.error(sentence);
  const compared = anchor === undefined ? "" : `, compared with ${anchor.signed ? "a signed" : "an unsigned"} anchor`;
  console.log(
    `${entries} entries of ${organisations} organisations${compared}: ${faults.length === 0 ? "every chain holds" : `${faults.length} faults`}.`,
  );
  if (faults.length > 0) process.exitCode = 1;
} finally {
  await client.end();
}

async function anchorIn(file: string): Promise<ReadAnchor> {
  const keys = process.env["AIRLOCK_SECRET_KEYS"] === undefined ? [] : readConfig(["AIRLOCK_SECRET_KEYS"]).AIRLOCK_SECRET_KEYS;
  return readAnchor(await readFile(file, "utf8"), keys);
}

/**
 * Proves the audit: `npm run audit:verify`. Ends with 1 and names each entry that was altered, removed or put in.
 * With `-- --ends <file>` it also compares with where the chains ended the last time, and writes down where they end now: kept on
 * another machine, that file shows even a trail that the database's owner wrote anew from its beginning.
 */
import { readFile, writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { readConfig } from "@airlock/platform";
import { Client } from "pg";
import { verifyAudit, type AuditEnds } from "./verify-audit.ts";

const { values } = parseArgs({ options: { ends: { type: "string" } } });
const config = readConfig(["AIRLOCK_POSTGRES_MIGRATION_URL"]);
const client = new Client({ connectionString: config.AIRLOCK_POSTGRES_MIGRATION_URL, application_name: "airlock audit:verify" });
await client.connect();
try {
  // One picture of the database, however long it takes to look through.
  await client.query("begin isolation level repeatable read read only");
  const known = values.ends === undefined ? undefined : await readEnds(values.ends);
  const { organisations, entries, faults, ends } = await verifyAudit(client, known === undefined ? {} : { known });
  for (const { sentence } of faults) console.error(sentence);
  console.log(
    `${entries} entries of ${organisations} organisations: ${faults.length === 0 ? "every chain holds" : `${faults.length} faults`}.`,
  );
  if (faults.length > 0) process.exitCode = 1;
  else if (values.ends !== undefined) await writeFile(values.ends, `${JSON.stringify(ends, null, 2)}\n`);
} finally {
  await client.end();
}

async function readEnds(file: string): Promise<AuditEnds | undefined> {
  const text = await readFile(file, "utf8").catch(() => undefined);
  // Written by an earlier run of this script.
  return text === undefined ? undefined : (JSON.parse(text) as AuditEnds);
}

/**
 * Writes the end of each audit chain, to be stored outside the database: `npm run audit:anchor -- --out <file>`, and `--post <url>` to send it too.
 * `npm run audit:verify -- --ends <file>` compares the chains with it later: a chain that the database's owner has rewritten from its beginning does
 * not match. With AIRLOCK_SECRET_KEYS the anchor is signed.
 */
import { writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { readConfig } from "@airlock/platform";
import { Client } from "pg";
import { createAnchor, type AuditEnds } from "./anchor.ts";
import { ownerConnection, ownerSettings } from "./owner-connection.ts";

const { values } = parseArgs({ options: { out: { type: "string" }, post: { type: "string" } } });
if (values.out === undefined && values.post === undefined) throw new Error("Say where to: --out <file>, --post <url> or both.");
const config = readConfig(ownerSettings);
const keys = process.env["AIRLOCK_SECRET_KEYS"] === undefined ? [] : readConfig(["AIRLOCK_SECRET_KEYS"]).AIRLOCK_SECRET_KEYS;
const text = `${JSON.stringify(createAnchor(await chainEnds(), new Date(), keys[0]), null, 2)}\n`;
if (values.out !== undefined) await writeFile(values.out, text);
if (values.post !== undefined) {
  const headers = { "content-type": "application/json" };
  const response = await fetch(values.post, {
    method: "POST",
    headers,
    body: text,
    redirect: "error",
    signal: AbortSignal.timeout(30_000),
  });
  if (!response.ok) throw new Error(`${new URL(values.post).host} returned ${response.status}.`);
}

async function chainEnds(): Promise<AuditEnds> {
  const client = new Client({ ...ownerConnection(config), application_name: "airlock audit:anchor" });
  await client.connect();
  try {
    const { rows } = await client.query<{ id: string; number: string; hash: string }>(
      "select organisation_id as id, number, hash from airlock.audit_chains",
    );
    return Object.fromEntries(rows.map(({ id, number, hash }) => [id, { number: Number(number), hash }]));
  } finally {
    await client.end();
  }
}

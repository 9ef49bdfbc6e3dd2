import { readdirSync, readFileSync } from "node:fs";
import { auditNouns } from "@airlock/contract";
import { expect, test } from "vitest";

test("every audited table of the database has a kind in the contract", () => {
  const folder = new URL("../../database/postgres/", import.meta.url);
  const sql = readdirSync(folder).map((name) => readFileSync(new URL(name, folder), "utf8"));
  const calls = sql.flatMap((text) => [...text.matchAll(/call airlock\.audited\(\s*'(\w+)'(?:,\s*noun => '(\w+)')?/g)]);
  const nouns = calls.map(([, table = "", noun]) => noun ?? nounOf(table));
  expect(nouns.length).toBeGreaterThan(20);
  expect(nouns.filter((noun) => !(auditNouns as readonly string[]).includes(noun))).toEqual([]);
});

/** Like `airlock.noun_of`: `service_accounts` has entries of the kind `serviceAccount`. */
function nounOf(table: string): string {
  return table.replace(/s$/, "").replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

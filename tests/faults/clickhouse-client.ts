/**
 * `clickhouse client --user <user> --query <statement>` for the engine of development, which comes without its command line: the statement is sent
 * over HTTP.
 */
import { parseArgs } from "node:util";
import { clickhouseSettings, readConfig } from "@airlock/platform";
import { clickhouseCredentials } from "../../services/clickhouse-users.ts";

const { values, positionals } = parseArgs({ options: { user: { type: "string" }, query: { type: "string" } }, allowPositionals: true });
if (positionals.join(" ") !== "client" || values.user === undefined || values.query === undefined)
  throw new Error("Usage: clickhouse client --user <user> --query <statement>");
const { user, password } = clickhouseCredentials(values.user);
const response = await fetch(readConfig(clickhouseSettings).AIRLOCK_CLICKHOUSE_URL, {
  method: "POST",
  headers: { "x-clickhouse-user": user, "x-clickhouse-key": password },
  body: values.query,
});
const text = await response.text();
if (!response.ok) throw new Error(`ClickHouse: ${text.slice(0, 300)}`);
process.stdout.write(text);

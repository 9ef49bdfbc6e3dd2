/**
 * `clickhouse client --user <user> --query <statement>` for the engine of development, which comes without its command line: the statement is sent
 * over HTTP.
 */
import { parseArgs } from "node:util";
import { clickhouseSettings, readConfig } from "@airlock/platform";

const { values, positionals } = parseArgs({ options: { user: { type: "string" }, query: { type: "string" } }, allowPositionals: true });
if (positionals.join(" ") !== "client" || values.user === undefined || values.query === undefined)
  throw new Error("Usage: clickhouse client --user <user> --query <statement>");
const password = process.env["CLICKHOUSE_PASSWORD"];
if (password === undefined) throw new Error("clickhouse client: the password is not in CLICKHOUSE_PASSWORD.");
const response = await fetch(readConfig(clickhouseSettings).AIRLOCK_CLICKHOUSE_URL, {
  method: "POST",
  headers: { "x-clickhouse-user": values.user, "x-clickhouse-key": password },
  body: values.query,
});
const text = await response.text();
if (!response.ok) throw new Error(`ClickHouse: ${text.slice(0, 300)}`);
process.stdout.write(text);

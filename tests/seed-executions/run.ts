/**
 * `npm run seed:executions -- --count 5000000`: past executions of the consumer-credit example, into the instance whose settings are in the
 * environment.
 */
import { parseArgs } from "node:util";
import { clickhouseAccessOf, clickhouseSettings, readConfig } from "@airlock/platform";
import { createClickHouse } from "@airlock/platform/clickhouse";
import { callerFor } from "../support/caller.ts";
import { seedExecutions, serveExample } from "../support/seed-executions.ts";

const { values } = parseArgs({ options: { count: { type: "string", default: "1000000" }, days: { type: "string", default: "30" } } });
const count = Number(values.count);
const days = Number(values.days);
if (!(count >= 1 && days >= 1)) throw new Error("Give at least one execution and one day.");

const config = readConfig(["AIRLOCK_PUBLIC_URL", "AIRLOCK_OIDC_ISSUER", "AIRLOCK_FIRST_ADMIN_EMAIL", ...clickhouseSettings]);
const admin = await callerFor({ url: config.AIRLOCK_PUBLIC_URL, issuer: config.AIRLOCK_OIDC_ISSUER }, config.AIRLOCK_FIRST_ADMIN_EMAIL);
const clickhouse = createClickHouse({
  ...clickhouseAccessOf(config),
  name: "seed",
  requestMillis: 600_000,
});
const begun = performance.now();
const progress = (made: number): void => {
  if (process.stdout.isTTY) process.stdout.write(`\r${made} executions`);
};
await seedExecutions({ ...(await serveExample(admin)), clickhouse, count, days, progress });
await clickhouse.close();
console.log(`\r${count} executions over ${days} days after ${((performance.now() - begun) / 1000).toFixed(0)} s.`);

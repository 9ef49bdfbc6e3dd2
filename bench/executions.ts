/**
 * Executions at scale: the requests of the dashboard and the executions screen to the api, with 500,000 executions and with `--count` in the same
 * run. `--check` fails if one takes more than 1.5 times the time with 500,000; searches for a single execution are shown but not checked.
 */
import { setTimeout } from "node:timers/promises";
import { parseArgs } from "node:util";
import { createClickHouse } from "@airlock/platform/clickhouse";
import { clickhouseUserSettings } from "../services/clickhouse-users.ts";
import { clickhouseAccess, environment } from "../services/environment.ts";
import { expectOk } from "../services/http.ts";
import { signIn } from "../services/idp/sign-in.ts";
import { port, publicUrl } from "../services/instance.ts";
import { startAll, stopAll } from "../services/lifecycle.ts";
import type { Part } from "../services/part.ts";
import { api, runtime } from "../services/product.ts";
import { migrate } from "../services/stack.ts";
import { startTemporaryInstance } from "../services/temporary-instance.ts";
import { Caller } from "../tests/support/caller.ts";
import { eventually } from "../tests/support/eventually.ts";
import { seedExecutions, serveExample } from "../tests/support/seed-executions.ts";
import { requestsOf, measure } from "./executions/measure.ts";

const { values: options } = parseArgs({
  options: {
    check: { type: "boolean", default: false },
    floor: { type: "string", default: "1" },
    seconds: { type: "string", default: "0.5" },
    rounds: { type: "string", default: "3" },
    few: { type: "string", default: "500000" },
    count: { type: "string", default: "50000000" },
  },
});
const few = Number(options.few);
const count = Number(options.count);
const goal = 1.5 / Number(options.floor);

const running = await startTemporaryInstance(["postgres", "nats", "clickhouse", "idp"]);
const { instance } = running;
const usual = { AIRLOCK_LOG_LEVEL: "error", AIRLOCK_RATE_LIMIT: "100000000" };
/** A second database with an api, so that both sizes are measured in turns. */
const fewDatabase = "airlock_few";
const fewPort = port(instance, "console");
// Grants of other users are for the default database.
const ofFew = {
  ...usual,
  ...clickhouseUserSettings("admin"),
  AIRLOCK_CLICKHOUSE_DATABASE: fewDatabase,
  AIRLOCK_API_PORT: String(fewPort),
};
const parts: readonly Part[] = [
  api({ env: usual, watch: false }),
  runtime("runtime1", { env: usual, watch: false }),
  {
    ...api({ env: ofFew, watch: false }),
    name: "api-few",
    ports: ["console"],
    probe: async () => {
      await expectOk(`http://127.0.0.1:${fewPort}/ready`);
    },
  },
];
const settings = environment(instance);
const databaseNamed = (database: string) =>
  createClickHouse({ ...clickhouseAccess(instance), database, name: "bench", requestMillis: 600_000 });
const clickhouse = databaseNamed(settings.AIRLOCK_CLICKHOUSE_DATABASE);
const fewClickhouse = databaseNamed(fewDatabase);

/** Seeding a month of executions within minutes leaves merges that would have been done in a month of serving; waits for them. */
async function merged(): Promise<void> {
  const since = performance.now();
  for (let quiet = 0; quiet < 5;) {
    await setTimeout(1_000); // Fixed wait: between two looks, up to 15 minutes.
    const [busy] = await clickhouse.query<{ readonly merges: number }>("SELECT count() AS merges FROM system.merges");
    quiet = busy?.merges === 0 ? quiet + 1 : 0;
    if (performance.now() - since > 900_000) throw new Error("Merges have not ended after 15 minutes.");
  }
  // The table itself does this within five minutes.
  for (const database of [clickhouse, fewClickhouse]) await database.command("OPTIMIZE TABLE execution_minutes FINAL");
  console.log(`Merged after ${((performance.now() - since) / 1000).toFixed(0)} s.`);
}

try {
  await migrate(instance);
  await migrate(instance, ofFew);
  await startAll(instance, parts);
  const place = { url: `http://127.0.0.1:${port(instance, "api")}`, issuer: settings.AIRLOCK_OIDC_ISSUER };
  const signedIn = async (): Promise<Caller> => {
    const email = settings.AIRLOCK_FIRST_ADMIN_EMAIL;
    const tokens = await signIn({ issuer: place.issuer, publicUrl: publicUrl(instance), email });
    const caller = new Caller(place, tokens.access_token);
    // The api is ready shortly before it has created the first organisation.
    await eventually("the first organisation", () => caller.do("user.login").catch(() => undefined));
    return caller;
  };
  const served = await serveExample(await signedIn());
  await seedExecutions({ ...served, clickhouse: fewClickhouse, count: few });
  const begun = performance.now();
  await seedExecutions({ ...served, clickhouse, count });
  const [size] = await clickhouse.query<{ readonly bytes: number }>(
    "SELECT sum(bytes_on_disk) AS bytes FROM system.parts WHERE active AND database = currentDatabase()",
  );
  const took = ((performance.now() - begun) / 1000).toFixed(0);
  console.log(`${count} executions, ${((size?.bytes ?? 0) / 1e9).toFixed(1)} GB, seeded in ${took} s.`);
  await merged();
  const figures = await measure(
    { few: fewPort, many: port(instance, "api") },
    // Tokens live for minutes, so a new one is needed.
    (await signedIn()).bearer,
    requestsOf(served.versionIds[0] ?? ""),
    { seconds: Number(options.seconds), rounds: Number(options.rounds) },
  );

  console.log(`\n| | ${few} | ${count} | ratio |\n|---|---|---|---|`);
  const missed: string[] = [];
  for (const { name, rare = false } of requestsOf("")) {
    const { few: small, many: large } = figures.get(name) ?? { few: 0, many: 0 };
    const ratio = large / small;
    console.log(`| ${name} | ${small.toFixed(1)} ms | ${large.toFixed(1)} ms | ${ratio.toFixed(2)} |`);
    if (ratio > goal && !rare) missed.push(`${name} takes ${ratio.toFixed(2)} times what it takes with ${few}`);
  }
  for (const sentence of missed) console.error(`Missed: ${sentence}.`);
  if (options.check && missed.length > 0) process.exitCode = 1;
} finally {
  await Promise.all([clickhouse.close(), fewClickhouse.close()]);
  await stopAll(instance, parts);
  await running.stop();
}

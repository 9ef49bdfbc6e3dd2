/**
 * Lists at scale: first page, search and sort of users and organisations at the api, with 50 concurrent clients, with 1,000 users and then with
 * 100,000 users and 5,000 organisations in the same run. `--check` fails if a page takes longer than 100 ms (p95) or more than 1.5 times the time
 * with 1,000.
 */
import { parseArgs } from "node:util";
import { environment } from "../services/environment.ts";
import { signIn } from "../services/idp/sign-in.ts";
import { port, publicUrl } from "../services/instance.ts";
import { startAll, stopAll } from "../services/lifecycle.ts";
import { findProcess } from "../services/processes.ts";
import { api } from "../services/product.ts";
import { migrate } from "../services/stack.ts";
import { startTemporaryInstance } from "../services/temporary-instance.ts";
import { Caller } from "../tests/support/caller.ts";
import { eventually } from "../tests/support/eventually.ts";
import { seedPeople } from "../tests/support/seed-people.ts";
import { listRequests, measure, type Figures } from "./lists/measure.ts";

const { values: options } = parseArgs({
  options: {
    check: { type: "boolean", default: false },
    floor: { type: "string", default: "1" },
    seconds: { type: "string", default: "2" },
    rounds: { type: "string", default: "3" },
    clients: { type: "string", default: "50" },
    users: { type: "string", default: "100000" },
    organisations: { type: "string", default: "5000" },
  },
});
const small = { users: 1_000, organisations: 50 };
const large = { users: Number(options.users), organisations: Number(options.organisations) };
const goalMillis = 100 / Number(options.floor);
const goalRatio = 1.5 / Number(options.floor);

const running = await startTemporaryInstance(["postgres", "nats", "clickhouse", "idp"]);
const { instance } = running;
const part = api({ env: { AIRLOCK_LOG_LEVEL: "error", AIRLOCK_RATE_LIMIT: "100000000" }, watch: false });
try {
  await migrate(instance);
  await startAll(instance, [part]);
  const settings = environment(instance);
  const at = port(instance, "api");
  /** A new one for every measurement: tokens live for minutes. */
  const signedIn = async (): Promise<Caller> => {
    const { AIRLOCK_OIDC_ISSUER: issuer, AIRLOCK_FIRST_ADMIN_EMAIL: email } = settings;
    const tokens = await signIn({ issuer, publicUrl: publicUrl(instance), email });
    const caller = new Caller({ url: `http://127.0.0.1:${at}`, issuer }, tokens.access_token);
    // The api is ready shortly before it has created the first organisation.
    await eventually("the first organisation", () => caller.do("user.login").catch(() => undefined));
    return caller;
  };
  const pids = async (): Promise<readonly number[]> => {
    const found = await Promise.all([part.name, "postgres"].map((name) => findProcess(instance.folder, name)));
    return found.flatMap((running) => running?.pid ?? []);
  };
  const figures = async (): Promise<ReadonlyMap<string, Figures>> =>
    measure({
      port: at,
      bearer: (await signedIn()).bearer,
      pids: await pids(),
      clients: Number(options.clients),
      seconds: Number(options.seconds),
      rounds: Number(options.rounds),
    });
  const url = settings.AIRLOCK_POSTGRES_MIGRATION_URL;
  await signedIn();
  await seedPeople({ url, ...small });
  const few = await figures();
  const begun = performance.now();
  await seedPeople({ url, users: large.users - small.users, organisations: large.organisations - small.organisations });
  console.log(
    `${large.users} users and ${large.organisations} organisations seeded in ${((performance.now() - begun) / 1000).toFixed(0)} s.`,
  );
  const many = await figures();

  console.log(
    `\n| ${options.clients} clients | p95 with ${small.users} | p95 with ${large.users} | ratio | p50 | requests/s | processor |\n|---|---|---|---|---|---|---|`,
  );
  const missed: string[] = [];
  for (const name of Object.keys(listRequests)) {
    const before = few.get(name);
    const after = many.get(name);
    if (before === undefined || after === undefined) throw new Error(`${name} was not measured.`);
    const ratio = after.p95 / before.p95;
    console.log(
      `| ${name} | ${before.p95.toFixed(0)} ms | ${after.p95.toFixed(0)} ms | ${ratio.toFixed(2)} | ${after.p50.toFixed(0)} ms | ${after.perSecond.toFixed(0)} | ${after.processorMillis.toFixed(1)} ms |`,
    );
    if (after.p95 > goalMillis) missed.push(`${name} takes ${after.p95.toFixed(0)} ms`);
    if (ratio > goalRatio) missed.push(`${name} takes ${ratio.toFixed(2)} times what it takes with ${small.users}`);
  }
  for (const sentence of missed) console.error(`Missed: ${sentence}.`);
  if (options.check && missed.length > 0) process.exitCode = 1;
} finally {
  await stopAll(instance, [part]);
  await running.stop();
}

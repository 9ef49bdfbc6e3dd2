/**
 * `npm run fuzz:api -- --requests 2000 --seed 1 [--minutes N]`: makes every call of `openapi.json` with generated values, valid and invalid, to a
 * real api and runtime with real services. No response may be a 5xx or have a status, content type or form that the document does not declare.
 *
 * `--minutes` ends the run after the round in which the time is over; continue it with another seed.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { environment } from "../../services/environment.ts";
import { signIn } from "../../services/idp/sign-in.ts";
import { port, projectRoot, publicUrl } from "../../services/instance.ts";
import { usualParts } from "../../services/parts.ts";
import { startStack, stopStack } from "../../services/stack.ts";
import { startTemporaryInstance } from "../../services/temporary-instance.ts";
import { Caller } from "../support/caller.ts";
import { issueKey, serveDecision } from "../support/decision.ts";
import { createRandom } from "../support/random.ts";
import { fuzz, type Seen } from "./fuzz.ts";
import { createKnownIds } from "./known-ids.ts";
import { readOperations, type Document } from "./operations.ts";
import { createSender } from "./send.ts";

const { values } = parseArgs({
  options: {
    requests: { type: "string", default: "2000" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
    minutes: { type: "string", default: "Infinity" },
  },
});
const wanted = Number(values.requests);
const seed = Number(values.seed);
const minutes = Number(values.minutes);
if (!Number.isInteger(wanted) || wanted < 1 || !Number.isInteger(seed)) throw new Error("--requests and --seed are whole numbers.");
if (!(minutes > 0)) throw new Error("--minutes is a number.");

const document = JSON.parse(await readFile(join(projectRoot, "packages/contract/openapi.json"), "utf8")) as Document;
const operations = readOperations(document);
/** A token is valid for minutes, and a run may be longer. */
const tokenMillis = 60_000;

const running = await startTemporaryInstance(usualParts);
try {
  const { instance } = running;
  await startStack(instance, { runtimes: 1, console: "none", env: { AIRLOCK_RATE_LIMIT: "100000000", AIRLOCK_LOG_LEVEL: "error" } });
  const issuer = environment(instance).AIRLOCK_OIDC_ISSUER;
  let signedIn: { readonly token: Promise<string>; readonly until: number } | undefined;
  const accessToken = (): Promise<string> => {
    if (signedIn === undefined || performance.now() > signedIn.until) {
      const token = signIn({ issuer, publicUrl: publicUrl(instance), email: "admin@airlock.test" }).then((tokens) => tokens.access_token);
      signedIn = { token, until: performance.now() + tokenMillis };
    }
    return signedIn.token;
  };
  const known = createKnownIds(operations);
  let decisions = 0;
  let key = "";
  const prepare = async (): Promise<void> => {
    const admin = new Caller({ url: `http://127.0.0.1:${port(instance, "api")}`, issuer }, await accessToken());
    await admin.do("user.login");
    decisions += 1;
    for (const [name, id] of Object.entries(await serveDecision(admin, `Fuzzed ${seed} ${decisions}`))) known.add(name, String(id));
    key = (await issueKey(admin)).token;
  };

  /** Calls may have made it impossible, for example by a policy that requires approvals. The run continues with what exists. */
  const keepFormer = (error: unknown): void => {
    if (key === "") throw error;
    console.log(`Not prepared again: ${String(error)}`);
  };

  const ports = { apiPort: port(instance, "api"), runtimePort: port(instance, "runtime1") };
  const begun = performance.now();
  const minutesPassed = (): number => (performance.now() - begun) / 60_000;
  const onProgress = (seen: Seen): void =>
    console.log(`${seen.requests} requests, ${seen.wrong.length} wrong responses, ${minutesPassed().toFixed(1)} min, seed ${seed}`);
  const seen = await fuzz({
    operations,
    known,
    send: createSender({ ...ports, accessToken, key: () => key, random: createRandom(seed) }),
    seed,
    requests: wanted,
    prepare: () => prepare().catch(keepFormer),
    mayContinue: () => minutesPassed() < minutes,
    onProgress,
  });
  onProgress(seen);
  report(seen);
} finally {
  await stopStack(running.instance);
  await running.stop();
}

function report({ requests, byOperation, wrong }: Seen): void {
  const called = operations.filter(({ id }) => byOperation.has(id));
  const uncalled = operations.filter(({ id }) => !byOperation.has(id)).map(({ id }) => id);
  const succeeded = called.filter(({ id }) => [...(byOperation.get(id)?.keys() ?? [])].some((status) => status < 300));
  if (uncalled.length > 0) console.log(`Never called: ${uncalled.join(", ")}`);
  console.log(
    `${requests} requests to ${called.length} of ${operations.length} calls, ${succeeded.length} of which also succeeded; ` +
      `${wrong.length} wrong responses; seed ${seed}`,
  );
  // Last, because some systems keep only the end of a log.
  for (const { text } of wrong.slice(0, 40)) console.log(`WRONG ${text}`);
  const bad = new Set(wrong.map(({ operation }) => operation));
  const failed = bad.size + uncalled.length;
  console.log(`${called.length - bad.size} passed, ${failed} failed`);
  if (failed > 0) process.exitCode = 1;
}

/**
 * `npm run fuzz:api -- --requests 2000 --seed 1 [--minutes N]`: makes every call of `openapi.json` with generated values, valid and invalid, to a
 * real api and runtime with real services. No response may be a 5xx or have a status or a form that the document does not declare.
 *
 * A long run consists of pieces with seeds of their own, and prints after each how far it is. `--minutes` ends it after the piece in which the time is
 * over; to continue it later, start with the seed after the last one.
 */
import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { environment } from "../../services/environment.ts";
import { signIn } from "../../services/idp/sign-in.ts";
import { installSchemathesis, schemathesisBinary } from "../../services/install/schemathesis.ts";
import { port, projectRoot, publicUrl } from "../../services/instance.ts";
import { usualParts } from "../../services/parts.ts";
import { startStack, stopStack } from "../../services/stack.ts";
import { startTemporaryInstance } from "../../services/temporary-instance.ts";
import { Caller } from "../support/caller.ts";
import { issueKey, serveDecision } from "../support/decision.ts";
import { createRandom } from "../support/random.ts";
import { startFront, type Seen } from "./front.ts";
import { readOperations } from "./operations.ts";

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
/** Hypothesis remembers what it generated for a call: a run with thousands of examples for each becomes slower and needs ever more memory. */
const pieceRequests = 10_000;

const documentPath = join(projectRoot, "packages/contract/openapi.json");
const operations = readOperations(await readFile(documentPath, "utf8"));
/** A token is valid for minutes, and a run may be longer. */
const tokenMillis = 60_000;

await installSchemathesis();
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
  const admin = new Caller({ url: `http://127.0.0.1:${port(instance, "api")}`, issuer }, await accessToken());
  await admin.do("user.login");
  const served = await serveDecision(admin, "Fuzzed");
  const key = await issueKey(admin);

  const random = createRandom(seed);
  const ports = { apiPort: port(instance, "api"), runtimePort: port(instance, "runtime1") };
  const front = await startFront({ operations, ...ports, accessToken, key: key.token, random });
  for (const [name, id] of Object.entries(served)) front.known.add(name, String(id));
  try {
    const uncalled = (): readonly string[] => operations.filter(({ id }) => !front.seen().byOperation.has(id)).map(({ id }) => id);
    const begun = performance.now();
    const minutesPassed = (): number => (performance.now() - begun) / 60_000;
    let code = 0;
    let again = 0;
    for (let piece = 0; code === 0; piece += 1) {
      const before = front.seen().requests;
      const left = minutesPassed() < minutes ? wanted - before : 0;
      // Calls without a body or a query have few possible examples, so the others get more.
      if (left > 0) code = await fuzz(front.url, Math.ceil((Math.min(left, pieceRequests) * 1.1) / operations.length), seed + piece);
      else if (uncalled().length > 0 && again++ < 20) code = await fuzz(front.url, 10, seed + piece, uncalled());
      else break;
      const { requests } = front.seen();
      console.log(
        `${requests} requests, ${serverErrors(front.seen())} of them 5xx, ${minutesPassed().toFixed(1)} min, seed ${seed + piece}`,
      );
      if (requests === before) break; // Nothing can be generated.
    }
    report(front.seen(), code);
  } finally {
    await front.close();
  }
} finally {
  await stopStack(running.instance);
  await running.stop();
}

function fuzz(url: string, examples: number, withSeed: number, only: readonly string[] = []): Promise<number> {
  const options: Readonly<Record<string, string>> = {
    url,
    phases: "fuzzing",
    checks: "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance",
    "max-examples": String(examples),
    seed: String(withSeed),
    // One: with more, the threads of Hypothesis occasionally interfere and the run ends with an internal error.
    workers: "1",
    "request-timeout": "30",
    "suppress-health-check": "all",
    warnings: "off",
    "generation-database": "none",
  };
  const named = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
  const included = only.flatMap((id) => ["--include-operation-id", id]);
  const rest = [documentPath, ...named, ...included, "--no-shrink", "--continue-on-failure"];
  return new Promise((resolve, reject) => {
    const child = spawn(schemathesisBinary(), ["--no-color", "run", ...rest], {
      stdio: ["ignore", "inherit", "inherit"],
      cwd: running.instance.folder,
    });
    child.on("error", reject);
    child.on("close", (code) => resolve(code ?? 1));
  });
}

function serverErrors({ byOperation }: Seen): number {
  const counts = [...byOperation.values()].flatMap((statuses) => [...statuses]);
  return counts.reduce((sum, [status, count]) => sum + (status >= 500 ? count : 0), 0);
}

function report({ requests, byOperation, wrong }: Seen, code: number): void {
  const called = operations.filter(({ id }) => byOperation.has(id));
  const uncalled = operations.filter(({ id }) => !byOperation.has(id)).map(({ id }) => id);
  const succeeded = called.filter(({ id, statuses }) =>
    [...(byOperation.get(id)?.keys() ?? [])].some((status) => status < 300 && statuses.has(status)),
  );
  if (uncalled.length > 0) console.log(`Never called: ${uncalled.join(", ")}`);
  console.log(
    `${requests} requests to ${called.length} of ${operations.length} calls, ${succeeded.length} of which also succeeded; ` +
      `${wrong.length} wrong answers; schemathesis ${code === 0 ? "found nothing" : "found something"}; seed ${seed}`,
  );
  // Last, because some systems keep only the end of a log.
  for (const line of wrong.slice(0, 40)) console.log(`WRONG ${line}`);
  const bad = new Set(wrong.map((line) => line.split(" ", 1)[0]));
  const failed = bad.size + uncalled.length + (code !== 0 && bad.size === 0 ? 1 : 0) + (requests < wanted && minutes === Infinity ? 1 : 0);
  console.log(`${called.length - bad.size} passed, ${failed} failed`);
  if (failed > 0) process.exitCode = 1;
}

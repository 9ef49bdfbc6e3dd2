/**
 * The start command of the trial image (deploy/Dockerfile): the servers and the whole product in one container, with the demo organisation if
 * AIRLOCK_TRIAL_DEMO is `yes`. Passwords and keys are those of development, which are public.
 */
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { runDevelopment } from "../services/development.ts";
import { createInstance, type Instance } from "../services/instance.ts";
import { withLock } from "../services/lock.ts";
import { postgresData } from "../services/parts/postgres.ts";
import { s3Settings } from "../services/parts/s3.ts";
import { usualParts } from "../services/parts.ts";
import { fillDemo } from "./fill-demo.ts";
import { emailOf } from "./people.ts";

const settings = z
  .object({
    /** The first port. Users and the processes must reach the identity provider at the same address, so it is published under the same number. */
    AIRLOCK_TRIAL_PORT: z.coerce.number().int().min(1024).max(65_000).default(8080),
    AIRLOCK_TRIAL_DEMO: z.enum(["yes", "no"]).default("no"),
    AIRLOCK_TRIAL_EXECUTIONS: z.coerce.number().int().min(20_000).max(5_000_000).default(200_000),
  })
  .parse(process.env);

const name = "trial";
const hasDemo = settings.AIRLOCK_TRIAL_DEMO === "yes";

/** The container has no npm; with the setting, the next start of its volume creates the organisation. */
const sampleDataCommand = "AIRLOCK_TRIAL_DEMO=yes docker compose --file deploy/compose.trial.yaml up";

console.log(`
AIRLOCK TRIAL: NOT FOR PRODUCTION
Passwords and keys are public, and there is one of everything. Do not store real data in it, and publish its ports on this machine only.
`);
const instance = await createInstance(name, settings.AIRLOCK_TRIAL_PORT);
// Two containers on one volume would damage it.
await withLock(join(instance.folder, "trial.lock"), start, 1);

async function start(): Promise<void> {
  // Of a container that was killed. In this one its process id may belong to another process, and Postgres would not start.
  await rm(join(await postgresData(instance), "postmaster.pid"), { force: true });
  let complete = () => Promise.resolve();
  await runDevelopment({
    name,
    base: instance.base,
    parts: [...usualParts.filter((part) => part !== "gcs"), "s3"],
    stack: (of) => ({ console: "files", sampleDataCommand, env: { ...s3Settings(of), ...lightgbm() } }),
    restarts: true,
    ...(hasDemo ? { prepare, email: emailOf("mara") } : {}),
    finish: () => complete(),
  });

  async function prepare(of: Instance): Promise<void> {
    complete = await fillDemo(of, settings.AIRLOCK_TRIAL_EXECUTIONS);
  }
}

/** In the image it is not in the cache of services/install. */
function lightgbm(): Readonly<Record<string, string>> {
  const library = process.env["AIRLOCK_LIGHTGBM"];
  return library === undefined ? {} : { AIRLOCK_LIGHTGBM: library };
}

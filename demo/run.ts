/**
 * `npm run demo`: starts what `npm run dev` starts, and creates a demo organisation that looks as if it had been in use for 30 days. If the instance
 * already runs, only creates the organisation. It is created once; the next start finds it.
 */
import { parseArgs } from "node:util";
import { developmentPassword } from "../services/idp/accounts.ts";
import { runDevelopment } from "../services/development.ts";
import { findInstance, publicUrl, type Instance } from "../services/instance.ts";
import { statusOfStack } from "../services/stack.ts";
import { productOf } from "../tests/support/stand-up.ts";
import { createDemo } from "./create-demo.ts";
import { emailOf, organisationName, people, type PersonName } from "./people.ts";
import { refuseProduction } from "./refuse-production.ts";

const { values } = parseArgs({
  options: {
    name: { type: "string", default: "dev" },
    base: { type: "string" },
    executions: { type: "string", default: "200000" },
  },
});
const executions = Number(values.executions);
// With fewer there are not enough in a day to tell that a prediction drifts.
if (!(executions >= 20_000 && executions <= 5_000_000)) throw new Error("Give between 20,000 and 5,000,000 executions.");

const known = await findInstance(values.name);
if (known !== undefined && (await isRunning(known))) {
  const complete = await fill(known);
  console.log(`\nOpen ${publicUrl(known)} and sign in as ${emailOf("mara")} with the password "${developmentPassword}".`);
  await complete();
} else {
  const base = values.base === undefined ? undefined : Number(values.base);
  let complete = () => Promise.resolve();
  const prepare = async (instance: Instance) => {
    complete = await fill(instance);
  };
  await runDevelopment({ name: values.name, base, watch: false, prepare, finish: () => complete(), email: emailOf("mara") });
}

async function isRunning(instance: Instance): Promise<boolean> {
  const statuses = await statusOfStack(instance).catch(() => []);
  return statuses.length > 0 && statuses.every(({ ready }) => ready);
}

/** Returns what waits for the rest, which the worker does after everyone can sign in. */
async function fill(instance: Instance): Promise<() => Promise<void>> {
  const product = productOf(instance);
  await refuseProduction(product);
  const begun = performance.now();
  const progress = (step: string) => console.log(`  ${((performance.now() - begun) / 1000).toFixed(1).padStart(6)} s  ${step}`);
  console.log(`Creating the organisation ${organisationName}.`);
  const { result, complete } = await createDemo(product, { executions, progress });
  // Awaited later; until then a failure is not unhandled.
  complete.catch(() => undefined);
  progress(result === "present" ? "It is there already" : "Everyone can sign in; drift, alerts and an approval follow");
  console.log(`\nPeople of ${organisationName}, all with the password "${developmentPassword}":`);
  for (const [person, { firstName, name, roles }] of Object.entries(people)) {
    const isInvited = person === "tom" ? ", invited" : "";
    console.log(`  ${emailOf(person as PersonName).padEnd(24)}${`${firstName} ${name}`.padEnd(18)}${roles.join(", ")}${isInvited}`);
  }
  return async () => {
    await complete;
    if (result === "created") progress(`${organisationName} is complete`);
  };
}

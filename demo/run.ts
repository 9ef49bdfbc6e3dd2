/**
 * `npm run demo`: starts what `npm run dev` starts, and creates a demo organisation that looks as if it had been in use for 30 days. If the instance
 * already runs, only creates the organisation. It is created once; the next start finds it.
 */
import { parseArgs } from "node:util";
import { developmentPassword } from "../services/idp/accounts.ts";
import { runDevelopment } from "../services/development.ts";
import { findInstance, publicUrl, type Instance } from "../services/instance.ts";
import { statusOfStack } from "../services/stack.ts";
import { fillDemo } from "./fill-demo.ts";
import { emailOf } from "./people.ts";

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
  const complete = await fillDemo(known, executions);
  console.log(`\nOpen ${publicUrl(known)} and sign in as ${emailOf("mara")} with the password "${developmentPassword}".`);
  await complete();
} else {
  const base = values.base === undefined ? undefined : Number(values.base);
  let complete = () => Promise.resolve();
  const prepare = async (instance: Instance) => {
    complete = await fillDemo(instance, executions);
  };
  await runDevelopment({
    name: values.name,
    base,
    stack: () => ({ console: "vite" }),
    prepare,
    finish: () => complete(),
    email: emailOf("mara"),
  });
}

async function isRunning(instance: Instance): Promise<boolean> {
  const statuses = await statusOfStack(instance).catch(() => []);
  return statuses.length > 0 && statuses.every(({ ready }) => ready);
}

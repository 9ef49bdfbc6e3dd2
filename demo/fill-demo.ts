import { developmentPassword } from "../services/idp/accounts.ts";
import type { Instance } from "../services/instance.ts";
import { productOf } from "../tests/support/stand-up.ts";
import { createDemo } from "./create-demo.ts";
import { emailOf, organisationName, people, type PersonName } from "./people.ts";
import { refuseProduction } from "./refuse-production.ts";

/** Creates the demo organisation and prints its users. Returns what waits for the rest, which the worker does after everyone can sign in. */
export async function fillDemo(instance: Instance, executions: number): Promise<() => Promise<void>> {
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

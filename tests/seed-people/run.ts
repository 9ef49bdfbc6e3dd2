/** `npm run seed:people -- --users 100000 --organisations 5000`: a large installation, into the instance whose settings are in the environment. */
import { parseArgs } from "node:util";
import { readConfig } from "@airlock/platform";
import { seedPeople } from "../support/seed-people.ts";

const { values } = parseArgs({
  options: { users: { type: "string", default: "100000" }, organisations: { type: "string", default: "5000" } },
});
const users = Number(values.users);
const organisations = Number(values.organisations);
if (!(users >= 10 && organisations >= 1)) throw new Error("Give at least ten users and one organisation.");

const { AIRLOCK_POSTGRES_MIGRATION_URL: url } = readConfig(["AIRLOCK_POSTGRES_MIGRATION_URL"]);
const begun = performance.now();
const progress = (made: number): void => {
  if (process.stdout.isTTY) process.stdout.write(`\r${made} users`);
};
await seedPeople({ url, users, organisations, progress });
console.log(`\r${users} users in ${organisations} organisations after ${((performance.now() - begun) / 1000).toFixed(0)} s.`);

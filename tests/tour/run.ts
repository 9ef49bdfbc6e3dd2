/**
 * `npm run tour`: makes one decision on a running `npm run dev` (or on `--instance <name>`) and prints the commands, so that it can be repeated
 * manually. Its entities are named Tour, and the next tour reuses them.
 */
import { parseArgs } from "node:util";
import { findInstance, publicUrl } from "../../services/instance.ts";
import { idpIssuer } from "../../services/parts/idp.ts";
import { callerFor } from "../support/caller.ts";
import { ask, untilKnownAt } from "../support/decision.ts";
import { readExamples } from "../support/examples.ts";
import { demoKey, serveDemo } from "./demo.ts";

const { values } = parseArgs({ options: { instance: { type: "string", default: "dev" } } });
const instance = await findInstance(values.instance);
if (instance === undefined) throw new Error("Nothing runs yet: start it with npm run dev and try again.");
const product = { url: publicUrl(instance), issuer: idpIssuer(instance) };

const example = (await readExamples()).find(({ name }) => name === "Consumer credit scorecard");
if (example === undefined) throw new Error("The example is gone from examples/.");
const admin = await callerFor(product, "admin@airlock.test");
const versionId = await serveDemo(admin, example);
console.log(`"Tour: ${example.name}" is serving. See it at ${product.url}/admin/solutions`);

const token = await demoKey(admin);
await untilKnownAt(product, token);
const input = example.cases[0]?.input ?? {};
console.log(`
curl -X POST ${product.url}/dme/manage/v1/versions/${versionId}/execute \\
  -H 'Authorization: Bearer ${token}' \\
  -H 'Content-Type: application/json' \\
  -d '${JSON.stringify(input)}'
`);
const answer = await ask(product, versionId, token, input);
console.log(answer.status, JSON.stringify(await answer.json(), undefined, 2));

/** `npm run tour`: makes one decision on a running development set-up and prints how, so that it can be repeated by hand. */
import { findInstance, publicUrl } from "../../services/instance.ts";
import { idpIssuer } from "../../services/parts/idp.ts";
import { callerFor } from "../support/caller.ts";
import { ask, issueKey } from "../support/decision.ts";
import { readExamples } from "../support/examples.ts";

const instance = await findInstance("dev");
if (instance === undefined) throw new Error("Nothing runs yet: start it with npm run dev and try again.");
const product = { url: publicUrl(instance), issuer: idpIssuer(instance) };

const example = (await readExamples()).find(({ name }) => name === "Consumer credit scorecard");
if (example === undefined) throw new Error("The example is gone from examples/.");
const admin = await callerFor(product, "admin@airlock.test");
const solution = await admin.do("solutions.create", { body: { name: example.name, description: example.description } });
const solutionId = solution._embedded.webSafeString;
await admin.do("definition.update", { at: { solutionId }, body: example.definition });
const version = await admin.do("solution.versions.create", { at: { solutionId }, body: { versionName: "1.0" } });
const versionId = version._embedded.webSafeString;
await admin.do("version.deploy", { at: { versionId } });
console.log(`"${example.name}" 1.0 is serving. See it at ${product.url}/admin/solutions`);

const key = await issueKey(admin);
const input = example.cases[0]?.input ?? {};
console.log(`
curl -X POST ${product.url}/dme/manage/v1/versions/${versionId}/execute \\
  -H 'Authorization: Bearer ${key.token}' \\
  -H 'Content-Type: application/json' \\
  -d '${JSON.stringify(input)}'
`);
const answer = await ask(product, versionId, key.token, input);
console.log(answer.status, JSON.stringify(await answer.json(), undefined, 2));

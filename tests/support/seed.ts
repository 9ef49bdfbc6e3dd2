import { parseDefinition, type FlowList } from "@airlock/flow";
import type { Caller } from "./caller.ts";
import { ask, issueKey } from "./decision.ts";
import { readExamples, type Example } from "./examples.ts";
import { addHistory } from "./history.ts";
import type { Product } from "./product.ts";
import { withSubFlows } from "./sub-flows.ts";

/** The states of each solution's versions, oldest first. */
const lives: readonly (readonly ("serving" | "stopped" | "notDeployed")[])[] = [
  ["stopped", "stopped", "serving"],
  ["serving"],
  ["stopped", "serving", "notDeployed"],
  ["notDeployed"],
  ["stopped", "serving"],
  [],
];

export interface Seeded {
  readonly solutions: number;
  readonly versions: number;
  readonly executions: number;
}

/** A product that has been in use for a week: the examples as solutions, versions in every state, and real executions. */
export async function seed(product: Product, admin: Caller): Promise<Seeded> {
  const key = await issueKey(admin);
  const examples = await readExamples();
  let versions = 0;
  let executions = 0;
  let subFlows = 0;
  for (const [index, one] of examples.entries()) {
    const solution = await admin.do("solutions.create", { body: { name: one.name, description: one.description } });
    const solutionId = solution._embedded.webSafeString;
    const definition = await withSubFlows(admin, one.definition);
    subFlows += (definition.subFlows ?? []).length;
    await admin.do("definition.update", { at: { solutionId }, body: { ...definition, ...(await addLists(admin, one)) } });
    for (const [number, life] of (lives[index % lives.length] ?? []).entries()) {
      const body = {
        versionName: `${number + 1}.0`,
        versionDescription: number === 0 ? "First version" : "New thresholds after the quarterly review",
      };
      const version = await admin.do("solution.versions.create", { at: { solutionId }, body });
      const versionId = version._embedded.webSafeString;
      versions += 1;
      if (life === "notDeployed") continue;
      await admin.do("version.deploy", { at: { versionId } });
      executions += await execute(product, versionId, key.token, one);
      if (life === "stopped") await admin.do("version.stop", { at: { versionId } });
    }
  }
  // An incomplete one, which cannot run yet.
  await admin.do("solutions.create", { body: {} });
  executions += await addHistory(product, 7);
  return { solutions: examples.length + subFlows + 1, versions: versions + subFlows, executions };
}

/** Publishes the lists of an example; returns how its flow describes them. */
async function addLists(admin: Caller, { definition, lists = [] }: Example): Promise<{ readonly lists?: readonly FlowList[] }> {
  const parsed = parseDefinition(definition);
  if (!parsed.ok) throw new Error("An example is not a definition.");
  const { lists: described } = parsed.definition;
  if (described === undefined) return {};
  const own: FlowList[] = [];
  for (const list of described) {
    const { name, keyType, columns } = list;
    const { key = "key", rows = [] } = lists.find((one) => one.name === name) ?? {};
    const body = { name, key: { name: key, type: keyType }, columns: [...columns] };
    const at = { listId: (await admin.do("lists.create", { body }))._embedded.webSafeString };
    await admin.do("list.rows.change", { at, body: { put: rows.map(([of, ...values]) => ({ key: of, values })) } });
    await admin.do("list.versions.create", { at, body: {} });
    own.push({ ...list, ...at });
  }
  return { lists: own };
}

async function execute(product: Product, versionId: string, token: string, { cases }: Example): Promise<number> {
  // A web call would leave this machine.
  const askable = cases.filter(({ webCalls }) => webCalls === undefined);
  let answered = 0;
  for (const { input } of askable) {
    const response = await ask(product, versionId, token, input);
    if (response.ok) answered += 1;
    else if (response.status !== 400) throw new Error(`An execution answers ${response.status}: ${await response.text()}`);
  }
  return answered;
}

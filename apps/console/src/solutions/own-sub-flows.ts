import { diff, type Definition, type SubFlow } from "@airlock/flow";
import { asProblem } from "../api/api-problem.ts";
import { itemAddress, withQuery } from "../api/calls.ts";
import type { Client } from "../api/client.ts";
import { linkFor } from "../api/session/permissions.ts";
import { subFlowOf } from "./sub-flows/sub-flow-of.ts";

interface Addresses {
  readonly solutions: string | undefined;
  readonly versions: string | undefined;
}

/** The number of newest versions to compare, of a solution with the same name. */
const comparedVersions = 5;

/**
 * The flow of a template or file with versions of this organisation as its sub-flows. The server takes only those, so a version that the
 * organisation does not have is created, with a solution for it, unless there is one of the same name that decides the same.
 */
export async function withOwnSubFlows(client: Client, at: Addresses, definition: Definition): Promise<Definition> {
  const { subFlows = [], solutionDefinition } = definition;
  if (subFlows.length === 0 || at.solutions === undefined || at.versions === undefined) return definition;
  const own = new Map<string, SubFlow>();
  for (const subFlow of subFlows) own.set(subFlow.versionId, await ownVersion(client, at, subFlow));
  const nodes = solutionDefinition.nodes.map((node) => {
    const found = node.type === "SubFlow" ? own.get(node.versionId) : undefined;
    if (found === undefined || node.type !== "SubFlow") return node;
    return { ...node, versionId: found.versionId, versionName: `${found.solutionName} ${found.name}` };
  });
  return { ...definition, solutionDefinition: { ...solutionDefinition, nodes }, subFlows: [...own.values()] };
}

async function ownVersion(client: Client, at: Addresses, given: SubFlow): Promise<SubFlow> {
  if (await exists(client, at, given.versionId)) return given;
  const subFlow = { ...given, definition: await withOwnSubFlows(client, at, given.definition) };
  return (await sameVersion(client, at, subFlow)) ?? (await createVersion(client, at, subFlow));
}

async function exists(client: Client, { versions }: Addresses, versionId: string): Promise<boolean> {
  try {
    await client.get("version.read", itemAddress(versions, versionId) ?? "");
    return true;
  } catch (error) {
    const { status } = asProblem(error);
    // 400: no id of ours, as in a template.
    if (status === 404 || status === 400) return false;
    throw error;
  }
}

async function sameVersion(client: Client, at: Addresses, wanted: SubFlow): Promise<SubFlow | undefined> {
  const { solutionName } = wanted;
  const found = await client.list("solutions.list", withQuery(at.solutions ?? "", { search: solutionName, limit: 50 }));
  for (const solution of found.items.filter(({ _embedded }) => _embedded.name === solutionName)) {
    const { items } = await client.list("solution.versions.list", linkFor(solution, "versions", "GET") ?? "");
    for (const version of items.slice(0, comparedVersions)) {
      const frozen = await client.get("version.definition", linkFor(version, "definition", "GET") ?? "");
      const candidate = subFlowOf(version, frozen);
      if (!diff(wanted.definition, candidate.definition).some(({ meaning }) => meaning)) return candidate;
    }
  }
  return undefined;
}

async function createVersion(client: Client, at: Addresses, { solutionName, definition }: SubFlow): Promise<SubFlow> {
  const body = { name: solutionName, description: "Used as a sub-flow", definition: { ...definition } };
  const solution = await client.post("solutions.create", at.solutions ?? "", { body });
  const version = await client.post("solution.versions.create", linkFor(solution, "versions", "POST") ?? "", { body: {} });
  return subFlowOf(version, await client.get("version.definition", linkFor(version, "definition", "GET") ?? ""));
}

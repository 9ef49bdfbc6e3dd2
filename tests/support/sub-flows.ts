import { parseDefinition, type Definition, type SubFlow } from "@airlock/flow";
import type { Caller } from "./caller.ts";

/** Creates the solutions that an example uses as sub-flows, each with a version; returns its flow with these versions. */
export async function withSubFlows(admin: Caller, given: unknown): Promise<Definition> {
  const parsed = parseDefinition(given);
  if (!parsed.ok) throw new Error("An example is not a definition.");
  const { definition } = parsed;
  const own: SubFlow[] = [];
  for (const subFlow of definition.subFlows ?? []) {
    const body = { name: subFlow.solutionName, definition: { ...subFlow.definition } };
    const solutionId = (await admin.do("solutions.create", { body }))._embedded.webSafeString;
    const version = await admin.do("solution.versions.create", { at: { solutionId }, body: {} });
    own.push({ ...subFlow, solutionId, versionId: version._embedded.webSafeString });
  }
  if (own.length === 0) return definition;
  const { nodes } = definition.solutionDefinition;
  const called = nodes.map((node) => {
    const position = (definition.subFlows ?? []).findIndex(({ versionId }) => node.type === "SubFlow" && versionId === node.versionId);
    const versionId = own[position]?.versionId;
    return versionId === undefined ? node : { ...node, versionId };
  });
  return { ...definition, solutionDefinition: { ...definition.solutionDefinition, nodes: called }, subFlows: own };
}

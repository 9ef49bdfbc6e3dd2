import type { Definition } from "@airlock/flow";
import { expect, test } from "vitest";
import { ApiProblem } from "../api/api-problem.ts";
import type { Client } from "../api/client.ts";
import { withOwnSubFlows } from "./own-sub-flows.ts";
import { loadTemplates } from "./templates.ts";

const { template, copy } = await readTemplate();

async function readTemplate() {
  const definition = (await loadTemplates()).find(({ name }) => name === "Loan with an affordability check")?.definition;
  const [subFlow] = definition?.subFlows ?? [];
  if (definition === undefined || subFlow === undefined) throw new Error("The template is missing.");
  return { template: definition, copy: subFlow };
}

const at = { solutions: "/solutions", versions: "/versions" };
const link = (href: string) => ({ href, allow: ["GET", "POST"] });
const solution = (id: string) => ({ _embedded: { webSafeString: id, name: copy.solutionName }, _links: { versions: link(`/of/${id}`) } });
const version = (id: string) => ({
  _embedded: { webSafeString: id, versionName: `Version of ${id}`, entityWss: "s", solutionName: copy.solutionName, behaviour: 3 },
  _links: { definition: link(`/definition/${id}`) },
});

/** An organisation whose one solution of the name has these versions; `sent` has what was created. */
function organisation(versions: Readonly<Record<string, Definition>>, isKnown = false) {
  const sent: [name: string, href: string][] = [];
  const client = {
    list: (name: string) => Promise.resolve({ items: name === "solutions.list" ? [solution("s")] : Object.keys(versions).map(version) }),
    get: (name: string, href: string) => {
      if (name === "version.definition")
        return Promise.resolve({ _embedded: versions[href.slice("/definition/".length)] ?? copy.definition });
      if (isKnown) return Promise.resolve(version("known"));
      return Promise.reject(new ApiProblem({ status: 404, code: "VERSION_NOT_FOUND", message: "", description: "", correlationId: "" }));
    },
    post: (name: string, href: string) => {
      sent.push([name, href]);
      return Promise.resolve(name === "solutions.create" ? solution("made") : version("new"));
    },
  } as unknown as Client; // what the function calls
  return { client, sent };
}

const runOf = ({ solutionDefinition, subFlows }: Definition) => ({
  nodes: solutionDefinition.nodes.flatMap((node) => (node.type === "SubFlow" ? [[node.versionId, node.versionName]] : [])),
  copies: subFlows?.map(({ versionId }) => versionId),
});

test("a version that the organisation does not have is created with its solution, and the node runs it", async () => {
  const other = { ...copy.definition, runtimeDatasetFields: copy.definition.runtimeDatasetFields.slice(1) };
  const { client, sent } = organisation({ other });
  const own = await withOwnSubFlows(client, at, template);
  expect(sent).toEqual([
    ["solutions.create", "/solutions"],
    ["solution.versions.create", "/of/made"],
  ]);
  expect(runOf(own)).toEqual({ nodes: [["new", "Affordability check Version of new"]], copies: ["new"] });
});

test("a version of the same name that decides the same is used", async () => {
  const moved = {
    ...copy.definition,
    solutionDefinition: {
      ...copy.definition.solutionDefinition,
      nodes: copy.definition.solutionDefinition.nodes.map((node) => ({ ...node, x: node.x + 25 })),
    },
  };
  const { client, sent } = organisation({ moved });
  expect(runOf(await withOwnSubFlows(client, at, template)).copies).toEqual(["moved"]);
  expect(sent).toEqual([]);
});

test("a version of this organisation stays, as in a duplicate or a file of its own", async () => {
  const { client, sent } = organisation({}, true);
  expect(runOf(await withOwnSubFlows(client, at, template))).toEqual(runOf(template));
  expect(sent).toEqual([]);
});

test("a user who may not see versions gets the flow as it is", async () => {
  const { client } = organisation({});
  expect(await withOwnSubFlows(client, { ...at, versions: undefined }, template)).toBe(template);
});

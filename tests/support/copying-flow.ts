import { newLink, newNode, type Definition } from "@airlock/flow";

/** A flow that copies the text `reference` into many fields: a short input, a large execution. It also has the sample flow's age. */
export function copyingFlow(copies: number): Definition {
  const start = newNode("Start", "start", 100, 100);
  const end = newNode("End", "end", 500, 100);
  const names = Array.from({ length: copies }, (_, index) => `copy${index}`);
  const perNode = 150;
  const sets = Array.from({ length: Math.ceil(copies / perNode) }, (_, index) => ({
    ...newNode("SetState", `set${index}`, 200 + index, 100),
    setFields: names.slice(index * perNode, (index + 1) * perNode).map((name) => ({
      leftHandDatasource: "Runtime" as const,
      leftHandFieldname: name,
      leftHandType: "String" as const,
      operator: "=" as const,
      rightHandDatasource: "Application" as const,
      rightHandFieldname: "reference",
    })),
  }));
  const nodes = [start, ...sets, end];
  const links = nodes.slice(1).flatMap((node, index) => {
    const before = nodes[index];
    return before === undefined ? [] : [newLink(`l${index}`, before, node)];
  });
  return {
    solutionDefinition: { nodes, links, zoom: 100 },
    applicationDatasetFields: [
      { key: "age", name: "age", type: "Integer", required: false },
      { key: "reference", name: "reference", type: "String", required: true },
    ],
    runtimeDatasetFields: names.map((name) => ({ key: name, name, type: "String", required: false })),
    applicationTestData: [],
  };
}

import { emptyDefinition, newCondition, newLink, newNode, newSetter, type Definition, type FlowLink, type FlowNode } from "@airlock/flow";

/** A valid flow with this number of diamonds of four nodes, and 500 fields. A diamond is a few kilobytes. */
export function largeDefinition(diamonds: number): Definition {
  const fields = (prefix: string) =>
    Array.from({ length: 500 }, (_, index) => {
      const name = `${prefix}${index}`;
      return { key: name, name, type: "Float" as const, required: false };
    });
  const start = newNode("Start", "start", 0, 0);
  const nodes: FlowNode[] = [start];
  const links: FlowLink[] = [];
  const connect = (from: FlowNode, to: FlowNode) => links.push(newLink(`l${links.length}`, from, to));
  const add = (): FlowNode => {
    const at = nodes.length;
    const setFields = Array.from({ length: 4 }, (_, index) => ({
      ...newSetter(),
      leftHandFieldname: `f${(at * 4 + index) % 500}`,
      leftHandType: "Float" as const,
      rightHandFieldname: String(index),
    }));
    const node = { ...newNode("SetState", `n${at}`, at, at), setFields };
    nodes.push(node);
    return node;
  };
  let last: FlowNode = start;
  for (let diamond = 0; diamond < diamonds; diamond += 1) {
    const [left, right, join] = [add(), add(), add()];
    const above = { ...newCondition(), operator: ">" as const, rightHandFieldname: "1" };
    const conditionFields = [{ ...above, leftHandFieldname: `a${(nodes.length * 7) % 500}`, leftHandType: "Float" as const }];
    links.push({ ...newLink(`l${links.length}`, last, left), conditionFields });
    links.push({ ...newLink(`l${links.length}`, last, right), otherwise: true });
    connect(left, join);
    connect(right, join);
    last = join;
  }
  const end = newNode("End", "end", 0, 0);
  connect(last, end);
  return {
    ...emptyDefinition(),
    applicationDatasetFields: fields("a"),
    runtimeDatasetFields: fields("f"),
    solutionDefinition: { nodes: [...nodes, end], links, zoom: 100 },
  };
}

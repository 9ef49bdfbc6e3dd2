import { parseDefinition, type Definition } from "@airlock/flow";
import { createClickHouse } from "@airlock/platform/clickhouse";
import type { Caller } from "./caller.ts";
import { serveDecision, type Served } from "./decision.ts";
import { readExamples } from "./examples.ts";
import type { Product } from "./product.ts";
import { seedExecutions } from "./seed-executions.ts";

export interface PastExample extends Served {
  readonly name: string;
  readonly definition: Definition;
}

/** Creates a serving solution from the consumer-credit example, or another one, with this number of executions in the last two days. */
export async function pastExample(product: Product, admin: Caller, count: number, exampleName?: string): Promise<PastExample> {
  const example = (await readExamples()).find((one) =>
    exampleName === undefined ? JSON.stringify(one.definition).includes('"bureau"') : one.name === exampleName,
  );
  const parsed = parseDefinition(example?.definition);
  if (!parsed.ok) throw new Error("The consumer-credit example cannot be read.");
  return pastFlow(product, admin, count, parsed.definition);
}

/** The same with a flow of its own, of applicants as `seedExecutions` makes them up. */
export async function pastFlow(product: Product, admin: Caller, count: number, definition: Definition): Promise<PastExample> {
  const name = `Past credit ${process.pid} ${Date.now().toString(36)}`;
  const served = await serveDecision(admin, name, definition);
  const { organisationWss: organisationId } = (await admin.do("profile.read"))._embedded;
  const clickhouse = createClickHouse({ ...product.clickhouse, name: "seed" });
  try {
    await seedExecutions({
      clickhouse,
      organisationId,
      solutionId: served.solutionId,
      versionIds: [served.versionId],
      definition,
      count,
      days: 2,
    });
  } finally {
    await clickhouse.close();
  }
  return { ...served, name, definition };
}

/** The same flow with more points for one band of debts. */
export function withBand(definition: Definition, more: number): Definition {
  const nodes = definition.solutionDefinition.nodes.map((node) =>
    node.type === "RangeScore" && node.id === "burden"
      ? { ...node, ranges: node.ranges.map((range, at) => (at === 1 ? { ...range, score: String(Number(range.score) + more) } : range)) }
      : node,
  );
  return { ...definition, solutionDefinition: { ...definition.solutionDefinition, nodes } };
}

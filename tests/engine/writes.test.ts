import { behaviourOf } from "@airlock/engine";
import { kindOf, lower } from "@airlock/engine/program";
import { nodeKinds, nodeReads, nodeWrites, type FieldRef } from "@airlock/flow";
import { expect, it } from "vitest";
import { generate } from "./generate.ts";

const refs = (fields: readonly FieldRef[]): readonly string[] => [...new Set(fields.map(({ source, key }) => `${source} ${key}`))].sort();

// The engine skips rounding of Floats by what kinds declare that they write, so a kind that omits a field decides wrongly.
it("every kind reads and writes in the engine what it reads and writes in the editor", () => {
  const seen = new Set<string>();
  for (let seed = 1; seed <= 60; seed += 1) {
    const { definition } = generate(seed, { nodes: 25, effects: true });
    const lowered = lower(definition, behaviourOf(definition));
    if (!lowered.ok) throw new Error(JSON.stringify(lowered.findings));
    const nodes = new Map(definition.solutionDefinition.nodes.map((node) => [node.id, node]));
    for (const { id, operation } of lowered.program.nodes) {
      const node = nodes.get(id);
      if (node === undefined) throw new Error(`There is no node ${id}`);
      const { reads, writes } = kindOf(operation.kind);
      expect(refs(reads(operation)), operation.kind).toEqual(refs(nodeReads(node)));
      expect(refs(writes(operation).map(({ target }) => target)), operation.kind).toEqual(refs(nodeWrites(node)));
      seen.add(operation.kind);
    }
  }
  expect([...seen].sort()).toEqual([...nodeKinds].sort());
});

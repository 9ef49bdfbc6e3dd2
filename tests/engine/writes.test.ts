import { behaviourOf } from "@airlock/engine";
import { kindOf, lower } from "@airlock/engine/program";
import { inlined, nodeKinds, nodeReads, nodeWrites, type FieldRef } from "@airlock/flow";
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
    const nodes = new Map(inlined(definition).nodes.map(({ id, part }) => [id, part]));
    const starts = new Map(
      lowered.program.nodes.flatMap(({ id, operation }) =>
        operation.kind === "Start" ? [[id.slice(0, id.lastIndexOf("/") + 1), operation] as const] : [],
      ),
    );
    for (const { id, operation } of lowered.program.nodes) {
      seen.add(operation.kind);
      if (operation.kind === "Start") continue;
      const node = nodes.get(id);
      if (node === undefined) throw new Error(`There is no node ${id}`);
      const { reads, writes } = kindOf(operation.kind);
      // What a Sub-flow node reads, the Start of the sub-flow reads for it.
      const start = operation.kind === "SubFlow" ? starts.get(`${id}/`) : undefined;
      const slots = start === undefined ? reads(operation) : kindOf("Start").reads(start);
      expect(refs(slots), operation.kind).toEqual(refs(nodeReads(node)));
      expect(refs(writes(operation).map(({ target }) => target)), operation.kind).toEqual(refs(nodeWrites(node)));
    }
  }
  expect([...seen].sort()).toEqual([...nodeKinds].sort());
});

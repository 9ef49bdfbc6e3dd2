import * as fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { anyDefinition } from "../testing/any-definition.ts";
import { draw, node, set, when } from "../testing/draw.ts";
import { fromFile, toFile } from "./file.ts";

// Hundreds of generated definitions on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const definition = draw({
  application: { age: "Integer!" },
  runtime: { result: "String" },
  nodes: [node("EasyRule", "rule", { conditionFields: when("application.age < 18"), thenFields: [set("result = Decline")] })],
  links: ["start -> rule", "rule -> end"],
});

function changedLines(before: string, after: string): readonly string[] {
  const old = before.split("\n");
  return after.split("\n").filter((line, index) => line !== old[index]);
}

describe("toFile and fromFile", () => {
  it("give back every definition", () => {
    fc.assert(
      fc.property(anyDefinition, (any) => {
        expect(fromFile(toFile(any))).toEqual({ ok: true, definition: any });
      }),
      { numRuns: 200 },
    );
  });

  it("give back a definition with nothing in it", () => {
    const empty = { ...definition, solutionDefinition: { nodes: [], links: [], zoom: 100 } };
    expect(fromFile(toFile(empty))).toEqual({ ok: true, definition: empty });
  });

  it("change one line of layout when a node is moved", () => {
    const nodes = definition.solutionDefinition.nodes.map((old) => (old.id === "rule" ? { ...old, x: 250, y: 100 } : old));
    const moved = { ...definition, solutionDefinition: { ...definition.solutionDefinition, nodes } };
    const lines = changedLines(toFile(definition), toFile(moved));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/^ {6}\{ "id": "rule", "x": 250, "y": 100, /);
  });

  it("change one line of logic when a condition is", () => {
    const nodes = definition.solutionDefinition.nodes.map((old) =>
      old.type === "EasyRule"
        ? { ...old, conditionFields: old.conditionFields.map((item) => ({ ...item, rightHandFieldname: "21" })) }
        : old,
    );
    const changed = { ...definition, solutionDefinition: { ...definition.solutionDefinition, nodes } };
    expect(changedLines(toFile(definition), toFile(changed))).toHaveLength(1);
  });

  it("read a definition as the API sends it, alone or with its name beside it", () => {
    expect(fromFile(JSON.stringify(definition))).toEqual({ ok: true, definition });
    expect(fromFile(JSON.stringify({ name: "Credit", definition }))).toEqual({ ok: true, definition });
  });

  it("name the part that is missing", () => {
    const missing = (text: string) => {
      const read = fromFile(text);
      return read.ok ? [] : read.problems.map(({ path, message }) => [path, message]);
    };
    expect(missing('{"name":"Credit"}')).toEqual([["logic", "The part logic is missing."]]);
    expect(missing('{"format":1,"layout":{}}')).toEqual([["logic", "The part logic is missing."]]);
  });

  it.each(["", "[]", "null", "{", '{"logic":3}', '{"logic":{"nodes":[1]},"layout":{"nodes":[null]}}', '{"__proto__":{"logic":{}}}'])(
    "answer problems for %j",
    (text) => {
      expect(fromFile(text).ok).toBe(false);
    },
  );
});

import { expect, test } from "vitest";
import { importDmn, importJdm, isJdm, maxFileBytes, type ReportEntry } from "./index.ts";

const problemOf = async (imported: unknown): Promise<unknown> => {
  const result = (await imported) as { readonly ok: boolean; readonly problem?: string };
  return result.ok ? undefined : result.problem;
};
const dmn = (inside: string): string =>
  `<definitions xmlns="https://www.omg.org/spec/DMN/20191111/MODEL/" id="d" name="D" namespace="n">${inside}</definitions>`;
const literal = (text: string): string =>
  dmn(
    `<decision id="a" name="A"><variable id="v" name="A" /><literalExpression id="l"><text>${text}</text></literalExpression></decision>`,
  );

function jdm(expression: string, ...more: readonly object[]): string {
  return JSON.stringify({
    nodes: [
      { id: "in", type: "inputNode", name: "In" },
      { id: "e", type: "expressionNode", name: "E", content: { expressions: [{ id: "1", key: "x", value: expression }] } },
      ...more,
    ],
    edges: [{ id: "1", sourceId: "in", targetId: "e" }],
  });
}

function leftOut(imported: ReturnType<typeof importJdm>): readonly ReportEntry[] {
  return imported.ok ? imported.entries.filter(({ level }) => level === "leftOut") : [];
}

test("entities, other XML, other JSON and files that are too large are refused", async () => {
  const bomb = `<!DOCTYPE d [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]>${dmn("")}`;
  expect(await problemOf(importDmn(bomb, "x"))).toMatch(/has a document type/);
  expect(await problemOf(importDmn("<html />", "x"))).toMatch(/not a DMN file/);
  expect(await problemOf(importDmn(`${dmn("")}<<`, "x"))).toMatch(/has no decisions|not XML/);
  expect(await problemOf(importDmn(dmn(" ".repeat(maxFileBytes)), "x"))).toBe("This file is larger than 10 MB.");
  expect(await problemOf(importJdm(" ".repeat(maxFileBytes + 1), "x"))).toBe("This file is larger than 10 MB.");
  expect(await problemOf(importJdm("{", "x"))).toBe("This file is not JSON.");
  expect(await problemOf(importJdm('{"nodes":[],"edges":[]}', "x"))).toBe("This file has no input node.");
  expect(isJdm('{"nodes":[],"edges":[]}')).toBe(true);
  expect(isJdm('{"logic":{}}')).toBe(false);
});

test("circles are refused", async () => {
  const circle = JSON.parse(jdm("1", { id: "f", type: "expressionNode" })) as { readonly edges: object[] };
  circle.edges.push({ sourceId: "e", targetId: "f" }, { sourceId: "f", targetId: "e" });
  expect(await problemOf(importJdm(JSON.stringify(circle), "x"))).toBe("The edges of this file make a circle.");
  const needs = (id: string, other: string): string =>
    `<decision id="${id}" name="${id}"><informationRequirement id="${id}i"><requiredDecision href="#${other}" /></informationRequirement></decision>`;
  expect(await problemOf(importDmn(dmn(needs("a", "b") + needs("b", "a")), "x"))).toMatch(/in a circle/);
});

test.each([
  "(".repeat(4000),
  "-".repeat(4000),
  `1${"^1".repeat(2000)}`,
  `${"not(".repeat(900)}a${")".repeat(900)}`,
  `1${" + 1".repeat(2000)}`,
])("deep expression %# is left out and does not crash", async (expression) => {
  expect(leftOut(importJdm(jdm(expression), "x"))).toMatchObject([{ kind: expect.stringMatching(/expression|error/) }]);
  const imported = await importDmn(literal(expression), "x");
  expect(imported.ok && imported.entries.some(({ level }) => level === "leftOut")).toBe(true);
});

test("types of deeply nested conditions are found in reasonable time", () => {
  const nested = Array.from({ length: 40 }, (_, index) => `a == ${index} ? b : `).join("") + "c";
  const began = Date.now();
  expect(importJdm(jdm(nested), "x").ok).toBe(true);
  expect(Date.now() - began).toBeLessThan(5000);
});

test("names that every object has are ordinary names", () => {
  const imported = importJdm(jdm("__proto__ + constructor"), "x");
  expect(imported.ok && imported.inputs.map(({ original }) => original)).toEqual(["__proto__", "constructor"]);
});

test("types that the schema of the input states are taken, and those of unused fields are not needed", () => {
  const schema = JSON.stringify({
    type: "object",
    properties: { flag: { type: "boolean" }, person: { properties: { age: { type: "integer" } } } },
  });
  const file = JSON.parse(jdm("flag ?? person.age ?? other")) as { readonly nodes: { content?: object }[] };
  if (file.nodes[0] !== undefined) file.nodes[0].content = { schema };
  const imported = importJdm(JSON.stringify(file), "x");
  expect(imported.ok && imported.definition.applicationDatasetFields).toMatchObject([
    { name: "flag", type: "Boolean" },
    { name: "person_age", type: "Float" },
    { name: "other" },
  ]);
});

test("an expression determines the types of its fields, also where the type of its result is known", () => {
  const second = { id: "f", type: "expressionNode", name: "F", content: { expressions: [{ id: "1", key: "x", value: "n * 2" }] } };
  const file = JSON.parse(jdm("1", second)) as { readonly edges: object[] };
  file.edges.push({ sourceId: "e", targetId: "f" }, { sourceId: "in", targetId: "f" });
  const imported = importJdm(JSON.stringify(file), "x");
  expect(leftOut(imported)).toEqual([]);
  expect(imported.ok && imported.definition.applicationDatasetFields).toMatchObject([{ name: "n", type: "Float" }]);
});

import { validate, type Finding, type FindingCode } from "@airlock/flow";
import { describe, expect, test } from "vitest";
import { definitionOf, type FlowDocument } from "../document/flow-document.ts";
import { draw, node, set, when } from "../testing/draw.ts";
import { blocked, postcodes } from "../testing/lists.ts";
import { counter } from "../testing/sample-flow.ts";
import { planFixAll, quickFixes } from "./quick-fixes.ts";

const line = ["start -> a", "a -> end"];
const numbers = { application: { n: "Float", i: "Integer", s: "String", b: "Boolean" }, runtime: { x: "Float", k: "Integer" } } as const;
const looksUp = (...outputs: readonly (readonly [string, string])[]) =>
  draw({
    application: numbers.application,
    runtime: { ...numbers.runtime, s: "String", found: "Boolean" },
    nodes: [
      node("Lookup", "a", {
        list: postcodes.name,
        keyField: "s",
        lookupOutputs: outputs.map(([column, resultField]) => ({ column, resultField })),
      }),
    ],
    links: line,
    lists: [postcodes],
  });
const rule = (text: string, type: "Float" | "Integer" | "String" | "Boolean") =>
  draw({
    ...numbers,
    nodes: [node("EasyRule", "a", { conditionFields: [when(text, type)], thenFields: [set("x = 1", "Float")] })],
    links: line,
  });

describe("a list", () => {
  test("that neither the flow nor the organisation has is chosen by the user", () => {
    expect(fixesOf("LIST_UNKNOWN", rule("s in-list Nowhere", "String"))).toEqual([[]]);
  });

  test("without columns supports only testing for a key", () => {
    const document = draw({ ...numbers, nodes: [node("Lookup", "a", { list: "Blocked", keyField: "s" })], links: line, lists: [blocked] });
    const [fix] = quickFixes(document, validateOne(document, "LOOKUP_WITHOUT_OUTPUT"), counter("x"));
    expect(fix).toMatchObject({ label: "Choose a found field", opens: { nodeId: "a", property: "foundField" } });
  });

  test("with several columns that no output reads leaves the choice to the user", () => {
    expect(fixesOf("LIST_COLUMN_UNSET", looksUp(["", "x"]))).toEqual([[]]);
  });

  test("whose outputs set a field twice loses the second by Fix all only where both read the same column", () => {
    expect(planFixAll(looksUp(["uplift", "x"], ["uplift", "x"]), counter("x")).fixes.map(({ label }) => label)).toEqual([
      "Delete output 2",
    ]);
    expect(planFixAll(looksUp(["uplift", "x"], ["risk_band", "x"]), counter("x")).fixes).toEqual([]);
  });
});

/** The labels of the fixes of all findings of a code, and what Fix all would do. */
function fixesOf(code: FindingCode, document: FlowDocument): readonly (readonly string[])[] {
  return validate(definitionOf(document))
    .filter((finding) => finding.code === code)
    .map((finding) => quickFixes(document, finding, counter("x")).map(({ label }) => label));
}

function validateOne(document: FlowDocument, code: FindingCode): Finding {
  const finding = validate(definitionOf(document)).find((one) => one.code === code);
  if (finding === undefined) throw new Error(`the drawing does not show ${code}`);
  return finding;
}

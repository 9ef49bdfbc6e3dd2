/** Drawings and checks that the tests of quick fixes share. */
import { validate, type Finding, type FindingCode } from "@airlock/flow";
import { definitionOf, type FlowDocument } from "../document/flow-document.ts";
import { quickFixes } from "../quick-fixes/quick-fixes.ts";
import { draw, node, set, when } from "./draw.ts";
import { postcodes } from "./lists.ts";
import { counter } from "./sample-flow.ts";

export const line = ["start -> a", "a -> end"];
export const numbers = {
  application: { n: "Float", i: "Integer", s: "String", b: "Boolean" },
  runtime: { x: "Float", k: "Integer" },
} as const;
export const looksUp = (...outputs: readonly (readonly [string, string])[]) =>
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
export const rule = (text: string, type: "Float" | "Integer" | "String" | "Boolean") =>
  draw({
    ...numbers,
    nodes: [node("EasyRule", "a", { conditionFields: [when(text, type)], thenFields: [set("x = 1", "Float")] })],
    links: line,
  });

/** The labels of the fixes of all findings of a code. */
export function fixesOf(code: FindingCode, document: FlowDocument): readonly (readonly string[])[] {
  return validate(definitionOf(document))
    .filter((finding) => finding.code === code)
    .map((finding) => quickFixes(document, finding, counter("x")).map(({ label }) => label));
}

export function validateOne(document: FlowDocument, code: FindingCode): Finding {
  const finding = validate(definitionOf(document)).find((one) => one.code === code);
  if (finding === undefined) throw new Error(`the drawing does not show ${code}`);
  return finding;
}

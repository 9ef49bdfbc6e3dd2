import { readFileSync } from "node:fs";
import { formulaFunctions, signatureText, type FormulaFunction, type FunctionName } from "@airlock/flow";
import { expect, test } from "vitest";

const page = readFileSync(new URL("../../docs/formulas.md", import.meta.url), "utf8");

// The keys of the table are the names.
test.each(Object.entries(formulaFunctions) as [FunctionName, FormulaFunction][])(
  "docs/formulas.md says what %s means",
  (name, { help, example }) => {
    const row = page.split("\n").find((line) => line.startsWith(`| \`${signatureText(name)}\` |`));
    expect(row).toContain(help);
    expect(row).toContain(`\`${example}\``);
  },
);

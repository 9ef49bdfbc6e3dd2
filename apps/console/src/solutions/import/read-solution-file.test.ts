import { emptyDefinition, toFile } from "@airlock/flow";
import { expect, test } from "vitest";
import { readSolutionFile } from "./read-solution-file.ts";

const read = (name: string, text: string) => readSolutionFile(new File([text], name));

test("a solution saved from Airlock is taken as it is", async () => {
  expect(await read("Loan.airlock.json", toFile(emptyDefinition()))).toMatchObject({ kind: "solution", name: "Loan" });
});

test("other formats are recognised by their content", async () => {
  const jdm = '{"nodes":[{"id":"i","type":"inputNode"}],"edges":[]}';
  expect(await read("rates.json", jdm)).toMatchObject({ kind: "converted", imported: { format: "JDM", name: "rates" } });
  const decision = '<decision id="d" name="D"><literalExpression id="l"><text>1</text></literalExpression></decision>';
  const dmn = `<definitions xmlns="https://www.omg.org/spec/DMN/20191111/MODEL/" id="f" name="Fares" namespace="n">${decision}</definitions>`;
  expect(await read("fares.xml", dmn)).toMatchObject({ kind: "converted", imported: { format: "DMN 1.3", name: "Fares" } });
});

test.each([
  ["bomb.dmn", '<!DOCTYPE x [<!ENTITY a "a">]><a />', /^bomb.dmn cannot be imported. This file has a document type/],
  ["other.json", "{}", /^other.json is not a solution saved from Airlock. The part logic is missing.$/],
  ["circle.json", '{"nodes":[],"edges":[]}', /^circle.json cannot be imported. This file has no input node.$/],
  ["large.dmn", `<a>${" ".repeat(10 * 1024 * 1024)}</a>`, /^large.dmn is larger than 10 MB.$/],
])("%s is refused with the reason", async (name, text, problem) => {
  expect(await read(name, text)).toMatchObject({ kind: "refused", problem: expect.stringMatching(problem) });
});

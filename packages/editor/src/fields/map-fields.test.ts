import { expect, test } from "vitest";
import { changeNode } from "../commands/change-node.ts";
import { addNode } from "../commands/add-node.ts";
import { addRow } from "../commands/rows.ts";
import { run, sampleDocument } from "../testing/sample-flow.ts";
import { fieldUses } from "./field-uses.ts";
import { mapFields } from "./map-fields.ts";

const document = run(
  sampleDocument(),
  addNode({ kind: "WebCall", id: "call", x: 0, y: 0 }),
  changeNode("call", "WebCall", { url: "https://x/${application.age}?a=${application.age}", body: "${runtime.total}" }),
  addRow({ node: "call" }, "headers", "", { key: "X-Age", value: "${application.age}" }),
  addRow({ node: "call" }, "responseMapping", "", { fieldName: "age", param: "$.age" }),
  addNode({ kind: "Prediction", id: "pd", x: 0, y: 0 }),
  addRow({ node: "pd" }, "inputFields", "", { name: "age", fieldKey: "age" }),
  changeNode("pd", "Prediction", { scoreField: "ratio" }),
);

test("what refers to no other key is the very same node", () => {
  for (const one of [...document.nodes.toArray(), ...document.links.toArray()]) expect(mapFields(one, ({ key }) => key)).toBe(one);
});

test("every place changes, and no literal does", () => {
  const upper = (id: string) =>
    JSON.stringify(mapFields(document.nodes.get(id) ?? document.links.get(id) ?? fail(), ({ key }) => key.toUpperCase()));
  expect(upper("call")).toContain("https://x/${application.AGE}?a=${application.AGE}");
  expect(upper("call")).toMatch(/"body":"\$\{runtime\.TOTAL\}".*/);
  expect(upper("call")).toContain('"fieldName":"AGE"');
  expect(upper("pd")).toMatch(/"fieldKey":"AGE".*"scoreField":"RATIO"/);
  expect(upper("minimum")).toContain('"leftHandFieldname":"RESULT"');
  expect(upper("minimum")).toContain('"rightHandFieldname":"Decline"');
  expect(upper("purposes")).toMatch(/"scoredField":"PURPOSE".*"value":"car".*"resultField":"TOTAL"/);
  expect(upper("l8")).toContain('"leftHandFieldname":"TOTAL"');
});

test("uses say where in a node, and how often", () => {
  expect(fieldUses(document, "Application", "age").map((use) => `${use.title}: ${use.where}`)).toEqual([
    "Minimum age: age < 18",
    "Web call: in the header X-Age",
    "Web call: mapping 1 of 1",
    "Web call: in the URL, 2 times",
    "Prediction: input 1 of 1",
  ]);
  expect(fieldUses(document, "Runtime", "ratio").map((use) => use.where)).toEqual(["as result", "as scored field", "as score field"]);
});

function fail(): never {
  throw new Error("the sample lacks a part");
}

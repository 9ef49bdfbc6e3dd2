import { expect, test } from "vitest";
import { newLink } from "../new-link.ts";
import { newNode } from "../new-node.ts";
import { when } from "../testing/draw.ts";
import { usedLists } from "./used-lists.ts";

test("a Lookup uses its list, and a rule and a link the lists of their conditions", () => {
  expect(usedLists({ ...newNode("Lookup", "n", 0, 0), list: "Postcodes" })).toEqual(["Postcodes"]);
  expect(usedLists(newNode("Lookup", "n", 0, 0))).toEqual([]);
  const conditionFields = when("country in-list Blocked");
  expect(conditionFields[0]).toMatchObject({ operator: "in list", rightHandFieldname: "Blocked" });
  expect(usedLists({ ...newNode("EasyRule", "n", 0, 0), conditionFields })).toEqual(["Blocked"]);
  expect(usedLists({ ...newLink("l", newNode("Start", "s", 0, 0), undefined), conditionFields })).toEqual(["Blocked"]);
  expect(usedLists({ ...newNode("EasyRule", "n", 0, 0), conditionFields: when("country = Blocked") })).toEqual([]);
});

test("a formula uses the lists that it names, also before it can be read", () => {
  const formulas = ['if(inList(a, "One"), lookup(upper("Two"), "Three", "Four"), "Five")', 'lookup((a + 1), "Six",'];
  const node = { ...newNode("Formula", "n", 0, 0), formulas: formulas.map((formula) => ({ resultField: "", formula })) };
  expect(usedLists(node)).toEqual(["One", "Three", "Six"]);
});

test("a decision table uses those of its input columns and of its output formulas", () => {
  const row = { id: "r", inputs: ["true"], reasonCode: "" };
  const table = {
    ...newNode("DecisionTable", "n", 0, 0),
    inputColumns: [{ id: "i", formula: 'inList(a, "One")' }],
    tableRows: [{ ...row, outputs: ['= lookup(a, "Two", "x")', 'lookup(a, "Three", "x")'] }],
    defaultRows: [{ ...row, inputs: [], outputs: ['=lookup(a, "Four", "x")'] }],
  };
  expect(usedLists(table)).toEqual(["One", "Two", "Four"]);
});

import { describe, expect, test } from "vitest";
import type { FlowDocument } from "../document/flow-document.ts";
import { counter, reasonOf, run, sampleDocument } from "../testing/sample-flow.ts";
import * as commands from "./index.ts";

const document = sampleDocument();
const nameOf = (command: commands.Command, on: FlowDocument = document): string => {
  const executed = command(on);
  return executed.ok ? executed.name : executed.refusal.reason;
};

describe("conditions and setters", () => {
  const owner = { node: "minimum" };
  const condition = (on: FlowDocument) => {
    const node = on.nodes.get("minimum");
    return node?.type === "EasyRule" ? node.conditionFields[0] : undefined;
  };

  test("another field brings its type; what no longer fits is emptied", () => {
    const changed = run(document, commands.changeRow(owner, "conditionFields", 0, { leftHandFieldname: "purpose" }));
    expect(condition(changed)).toMatchObject({ leftHandType: "String", operator: "==", rightHandFieldname: "18" });
    const back = run(
      changed,
      commands.changeRow(owner, "conditionFields", 0, { rightHandFieldname: "car" }),
      commands.changeRow(owner, "conditionFields", 0, { leftHandFieldname: "age" }),
    );
    expect(condition(back)).toMatchObject({ leftHandType: "Integer", operator: "==", rightHandFieldname: "" });
  });

  test("a new condition compares the field of the previous one, and is joined by the same operator", () => {
    const before = { conditionalOperator: "||", leftHandDatasource: "Application", leftHandFieldname: "income" } as const;
    const grown = run(
      document,
      commands.addRow(owner, "conditionFields", "", before),
      commands.changeRow(owner, "conditionFields", 1, { operator: ">=", rightHandFieldname: "50" }),
      commands.addRow(owner, "conditionFields", ""),
    ).nodes.get("minimum");
    const added = grown?.type === "EasyRule" ? grown.conditionFields[2] : undefined;
    expect(added).toEqual({ ...before, leftHandType: "Float", operator: ">=", rightHandDatasource: "Literal", rightHandFieldname: "" });
  });

  test("another source empties what was chosen from the first", () => {
    const right = run(document, commands.changeRow(owner, "conditionFields", 0, { rightHandDatasource: "Application" }));
    expect(condition(right)).toMatchObject({ rightHandDatasource: "Application", rightHandFieldname: "" });
    const left = run(document, commands.changeRow(owner, "conditionFields", 0, { leftHandDatasource: "Runtime" }));
    expect(condition(left)).toMatchObject({ leftHandDatasource: "Runtime", leftHandFieldname: "" });
  });

  test("a literal follows the field's type as it is typed", () => {
    const type = (text: string) => reasonOf(document, commands.changeRow(owner, "conditionFields", 0, { rightHandFieldname: text }));
    expect(["-", "-1", "18", ""].map(type)).toEqual(["", "", "", ""]);
    expect(["1.5", "a", "1 ", "--1"].map(type)).toEqual(Array.from({ length: 4 }, () => "Enter a whole number, like 18 or -2."));
  });

  test("Strings have no order; an Integer meets Integers alone", () => {
    const text = run(document, commands.changeRow(owner, "conditionFields", 0, { leftHandFieldname: "purpose" }));
    expect(reasonOf(text, commands.changeRow(owner, "conditionFields", 0, { operator: "<" }))).toBe(
      "String fields allow only ==, !=, in, not in, in list, not in list, contains, starts with and is missing.",
    );
    expect(reasonOf(document, commands.changeRow(owner, "thenFields", 0, { operator: "+=" }))).toBe("String fields allow only =.");
    const field = commands.changeRow(owner, "conditionFields", 0, { rightHandDatasource: "Application", rightHandFieldname: "income" });
    expect(reasonOf(document, field)).toBe("income is a Float field. Choose an Integer field.");
  });

  test("another operator takes what was typed along, and keeps nothing that it does not look at", () => {
    const changed = (...changes: readonly object[]) =>
      condition(run(document, ...changes.map((one) => commands.changeRow(owner, "conditionFields", 0, one))));
    expect(changed({ operator: ">=" }, { rightHandFieldname: "18" }, { operator: "between" })).toMatchObject({
      rightHandFieldname: "",
      rightHandValues: ["18", ""],
    });
    expect(changed({ operator: "between" }, { rightHandValues: ["21", "65"] }, { operator: "<" })).toMatchObject({
      rightHandFieldname: "21",
    });
    const missing = changed({ rightHandFieldname: "18" }, { operator: "is missing" });
    expect(missing).toMatchObject({ rightHandDatasource: "Literal", rightHandFieldname: "" });
    expect(missing).not.toHaveProperty("rightHandValues");
    const listed = changed({ leftHandFieldname: "purpose" }, { operator: "==" }, { rightHandFieldname: "boat" }, { operator: "in" });
    expect(listed).toMatchObject({ operator: "in", rightHandFieldname: "", rightHandValues: ["boat"] });
    // The operator does not exist for the type of the other field, and the list does not fit it.
    const other = changed(
      { leftHandFieldname: "purpose" },
      { operator: "in" },
      { rightHandValues: ["boat"] },
      { leftHandFieldname: "age" },
    );
    expect(other).toMatchObject({ operator: "==", leftHandType: "Integer", rightHandFieldname: "" });
    expect(
      reasonOf(document, commands.changeRow(owner, "conditionFields", 0, { operator: "between", rightHandValues: ["x", "y"] })),
    ).not.toBe("");
  });

  test("rows are added, moved and deleted, and the list has an end", () => {
    const two = run(document, commands.addRow(owner, "conditionFields", "", { leftHandFieldname: "income", conditionalOperator: "||" }));
    expect(nameOf(commands.addRow(owner, "conditionFields", ""))).toBe("Add condition to Minimum age");
    const moved = run(two, commands.moveRow(owner, "conditionFields", 1, 0));
    expect(condition(moved)?.leftHandFieldname).toBe("income");
    expect(condition(run(moved, commands.removeRow(owner, "conditionFields", 0)))?.leftHandFieldname).toBe("age");
    expect(reasonOf(document, commands.removeRow(owner, "conditionFields", 5))).toBe("This row no longer exists.");
    expect(reasonOf(document, commands.removeRow(owner, "ranges", 0))).toBe("There is no such list here.");
    const full = Array.from({ length: 200 }, () => commands.addRow(owner, "thenFields", ""));
    expect(() => run(document, ...full)).toThrow("There are at most 200 rows here.");
  });
});

describe("calculations", () => {
  const owner = { node: "afford" };
  const levels = (on: FlowDocument) => {
    const node = on.nodes.get("afford");
    return node?.type === "Calculation" ? node.calculations.map((item) => item.level) : [];
  };
  const four = run(document, commands.addRow(owner, "calculations", ""), commands.addRow(owner, "calculations", ""));

  test("only items after the second can be deleted", () => {
    expect(reasonOf(four, commands.removeRow(owner, "calculations", 1))).toBe("A calculation keeps its first two items.");
    expect(levels(run(four, commands.removeRow(owner, "calculations", 2)))).toHaveLength(3);
  });

  test("levels stay below the number of items minus two, also after one was deleted", () => {
    expect(reasonOf(document, commands.indentItem("afford", 0))).toBe("There are not enough items for more parentheses.");
    const deep = run(four, commands.indentItem("afford", 2), commands.indentItem("afford", 2), commands.indentItem("afford", 3));
    expect(levels(deep)).toEqual([0, 0, 2, 1]);
    expect(reasonOf(deep, commands.indentItem("afford", 2))).toBe("There are not enough items for more parentheses.");
    expect(levels(run(deep, commands.removeRow(owner, "calculations", 3)))).toEqual([0, 0, 1]);
    expect(levels(run(deep, commands.outdentItem("afford", 3)))).toEqual([0, 0, 2, 0]);
    expect(reasonOf(deep, commands.outdentItem("afford", 0))).toBe("This item is not in parentheses.");
  });

  test("only numbers take part", () => {
    expect(reasonOf(document, commands.changeRow(owner, "calculations", 0, { fieldKey: "purpose" }))).toMatch(/^purpose is a String field/);
    const literal = run(document, commands.changeRow(owner, "calculations", 0, { datasource: "Literal" }));
    expect(reasonOf(literal, commands.changeRow(owner, "calculations", 0, { fieldKey: "01" }))).toMatch(/^Enter a number/);
  });
});

describe("scores", () => {
  test("a new band begins where the last one ends, [ and )", () => {
    const added = run(
      document,
      commands.changeRow({ node: "burden" }, "ranges", 1, { rangeTo: "0.6" }),
      commands.addRow({ node: "burden" }, "ranges", "r3"),
    );
    const node = added.nodes.get("burden");
    expect(node?.type === "RangeScore" && node.ranges[2]).toEqual({
      id: "r3",
      rangeFromIncludeExclude: "[",
      rangeFrom: "0.6",
      rangeTo: "",
      rangeToIncludeExclude: ")",
      score: "",
      reasonCode: "",
    });
  });

  test("points, bounds and list scores are numbers; a list value is typed as the scored field", () => {
    expect(reasonOf(document, commands.changeRow({ node: "burden" }, "ranges", 0, { score: "x" }))).toMatch(/^Enter a number/);
    expect(reasonOf(document, commands.changeRow({ node: "purposes" }, "values", 0, { score: "x" }))).toMatch(/^Enter a number/);
    const byAge = run(document, commands.changeNode("purposes", "ListScore", { scoredField: "age" }));
    expect(reasonOf(byAge, commands.changeRow({ node: "purposes" }, "values", 0, { value: "boat" }))).toMatch(/^Enter a whole number/);
  });

  test("a table of a spreadsheet replaces or follows what is there, all of it or nothing", () => {
    const table = { text: "from\tto\tpoints\n\t10\t5\n10\t\t7", newId: counter("b"), mode: "replace" } as const;
    const pasted = run(document, commands.pasteScoreTable("burden", table)).nodes.get("burden");
    expect(pasted?.type === "RangeScore" && pasted.ranges.map((row) => `${row.rangeFrom}-${row.rangeTo}: ${row.score}`)).toEqual([
      "-10: 5",
      "10-: 7",
    ]);
    const appended = run(
      document,
      commands.pasteScoreTable("purposes", { text: "boat;3\nhouse;9", newId: counter("v"), mode: "append" }),
    ).nodes.get("purposes");
    expect(appended?.type === "ListScore" && appended.values.map((row) => row.value)).toEqual(["car", "boat", "house"]);
    expect(nameOf(commands.pasteScoreTable("burden", table))).toBe("Paste 2 bands into Debt burden");
    expect(reasonOf(document, commands.pasteScoreTable("burden", { ...table, text: "1\t2\tmany" }))).toBe(
      "Row 1 of the table cannot be read: 'many' is not a number of points.",
    );
    expect(reasonOf(document, commands.pasteScoreTable("afford", table))).toMatch(/Range Score and List Score only/);

    const halfRead = { ...table, text: "0\t10\t5\n10\tmany\t6\n20\t30\t7", unreadable: "leaveOut" } as const;
    const rest = run(document, commands.pasteScoreTable("burden", halfRead)).nodes.get("burden");
    expect(rest?.type === "RangeScore" && rest.ranges.map((row) => row.score)).toEqual(["5", "7"]);
    expect(reasonOf(document, commands.pasteScoreTable("burden", { ...halfRead, text: "a\tb\tc" }))).toBe("There is no table to paste.");
  });

  test("before a table is pasted, each line says what it would become, by the rules of the scored field too", () => {
    const byAge = run(document, commands.changeNode("purposes", "ListScore", { scoredField: "age" }));
    const node = byAge.nodes.get("purposes");
    const preview = node && commands.previewScoreTable(byAge, node, "values", "18\t5\nboat\t3", counter("v"));
    expect(preview?.ok && preview.rows.map(({ row, problem }) => problem ?? row?.value)).toEqual([
      "18",
      "Enter a whole number, like 18 or -2.",
    ]);
  });
});

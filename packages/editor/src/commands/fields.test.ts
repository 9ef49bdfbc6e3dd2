import { validate } from "@airlock/flow";
import { describe, expect, test } from "vitest";
import { definitionOf, type FlowDocument } from "../document/flow-document.ts";
import { fieldUses } from "../fields/field-uses.ts";
import { retypeBreaks } from "../fields/retype-breaks.ts";
import { counter, emptyDocument, reasonOf, run, sampleDocument } from "../testing/sample-flow.ts";
import * as commands from "./index.ts";

const document = sampleDocument();
const nameOf = (command: commands.Command, on: FlowDocument = document): string => {
  const executed = command(on);
  return executed.ok ? executed.name : executed.refusal.reason;
};

describe("data fields", () => {
  test("are pasted as one step; those that are there already stay as they are", () => {
    const pasted = run(emptyDocument(), commands.pasteFields("Runtime", "total\tInteger\nresult", counter("k")));
    expect(pasted.runtimeFields.map(({ name, type }) => `${name} ${type}`)).toEqual(["total Integer", "result String"]);
    const again = run(pasted, commands.pasteFields("Runtime", '{"total": 0.5, "ratio": 0.5}', counter("m")));
    expect(again.runtimeFields.map(({ name, type }) => `${name} ${type}`)).toEqual(["total Integer", "result String", "ratio Float"]);
    expect(reasonOf(again, commands.pasteFields("Runtime", "total\nresult", counter("n")))).toContain("There is no new field");
  });

  test("are added with a free name, renamed everywhere, and keep their keys", () => {
    const two = run(emptyDocument(), commands.addField("Application", { key: "a" }), commands.addField("Application", { key: "b" }));
    expect(two.applicationFields.map((field) => field.name)).toEqual(["field", "field_2"]);
    expect(reasonOf(two, commands.addField("Application", { key: "a" }))).toBe("A field with this key exists already.");
    const renamed = run(document, commands.renameField("Application", "age", "years"));
    expect(renamed.testData[0]).toEqual({ name: "years", value: "34" });
    expect(renamed.nodes).toBe(document.nodes);
    expect(validate(definitionOf(renamed))).toEqual([]);
    expect(nameOf(commands.renameField("Application", "age", "years"))).toBe("Rename field age to years");
    expect(reasonOf(document, commands.renameField("Application", "age", "income"))).toBe("Another field here is called income.");
    expect(reasonOf(document, commands.renameField("Application", "age", "net income"))).toBe("Use letters, digits and underscores only.");
    expect(reasonOf(document, commands.renameField("Application", "age", "unknown"))).toMatch(/^unknown is reserved for/);
  });

  test("deleting says beforehand where a field is used", () => {
    expect(fieldUses(document, "Runtime", "total").map((use) => `${use.title}: ${use.where}`)).toEqual([
      "Begin: total = 0",
      "Debt burden: as result",
      "Loan purpose: as result",
      "Verdict: total >= 30",
      "Verdict to Decline: total < 30",
    ]);
    expect(fieldUses(document, "Application", "debts").map((use) => use.where)).toEqual(["item 1 of 2"]);
    const deleted = run(document, commands.deleteField("Application", "age"));
    expect(deleted.testData.map((value) => value.name)).toEqual(["income"]);
    expect(validate(definitionOf(deleted)).map((finding) => finding.code)).toEqual(["FIELD_UNKNOWN"]);
  });

  test("another type says beforehand what breaks, and reaches the conditions and setters that hold it", () => {
    expect(retypeBreaks(document, "Application", "age", "String").map((finding) => finding.code)).toEqual(["OPERATOR_NOT_FOR_STRING"]);
    expect(retypeBreaks(document, "Application", "age", "Float")).toEqual([]);
    const retyped = run(document, commands.retypeField("Runtime", "total", "Integer"));
    expect(retyped.links.get("l8")?.conditionFields[0]?.leftHandType).toBe("Integer");
    expect(retyped.nodes.get("zero")).toMatchObject({ setFields: [{ leftHandType: "Integer" }] });
    expect(retyped.nodes.get("verdict")).toMatchObject({ conditionFields: [{ leftHandType: "Integer" }] });
    expect(retyped.nodes.get("burden")).toBe(document.nodes.get("burden"));
  });

  test("change places, and are required or not", () => {
    expect(run(document, commands.moveField("Application", "age", 2)).applicationFields.map((field) => field.key)).toEqual([
      "income",
      "debts",
      "age",
      "purpose",
    ]);
    expect(run(document, commands.requireField("Application", "age", true)).applicationFields[0]?.required).toBe(true);
  });

  test("values to try it with are typed as their fields", () => {
    expect(reasonOf(document, commands.setTestValue("age", "x"))).toMatch(/whole number/);
    expect(run(document, commands.setTestValue("purpose", "car")).testData).toContainEqual({ name: "purpose", value: "car" });
    expect(run(document, commands.removeTestValue(0)).testData.map((value) => value.name)).toEqual(["income"]);
    const replaced = run(
      document,
      commands.replaceTestData(
        [
          { name: "age", value: "5" },
          { name: "gone", value: "1" },
          { name: "income", value: "x" },
        ],
        "Use case 1",
      ),
    );
    expect(replaced.testData).toEqual([{ name: "age", value: "5" }]);
  });
});

import type { ConditionItem, Definition } from "@airlock/flow";
import { expect, test } from "vitest";
import type { Editor } from "../../../session/editor.ts";
import { blocked, brokers, postcodes } from "../../../testing/lists.ts";
import { violationsIn } from "../../../testing/react/axe.ts";
import { press, type } from "../../../testing/react/input.ts";
import { mountEditor } from "../../../testing/react/mount-editor.tsx";
import { Panels } from "../../../testing/react/panels.ts";
import { gone, seen } from "../../../testing/react/seen.ts";
import { workbench } from "../../../testing/workbench.ts";

const panels = new Panels();

function withTypes(): Definition {
  const definition = workbench();
  return {
    ...definition,
    applicationDatasetFields: [
      ...definition.applicationDatasetFields,
      { key: "f_married", name: "married", type: "Boolean", required: false },
      { key: "f_birthday", name: "birthday", type: "Date", required: false },
    ],
  };
}

function condition(editor: Editor): ConditionItem | undefined {
  const rule = editor.definition.solutionDefinition.nodes.find(({ type: kind }) => kind === "EasyRule");
  return rule?.type === "EasyRule" ? rule.conditionFields[0] : undefined;
}

test("true or false is chosen, and a date is picked", async () => {
  const { editor } = await mountEditor(withTypes());
  await panels.select("rule");
  await panels.field("Condition 1 value source").selectOptions("Literal");
  await panels.field("Condition 1 field").selectOptions("married");
  expect(panels.offered("Condition 1 operator")).toEqual(["==", "!=", "is missing"]);
  expect(panels.offered("Condition 1 value")).toEqual(["Choose", "true", "false"]);
  await panels.field("Condition 1 value").selectOptions("true");
  expect(condition(editor)).toMatchObject({ leftHandType: "Boolean", rightHandFieldname: "true" });

  await panels.field("Condition 1 field").selectOptions("birthday");
  await panels.field("Condition 1 operator").selectOptions(">=");
  expect(panels.field("Condition 1 value").element().getAttribute("type")).toBe("date");
  // What does not fit the new type is removed.
  await panels.holds("Condition 1 value", "");
  await panels.field("Condition 1 value").fill("2008-02-29");
  expect(condition(editor)).toMatchObject({ operator: ">=", leftHandType: "Date", rightHandFieldname: "2008-02-29" });
});

test("between has two values of the field's type, and takes what was typed before", async () => {
  const { editor } = await mountEditor(withTypes());
  await panels.select("rule");
  await panels.field("Condition 1 value source").selectOptions("Literal");
  await panels.field("Condition 1 field").selectOptions("age");
  await panels.typed("Condition 1 value", "18");
  await panels.field("Condition 1 operator").selectOptions("between");
  await panels.holds("Condition 1 lowest value", "18");
  await expect.poll(() => panels.field("Condition 1 highest value").element().getAttribute("aria-invalid")).toBe("true");
  await panels.typed("Condition 1 highest value", "65");
  expect(condition(editor)).toMatchObject({ operator: "between", rightHandValues: ["18", "65"] });
  await expect.poll(() => panels.field("Condition 1 highest value").element().getAttribute("aria-invalid")).toBe("false");
  await panels.field("Condition 1 field").selectOptions("birthday");
  await panels.field("Condition 1 operator").selectOptions("between");
  expect(panels.field("Condition 1 lowest value").element().getAttribute("type")).toBe("date");
});

test("a list has one value on a line, and is missing compares with nothing", async () => {
  const { editor } = await mountEditor(withTypes());
  await panels.select("rule");
  await panels.field("Condition 1 field").selectOptions("residency");
  await panels.field("Condition 1 operator").selectOptions("in");
  const list = "Condition 1 values, one on a line";
  await panels.field(list).fill("");
  await panels.focus(list);
  await type("NL");
  await press("Enter");
  await type(" Curaçao, Bonaire ");
  expect(condition(editor)).toMatchObject({ operator: "in", rightHandValues: ["NL", "Curaçao, Bonaire"] });
  // White space is removed from the value, not from the text being typed.
  expect(panels.value(list)).toBe("NL\n Curaçao, Bonaire ");
  editor.undo();
  await panels.holds(list, (condition(editor)?.rightHandValues ?? []).join("\n"));

  await panels.field("Condition 1 operator").selectOptions("is missing");
  await gone(panels.field(list));
  await gone(panels.field("Condition 1 value"));
  expect(condition(editor)).toMatchObject({ operator: "is missing", rightHandFieldname: "" });
  expect(condition(editor)).not.toHaveProperty("rightHandValues");
  await seen(panels.button("Delete condition 1"));
});

test("in list compares with a list whose keys have the field's type, and adds it to the flow", async () => {
  const { editor } = await mountEditor(withTypes(), { lists: [blocked, postcodes, brokers] });
  await panels.select("rule");
  await panels.field("Condition 1 field").selectOptions("residency");
  await panels.field("Condition 1 operator").selectOptions("in list");
  expect(panels.offered("Condition 1 list")).toEqual(["Choose a list", "Blocked", "Postcode risk"]);
  await expect.poll(() => panels.field("Condition 1 list").element().getAttribute("aria-invalid")).toBe("true");
  await panels.field("Condition 1 list").selectOptions("Blocked");
  expect(condition(editor)).toMatchObject({ operator: "in list", rightHandDatasource: "Literal", rightHandFieldname: "Blocked" });
  expect(editor.definition.lists).toEqual([blocked]);
  await expect.poll(() => panels.field("Condition 1 list").element().getAttribute("aria-invalid")).toBe("false");
  expect(await violationsIn("[role=tabpanel] .ep-panel")).toEqual([]);
  await panels.field("Condition 1 operator").selectOptions("not in list");
  expect(panels.value("Condition 1 list")).toBe("Blocked");

  await panels.field("Condition 1 field").selectOptions("age");
  expect(panels.offered("Condition 1 list")).toEqual(["Choose a list", "Brokers"]);
  expect(panels.value("Condition 1 list")).toBe("");
  expect(editor.definition).not.toHaveProperty("lists");
  await panels.field("Condition 1 field").selectOptions("birthday");
  expect(panels.offered("Condition 1 list")).toEqual(["No list with Date keys"]);
  await panels.field("Condition 1 field").selectOptions("married");
  expect(panels.offered("Condition 1 operator")).not.toContain("in list");
});

test("setters and the values of a List Score are entered by type, too", async () => {
  const definition = withTypes();
  const fields = [...definition.runtimeDatasetFields, { key: "r_due", name: "due", type: "Date", required: false } as const];
  const nodes = definition.solutionDefinition.nodes.map((node) =>
    node.type === "ListScore" ? { ...node, scoredDatasource: "Application" as const, scoredField: "f_married" } : node,
  );
  await mountEditor({ ...definition, runtimeDatasetFields: fields, solutionDefinition: { ...definition.solutionDefinition, nodes } });
  await panels.select("rule");
  await panels.field("Setter 1 field").selectOptions("due");
  expect(panels.offered("Setter 1 operator")).toEqual(["="]);
  expect(panels.field("Setter 1 value").element().getAttribute("type")).toBe("date");
  await panels.select("list");
  expect(panels.offered("Value 1 text").slice(1, 3)).toEqual(["true", "false"]);
});

import { describe, expect, test } from "vitest";
import type { ConditionItem } from "@airlock/flow";
import { changeRow } from "../commands/rows.ts";
import { draw, node, when } from "../testing/draw.ts";
import { blocked, brokers } from "../testing/lists.ts";
import { reasonOf, run } from "../testing/sample-flow.ts";

const owner = { node: "rule" } as const;

function changed(before: ConditionItem, changes: Partial<ConditionItem>): ConditionItem | undefined {
  const document = draw({
    application: { country: "String", city: "String", broker: "Integer", income: "Float" },
    nodes: [node("EasyRule", "rule", { conditionFields: [before] })],
    lists: [blocked, brokers],
  });
  const rule = run(document, changeRow(owner, "conditionFields", 0, changes)).nodes.get("rule");
  return rule?.type === "EasyRule" ? rule.conditionFields[0] : undefined;
}

const inBlocked = when("country in-list Blocked", "String");

describe("a condition on a list", () => {
  test("begins without a list, whatever was compared with before", () => {
    const empty = { operator: "in list", rightHandDatasource: "Literal", rightHandFieldname: "" } as const;
    expect(changed(when("country == NL", "String"), { operator: "in list" })).toMatchObject(empty);
    const field: ConditionItem = { ...when("country == city", "String"), rightHandDatasource: "Application" };
    expect(changed(field, { operator: "in list" })).toMatchObject(empty);
    const values: ConditionItem = { ...when("country in", "String"), rightHandValues: ["NL"] };
    expect(changed(values, { operator: "in list" })).toEqual({ ...values, ...empty, rightHandValues: undefined });
  });

  test("keeps its list under the other list operator, and loses it under all others", () => {
    expect(changed(inBlocked, { operator: "not in list" })).toMatchObject({ operator: "not in list", rightHandFieldname: "Blocked" });
    expect(changed(inBlocked, { operator: "==" })).toMatchObject({ operator: "==", rightHandFieldname: "" });
    expect(changed(inBlocked, { operator: "in" })).toMatchObject({ operator: "in", rightHandFieldname: "", rightHandValues: [] });
    expect(changed(inBlocked, { operator: "is missing" })).toMatchObject({ operator: "is missing", rightHandFieldname: "" });
    const broker = changed(when("broker in-list Brokers", "Integer"), { operator: "between" });
    expect(broker).toMatchObject({ rightHandFieldname: "", rightHandValues: ["", ""] });
  });

  test("keeps its list for another field that can be its key, and only then", () => {
    expect(changed(inBlocked, { leftHandFieldname: "city" })).toMatchObject({ operator: "in list", rightHandFieldname: "Blocked" });
    expect(changed(inBlocked, { leftHandFieldname: "broker" })).toMatchObject({ operator: "in list", rightHandFieldname: "" });
    expect(changed(inBlocked, { leftHandFieldname: "income" })).toMatchObject({ operator: "==", rightHandFieldname: "" });
  });

  test("takes the name of any list, also where the key is no text", () => {
    expect(changed(when("broker in-list ", "Integer"), { rightHandFieldname: "Brokers" })?.rightHandFieldname).toBe("Brokers");
    expect(changed(when("broker == 1", "Integer"), { operator: "in list", rightHandFieldname: "Brokers" })).toMatchObject({
      operator: "in list",
      rightHandFieldname: "Brokers",
    });
  });

  test("is refused for a field that cannot be a key", () => {
    const document = draw({
      application: { income: "Float" },
      nodes: [node("EasyRule", "rule", { conditionFields: [when("income == 1", "Float")] })],
    });
    expect(reasonOf(document, changeRow(owner, "conditionFields", 0, { operator: "in list" }))).toMatch(/^Float fields allow only/);
  });
});

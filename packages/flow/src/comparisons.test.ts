import { describe, expect, it } from "vitest";
import type { ConditionItem, Definition } from "./definition.ts";
import { diff, hasSameMeaning } from "./diff/diff.ts";
import { limits } from "./limits.ts";
import { newCondition } from "./new-items.ts";
import { parseDefinition } from "./parse/parse-definition.ts";
import { draw, node, set, when } from "./testing/draw.ts";
import { thresholdsOf, withThresholds } from "./thresholds/thresholds.ts";
import { validate } from "./validate/validate.ts";
import { conditionText } from "./wording.ts";

const application = { age: "Integer", country: "String", married: "Boolean!", birthday: "Date" } as const;

function withRule(conditionFields: readonly ConditionItem[]): Definition {
  const rule = node("EasyRule", "rule", { conditionFields, thenFields: [set("result = Yes")] });
  return draw({ application, runtime: { result: "String" }, nodes: [rule], links: ["start -> rule", "rule -> end"] });
}

function codes(condition: string): readonly string[] {
  return validate(withRule(when(condition, { Application: Object.keys(application), Runtime: [] }))).map(({ code }) => code);
}

const parsedRule = (item: object) => {
  const definition = withRule([]);
  const nodes = definition.solutionDefinition.nodes.map((one) => (one.id === "rule" ? { ...one, conditionFields: [item] } : one));
  return parseDefinition({ ...definition, solutionDefinition: { ...definition.solutionDefinition, nodes } });
};
const readItem = (item: object): unknown => {
  const parsed = parsedRule(item);
  const rule = parsed.ok ? parsed.definition.solutionDefinition.nodes.find(({ id }) => id === "rule") : undefined;
  return rule?.type === "EasyRule" ? rule.conditionFields[0] : parsed;
};

describe("reading", () => {
  const plain = newCondition();

  it("keeps a list with the operators that look at one, and nothing else of their right side", () => {
    const given = { ...plain, rightHandDatasource: "Application", rightHandFieldname: "age", rightHandValues: ["NL", "DE"] };
    expect(readItem({ ...given, operator: "in" })).toEqual({ ...plain, operator: "in", rightHandValues: ["NL", "DE"] });
    expect(readItem({ ...given, operator: "is missing" })).toEqual({ ...plain, operator: "is missing" });
    expect(readItem({ ...given, operator: "contains" })).toEqual({
      ...plain,
      operator: "contains",
      rightHandDatasource: "Application",
      rightHandFieldname: "age",
    });
    expect(readItem({ ...plain, operator: "not in" })).toEqual({ ...plain, operator: "not in", rightHandValues: [] });
  });

  it("takes numbers as they would be typed", () => {
    expect(readItem({ ...plain, operator: "between", rightHandValues: [18, "65"] })).toMatchObject({ rightHandValues: ["18", "65"] });
  });

  it.each([
    ["a text for a list", "NL", "NOT_A_LIST"],
    ["an object in a list", [{}], "NOT_A_TEXT"],
    ["half a character", ["\ud800"], "TEXT_UNSTORABLE"],
    ["a long list", Array.from({ length: limits.conditionValues + 1 }, () => "a"), "LIST_TOO_LONG"],
    ["a long text", ["a".repeat(limits.literalLength + 1)], "TEXT_TOO_LONG"],
  ])("refuses %s", (_name, rightHandValues, code) => {
    expect(parsedRule({ ...plain, operator: "in", rightHandValues })).toMatchObject({ ok: false, problems: [{ code }] });
  });
});

describe("meaning", () => {
  it("a right side that the operator does not look at is noise", () => {
    const [item] = when("age is-missing ''", { Application: ["age"], Runtime: [] });
    const base = item ?? newCondition();
    expect(hasSameMeaning(withRule([base]), withRule([{ ...base, rightHandFieldname: "5", rightHandValues: ["1"] }]))).toBe(true);
    const listed = { ...base, operator: "in", rightHandValues: ["1"] } as const;
    expect(hasSameMeaning(withRule([listed]), withRule([{ ...listed, rightHandValues: ["1", "2"] }]))).toBe(false);
    expect(diff(withRule([listed]), withRule([{ ...listed, rightHandValues: ["1", "2"] }]))).not.toEqual([]);
  });

  it("bounds of numbers are thresholds; days are not", () => {
    const definition = withRule(when("application.age between 18,65 && application.birthday between 2000-01-01,2001-01-01"));
    expect(thresholdsOf(definition)).toEqual([
      { id: "rule", path: "conditionFields.0.rightHandValues.0", text: "18" },
      { id: "rule", path: "conditionFields.0.rightHandValues.1", text: "65" },
    ]);
    const changed = withThresholds(definition, [{ id: "rule", path: "conditionFields.0.rightHandValues.1", value: "70" }]);
    expect(changed && thresholdsOf(changed).map(({ text }) => text)).toEqual(["18", "70"]);
  });
});

describe("validating", () => {
  it.each([
    "married == true",
    "married is-missing ''",
    "birthday >= 2000-02-29",
    "birthday between 2000-01-01,2001-01-01",
    "country in NL,DE",
    "country not-in NL",
    "country contains L",
    "country starts-with N",
    "age is-missing ''",
    "age between 18,65",
  ])("finds no error in %s", (condition) => {
    expect(codes(condition)).not.toEqual(expect.arrayContaining([expect.stringMatching(/^(LITERAL|OPERATOR|CONDITION|TYPE|TEXT)/)]));
  });

  it.each([
    ["married == country", "TYPE_MISMATCH"],
    ["birthday == age", "TYPE_MISMATCH"],
    ["age == birthday", "TYPE_MISMATCH"],
    ["country contains age", "TYPE_MISMATCH"],
    ["birthday contains 2000", "OPERATOR_NOT_FOR_TYPE"],
    ["age in 1,2", "OPERATOR_NOT_FOR_TYPE"],
    ["country between A,B", "OPERATOR_NOT_FOR_STRING"],
    ["age between 18", "LITERAL_MISSING"],
    ["birthday == ''", "LITERAL_MISSING"],
    ["age between 65,18", "RULE_NEVER_HOLDS"],
    ["country in NL,DE && country == FR", "RULE_NEVER_HOLDS"],
    ["country contains x && country is-missing ''", "RULE_NEVER_HOLDS"],
    ["married == true || married == false", "RULE_ALWAYS_HOLDS"],
    ["age is-missing '' || age >= 0 || age < 0", "RULE_ALWAYS_HOLDS"],
    ["married is-missing ''", "RULE_NEVER_HOLDS"],
  ])("%s: %s", (condition, code) => {
    expect(codes(condition)).toContain(code);
  });

  it("calculations, scores and sums take numbers only", () => {
    const nodes = [
      node("Calculation", "sum", {
        calculations: [{ datasource: "Application", fieldKey: "birthday", operator: "+", level: 0 }],
        resultField: "due",
      }),
      node("SetState", "later", { setFields: [set("due += 2026-01-01")] }),
    ];
    const drawn = draw({ application, runtime: { due: "Date" }, nodes, links: ["start -> sum", "sum -> later", "later -> end"] });
    const found = validate(drawn).filter(({ level }) => level === "error");
    expect(found.map(({ code }) => code)).toEqual(["FIELD_TYPE", "FIELD_TYPE", "OPERATOR_NOT_FOR_TYPE"]);
  });

  it("test data is read by the field's type", () => {
    const values = [
      { name: "married", value: "yes" },
      { name: "birthday", value: "31-01-2026" },
    ];
    const messages = validate({ ...withRule(when("application.age > 1")), applicationTestData: values }).map(({ message }) => message);
    expect(messages).toEqual(
      expect.arrayContaining([
        "The test data has 'yes' for married, which takes true or false. Correct the value.",
        "The test data has '31-01-2026' for birthday, which takes a date like 2026-01-31. Correct the value.",
      ]),
    );
  });
});

it("conditions read as sentences", () => {
  const text = (condition: string) => when(condition).map((item) => conditionText(item, (_source, key) => key));
  expect(text("application.country in NL,DE")).toEqual(["country in NL, DE"]);
  expect(text("application.country not-in NL")).toEqual(["country not in NL"]);
  expect(text("application.age between 18,65")).toEqual(["age between 18 and 65"]);
  expect(text("application.age is-missing ''")).toEqual(["age is missing"]);
  expect(text("application.country starts-with N")).toEqual(["country starts with N"]);
});

import { describe, expect, test } from "vitest";
import { draw, node } from "../testing/draw.ts";
import { largeDocument, sampleDocument } from "../testing/sample-flow.ts";
import * as rules from "./index.ts";

const document = sampleDocument();
const codes = (refusals: readonly (rules.Refusal | undefined)[]) => refusals.map((refusal) => refusal?.code ?? "");

describe("text as it is typed", () => {
  test.each([
    ["Integer", ["", "-", "0", "007", "-12"], ["1.", "+1", " 1", "1e3", "a", "١"]],
    ["Float", ["", "-", "0", "-0.", "0.50", "12.", "-1.25"], ["01", ".5", "1.2.3", "1,5", "1e3", "--1", "NaN"]],
    ["String", ["", "anything at all", "1,5"], ["a\u0000b", "\uD800"]],
  ] as const)("%s", (type, taken, refused) => {
    expect(codes(taken.map((text) => rules.whyNotLiteral(type, text, 100)))).toEqual(taken.map(() => ""));
    for (const text of refused) expect(rules.whyNotLiteral(type, text, 100), text).toBeDefined();
  });

  test("identifiers are letters, digits and underscores", () => {
    expect(codes(["net_income", "Größe2", ""].map((text) => rules.whyNotIdentifier(text, 100)))).toEqual(["", "", ""]);
    expect(codes(["a b", "a-b", "a.b"].map((text) => rules.whyNotIdentifier(text, 100)))).toEqual([
      "NOT_IDENTIFIER",
      "NOT_IDENTIFIER",
      "NOT_IDENTIFIER",
    ]);
    expect(rules.toIdentifier(" net income (€) ")).toBe("net_income");
    expect(rules.whyNotText("abc", 2)?.reason).toBe("This takes at most 2 characters.");
  });
});

describe("fields that are accepted on the right", () => {
  test("an Integer meets Integers, a Float numbers, a String Strings", () => {
    const names = (type: "String" | "Integer" | "Float") => rules.rightHandFields(document, "Application", type).map((field) => field.name);
    expect(names("Integer")).toEqual(["age"]);
    expect(names("Float")).toEqual(["age", "income", "debts"]);
    expect(names("String")).toEqual(["purpose"]);
    expect(rules.numberFields(document, "Runtime").map((field) => field.name)).toEqual(["ratio", "total"]);
  });
});

describe("links", () => {
  test("the nodes that a link may lead to are those that the rule allows", () => {
    for (const source of document.nodes.toArray()) {
      const allowed = document.nodes.toArray().filter((target) => rules.whyNotLink(document, source.id, target.id) === undefined);
      expect(rules.possibleTargets(document, source.id)).toEqual(allowed.map((target) => target.id));
    }
  });

  test("looking for loops takes one look at each node, in a chain of 2,000 too", () => {
    const large = largeDocument(2_000);
    expect(rules.whyNotLink(large, "n1999", "n1")?.code).toBe("LINK_LOOP");
    expect(rules.possibleTargets(large, "n1999")).not.toContain("n1");
  });

  test("the last Start stays, an extra one of a file may go", () => {
    const two = draw({ nodes: [node("Start", "second")] });
    const [first] = two.nodes.toArray();
    expect(first && rules.whyNotDelete(two, first)).toBeUndefined();
    const start = document.nodes.get("start");
    expect(start && rules.whyNotDelete(document, start)?.code).toBe("START_STAYS");
  });
});

test("names of fields that are free are kept, others get a number", () => {
  expect(rules.freeFieldName(document, "Application", "age")).toBe("age_2");
  expect(rules.freeFieldName(document, "Application", "height")).toBe("height");
  expect(rules.freeFieldName(document, "Application", "unknown")).toBe("unknown_2");
  expect(rules.freeFieldName(document, "Application", "")).toBe("field");
});

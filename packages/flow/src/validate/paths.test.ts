import { describe, expect, it } from "vitest";
import type { RangeScoreItem } from "../definition.ts";
import { draw, formula, node, set, when, type Drawing } from "../testing/draw.ts";
import { validate } from "./validate.ts";

const application = { age: "Integer!", income: "Float!", bonus: "Float", country: "String!" } as const;
const runtime = { a: "Float", b: "Float", total: "Float", result: "String" } as const;

const sets = (id: string, ...texts: readonly string[]) => node("SetState", id, { setFields: texts.map((text) => set(text)) });
const sums = (id: string, text: string, resultField = "total") => node("Calculation", id, { calculations: formula(text), resultField });

function found(drawing: Drawing): readonly string[] {
  return validate(draw({ application, runtime, ...drawing })).map(({ code, nodeId, linkId }) => `${code} ${nodeId ?? linkId ?? ""}`.trim());
}

describe("fields on paths", () => {
  it("are set behind a join when both branches of a split always run", () => {
    const nodes = [sets("x", "a = 1"), sets("y", "b = 2"), sums("join", "runtime.a + runtime.b")];
    expect(found({ nodes, links: ["start -> x", "start -> y", "x -> join", "y -> join", "join -> end"] })).toEqual([]);
  });

  it("are set when every way sets them, of which one is taken", () => {
    const nodes = [sets("x", "a = 1"), sets("y", "a = 2"), sums("join", "runtime.a + 1")];
    const rest = ["x -> join", "y -> join", "join -> end"];
    expect(found({ nodes, links: ["start -> x: age < 18", "start -> y: otherwise", ...rest] })).toEqual([]);
    expect(found({ nodes, links: ["start -> x: age < 18", "start -> y: age >= 18", ...rest] })).toEqual([]);
  });

  it("are set by a choice beside another branch that joins it later", () => {
    const nodes = [
      sets("x", "a = 1"),
      sets("y", "a = 2"),
      sets("met", "result = ok"),
      sets("side", "b = 1"),
      sums("join", "runtime.a + runtime.b"),
    ];
    const links = [
      "start -> x: age < 18",
      "start -> y: otherwise",
      "start -> side",
      "x -> met",
      "y -> met",
      "met -> join",
      "side -> join",
      "join -> end",
    ];
    expect(found({ nodes, links })).toEqual(["FORK_PLAIN_LINK start"]);
  });

  it("are set behind a join of links that are only taken together", () => {
    const nodes = [sets("gate", "result = ok"), sets("x", "a = 1"), sets("y", "b = 2"), sums("join", "runtime.a + runtime.b")];
    const rest = ["start -> gate", "x -> join", "y -> join", "join -> end"];
    expect(found({ nodes, links: ["gate -> end: age < 18", "gate -> x: otherwise", "gate -> y: otherwise", ...rest] })).toEqual([]);
    expect(found({ nodes, links: ["gate -> x: age < 18", "gate -> y: age < 18", "gate -> end: otherwise", ...rest] })).toEqual([]);
    expect(found({ nodes, links: ["gate -> x: age < 18", "gate -> y: age < 19", "gate -> end: otherwise", ...rest] })).toEqual([
      "FIELD_MAY_BE_MISSING join",
      "FIELD_MAY_BE_MISSING join",
    ]);
  });

  it("may be missing when one of the ways does not set them", () => {
    const nodes = [sets("x", "a = 1"), sets("y", "b = 2"), sums("join", "runtime.a + 1")];
    const links = ["start -> x: age < 18", "start -> y: otherwise", "x -> join", "y -> join", "join -> end"];
    expect(found({ nodes, links })).toEqual(["FIELD_MAY_BE_MISSING join"]);
  });

  it("are not set by a branch that runs beside, even if it happens to run first", () => {
    const nodes = [sets("x", "a = 1"), sums("y", "runtime.a + 1")];
    const links = ["start -> x", "start -> y", "x -> end", "y -> end"];
    expect(found({ nodes, links })).toEqual(["FIELD_READ_BEFORE_SET y"]);
    expect(validate(draw({ application, runtime, nodes, links }))[0]?.message).toBe(
      "In y, a is used, but no path leads there from x, which sets it. Link x before it.",
    );
  });

  it("are set behind a link whose condition cannot hold without them", () => {
    const nodes = [
      node("EasyRule", "rule", { conditionFields: [], thenFields: [] }),
      sets("x", "a = 1"),
      sums("y", "runtime.a + 1"),
      sets("z", "b = 1"),
    ];
    const links = [
      "start -> x: age < 18",
      "start -> z: otherwise",
      "x -> z",
      "z -> y: a > 0",
      "z -> end: otherwise",
      "y -> end",
      "start -> rule",
      "rule -> end",
    ];
    expect(found({ nodes, links }).filter((code) => code.startsWith("FIELD"))).toEqual(["FIELD_MAY_BE_MISSING link3"]);
  });

  it("may be compared by == where they are set on some paths only: that is how a flow tests for them", () => {
    const rule = node("EasyRule", "rule", {
      conditionFields: draw({ application, links: ["start -> end: age < 18"] }).solutionDefinition.links[0]?.conditionFields ?? [],
      thenFields: [set("result = Decline")],
    });
    const links = ["start -> rule", "rule -> x: result == Decline", "rule -> end: otherwise", "x -> end"];
    expect(found({ nodes: [rule, sets("x", "a = 1")], links })).toEqual([]);
  });

  it("are read by += and set by = before it in the same node", () => {
    const links = ["start -> x", "x -> end"];
    expect(found({ nodes: [sets("x", "a += 1")], links })).toEqual(["FIELD_READ_BEFORE_SET x"]);
    expect(found({ nodes: [sets("x", "a = 1", "a += 1")], links })).toEqual([]);
  });

  it("may be given by a score to a field that nothing has set: points are then its value", () => {
    const ranges = [
      {
        id: "r",
        rangeFromIncludeExclude: "[" as const,
        rangeFrom: "",
        rangeTo: "",
        rangeToIncludeExclude: ")" as const,
        score: "5",
        reasonCode: "",
      },
    ];
    const score = node("RangeScore", "score", { scoredField: "age", ranges, resultField: "a" });
    expect(found({ nodes: [score, sums("y", "runtime.a + 1")], links: ["start -> score", "score -> y", "y -> end"] })).toEqual([]);
  });
});

describe("why a field may be missing", () => {
  const band = (from: string, to: string): RangeScoreItem => ({
    id: `b${from}`,
    rangeFromIncludeExclude: "[",
    rangeFrom: from,
    rangeTo: to,
    rangeToIncludeExclude: ")",
    score: "5",
    reasonCode: "",
  });
  const reader = sums("reader", "runtime.a + 1");
  const why = (drawing: Drawing) =>
    validate(draw({ application, runtime, ...drawing }))
      .filter(({ code }) => code === "FIELD_MAY_BE_MISSING")
      .map(({ nodeId, linkId, fieldKey, message }) => [nodeId ?? linkId, fieldKey, message.replace(/^.*?: /, "")]);
  const behind = (...nodes: Parameters<typeof node>[1][]) => [`start -> ${nodes[0]}`, `${nodes[0]} -> reader`, "reader -> end"];

  it("is a number in no band, or an empty field, where a score has no default points", () => {
    const score = (scoredField: string, ...ranges: RangeScoreItem[]) => ({
      nodes: [node("RangeScore", "score", { scoredField, ranges, resultField: "a" }), reader],
      links: behind("score"),
    });
    expect(why(score("age", band("18", "30"), band("40", "")))).toEqual([
      ["reader", "a", "score gives no points where age is below 18 or 30 to 39. Give score default points."],
    ]);
    expect(why(score("bonus", band("", "500")))).toEqual([
      ["reader", "a", "score gives no points where bonus is 500 and above or empty. Give score default points."],
    ]);
    expect(why(score("income", { ...band("", "9"), rangeToIncludeExclude: "]" }))).toEqual([
      ["reader", "a", "score gives no points where income is above 9. Give score default points."],
    ]);
    expect(why(score("income"))).toEqual([["reader", "a", "score gives no points where income is any number. Give score default points."]]);
  });

  it("is a value that is not in a list", () => {
    const values = [{ id: "v", value: "NL", score: "5", reasonCode: "" }];
    const score = node("ListScore", "score", { scoredField: "country", values, resultField: "a" });
    expect(why({ nodes: [score, reader], links: behind("score") })).toEqual([
      ["reader", "a", "score gives no points where country is not in its list. Give score default points."],
    ]);
  });

  it("is the condition of a rule, also for a link out of that rule", () => {
    const rule = node("EasyRule", "rule", { conditionFields: when("application.age < 18"), thenFields: [set("a = 1")] });
    expect(why({ nodes: [rule, reader], links: behind("rule") })).toEqual([
      ["reader", "a", "rule sets it only when age < 18. Set a before rule."],
    ]);
    expect(why({ nodes: [rule], links: ["start -> rule", "rule -> end: a > 5", "rule -> end: otherwise"] })).toEqual([
      ["link1", "a", "rule sets it only when age < 18. Set a before rule."],
    ]);
  });

  it("is the path that passes no setter, however long, rather than a setter on another one", () => {
    const rule = node("EasyRule", "rule", { conditionFields: when("application.age < 18"), thenFields: [set("a = 1")] });
    const chain = ["n1", "n2", "n3", "n4", "n5"].map((id) => sets(id, "b = 1"));
    const split = ["start -> rule: age > 5", "start -> n1: otherwise", "rule -> reader", "reader -> end"];
    expect(why({ nodes: [rule, reader, ...chain.slice(0, 1)], links: [...split, "n1 -> reader"] })).toEqual([
      ["reader", "a", "nothing sets it on the path Start, n1 and reader. Set it on this path."],
    ]);
    const long = ["n1 -> n2", "n2 -> n3", "n3 -> n4", "n4 -> n5", "n5 -> reader"];
    expect(why({ nodes: [rule, reader, ...chain], links: [...split, ...long] })).toEqual([
      ["reader", "a", "nothing sets it on the path Start, 3 nodes, n4, n5 and reader. Set it on this path."],
    ]);
  });

  it("names every node that would set a field if it came before", () => {
    const links = ["start -> x", "start -> y", "start -> reader", "x -> end", "y -> end", "reader -> end"];
    const [finding] = validate(draw({ application, runtime, nodes: [sets("x", "a = 1"), sets("y", "a = 1"), reader], links }));
    expect(finding).toMatchObject({
      fieldKey: "a",
      message: "In reader, a is used, but no path leads there from x or y, which set it. Link one of them before it.",
    });
  });
});

describe("links and rules on paths", () => {
  const nodes = [sets("young", "result = young"), sets("old", "result = old"), sets("last", "a = 1")];

  it("are never taken when an earlier condition has excluded them", () => {
    const links = [
      "start -> young: age < 18",
      "start -> end: otherwise",
      "young -> old: age >= 21",
      "young -> last: otherwise",
      "old -> end",
      "last -> end",
    ];
    expect(found({ nodes, links })).toEqual(["LINK_NEVER_TAKEN link2"]);
  });

  it("are possible again where ways join", () => {
    const links = [
      "start -> young: age < 18",
      "start -> old: otherwise",
      "young -> last",
      "old -> last",
      "last -> end: age >= 21",
      "last -> end: otherwise",
    ];
    expect(found({ nodes, links })).toEqual([]);
  });

  it("follow from otherwise, too", () => {
    const links = [
      "start -> young: age < 18",
      "start -> old: otherwise",
      "young -> end",
      "old -> last: age < 16",
      "old -> end: otherwise",
      "last -> end",
    ];
    expect(found({ nodes, links })).toEqual(["LINK_NEVER_TAKEN link3"]);
  });

  it("count a missing value as a case of its own", () => {
    const two = nodes.slice(0, 2);
    const after = ["young -> end", "old -> end", "start -> end: otherwise"];
    expect(found({ nodes: two, links: ["start -> young: bonus < 5", "start -> old: bonus >= 5", ...after] })).toEqual([]);
    expect(found({ nodes: two, links: ["start -> young: income < 5", "start -> old: income >= 5", ...after] })).toEqual([
      "OTHERWISE_NEVER_TAKEN link4",
    ]);
  });

  it("know that a calculation over an optional field may be missing", () => {
    const some = [sums("sum", "application.bonus + 1"), ...nodes.slice(0, 2)];
    const links = [
      "start -> sum",
      "sum -> young: total < 5",
      "sum -> old: total >= 5",
      "sum -> end: otherwise",
      "young -> end",
      "old -> end",
    ];
    expect(found({ nodes: some, links })).toEqual([]);
    const sure = [sums("sum", "application.income + 1"), ...nodes.slice(0, 2)];
    expect(found({ nodes: sure, links })).toEqual(["OTHERWISE_NEVER_TAKEN link3"]);
  });

  it("see whole numbers without gaps between them", () => {
    const links = [
      "start -> young: age <= 17",
      "start -> old: age > 17 && age != 18",
      "start -> last: age == 18",
      "young -> end",
      "old -> end",
      "last -> end",
    ];
    expect(found({ nodes, links }).filter((code) => code.startsWith("PATH"))).toEqual([]);
    const open = links.map((link) => link.replaceAll("age", "income"));
    expect(found({ nodes, links: open }).filter((code) => code.startsWith("PATH"))).toEqual([]);
    const gap = ["start -> young: income <= 17", "start -> old: income >= 18", "young -> end", "old -> end"];
    expect(found({ nodes: nodes.slice(0, 2), links: gap })).toEqual(["PATH_MAY_STOP start"]);
  });

  it.each([
    ["age < 5 && age > 5", true],
    ["age > 4 && age < 5", true],
    ["income > 4 && income < 5", false],
    ["age >= 5 && age <= 5", false],
    ["age >= 5 && age <= 5 && age != 5", true],
    ["country == NL && country != NL", true],
    ["country != NL && country != BE", false],
    ["age < income && age > income", true],
    ["income < bonus && bonus < income", true],
    ["income <= bonus && bonus <= income", false],
    ["income != income", true],
    ["income == income", false],
    ["age < 5 && age > 9 || country == NL", false],
  ])("know whether %s can hold", (condition, isNever) => {
    const links = [`start -> young: ${condition}`, "start -> end: otherwise", "young -> end"];
    expect(found({ nodes: nodes.slice(0, 1), links }).includes("LINK_NEVER_TAKEN link0")).toBe(isNever);
  });
});

describe("drawings", () => {
  it("report nodes that cannot be reached once, at the first of them", () => {
    const nodes = [sets("x", "a = 1"), sets("y", "b = 1"), sets("z", "total = 1"), sets("alone", "a = 1"), node("End", "second")];
    const unreached = (...links: readonly string[]) =>
      validate(draw({ runtime, nodes, links }))
        .filter(({ code }) => code === "NODE_UNREACHABLE")
        .map(({ nodeId, message }) => [nodeId, message.replace(/ Link.*/, "")]);
    // `z` comes before what leads to it in the definition.
    expect(unreached("start -> end", "x -> y", "y -> z", "z -> second", "x -> z", "y -> end")).toEqual([
      ["alone", "alone cannot be reached from Start."],
      ["x", "x and 3 nodes after it cannot be reached from Start."],
    ]);
    expect(unreached("start -> end", "start -> alone", "alone -> second", "x -> y", "y -> z", "z -> x")).toEqual([
      ["x", "x and 2 nodes after it cannot be reached from Start."],
    ]);
  });

  it("do not report an End, or nodes behind a second Start, twice", () => {
    expect(found({ links: [] })).toEqual(["END_UNREACHABLE"]);
    const nodes = [node("Start", "again"), sets("x", "a = 1")];
    expect(found({ nodes, links: ["start -> end", "again -> x", "x -> end"] })).toEqual(["START_TWICE again"]);
  });

  it("tell each loop once, with the link that closes it", () => {
    const nodes = [sets("x", "a = 1"), sets("y", "b = 1"), sets("z", "total = 1")];
    const links = ["start -> x", "x -> y", "y -> x", "y -> z", "z -> z", "z -> end"];
    expect(
      validate(draw({ runtime, nodes, links }))
        .filter(({ code }) => code === "LOOP")
        .map(({ linkId, message }) => [linkId, message]),
    ).toEqual([
      ["link2", "x and y form a loop, so the decision would never end. Delete one of the links between them."],
      ["link4", "z is linked to itself, so the decision would never end. Delete this link."],
    ]);
  });

  it("still tell of fields when there is a loop", () => {
    const nodes = [sums("x", "runtime.a + 1"), sets("y", "b = 1")];
    expect(found({ nodes, links: ["start -> x", "x -> y", "y -> x", "y -> end"] })).toEqual(["LOOP x", "FIELD_READ_BEFORE_SET x"]);
  });

  it("may stop on a side branch when another branch surely ends", () => {
    const nodes = [sets("x", "a = 1"), sets("y", "b = 1")];
    expect(found({ nodes, links: ["start -> x: age < 18", "start -> y", "x -> end", "y -> end"] })).toEqual(["FORK_PLAIN_LINK start"]);
  });
});

import {
  findingCatalogue,
  newNode,
  validate,
  type FindingCode,
  type PredictionInput,
  type SubFlowInput,
  type SubFlowNode,
  type SubFlowOutput,
} from "@airlock/flow";
import { describe, expect, test } from "vitest";
import { deleteField } from "../commands/fields.ts";
import { putNodes } from "../document/edit-document.ts";
import { definitionOf, type FlowDocument } from "../document/flow-document.ts";
import { band, draw, linkOf, node, set, when } from "../testing/draw.ts";
import { blocked } from "../testing/lists.ts";
import { counter, largeDocument, run, sampleDocument } from "../testing/sample-flow.ts";
import { loan } from "../testing/sub-flow.ts";
import { line, looksUp, numbers, rule } from "../testing/quick-fixes.ts";
import { planFixAll, quickFixes } from "./quick-fixes.ts";
import { fixers } from "./registry.ts";

const setsX = node("SetState", "a", { setFields: [set("x = 1", "Float")] });
const readsX = node("EasyRule", "r", { conditionFields: [when("runtime.x < 5", "Float")], thenFields: [set("k = 1", "Integer")] });
const mayX = node("EasyRule", "may", { conditionFields: [when("n < 5", "Float")], thenFields: [set("x = 1", "Float")] });
const score = { scoredField: "n", resultField: "x", defaultScore: "0" };
const bands = (...texts: readonly string[]) =>
  draw({ ...numbers, nodes: [node("RangeScore", "a", { ...score, ranges: texts.map((text) => band(text)) })], links: line });
const salary: SubFlowInput = { field: "income", datasource: "Application", fieldKey: "salary" };
const limit: SubFlowInput = { field: "age", datasource: "Runtime", fieldKey: "limit" };
const grade: SubFlowOutput = { field: "grade", resultField: "result" };
function runsLoan(properties: Partial<SubFlowNode>): FlowDocument {
  const call = loan.nodes.get("call");
  return call?.type === "SubFlow" ? putNodes(loan, [{ ...call, ...properties }]) : loan;
}
function optional(document: FlowDocument): FlowDocument {
  return { ...document, applicationFields: document.applicationFields.map((field) => ({ ...field, required: false })) };
}
const value = (text: string, id: string) => ({ id, value: text, score: "1", reasonCode: "" });
const list = (...values: readonly string[]) =>
  draw({
    ...numbers,
    nodes: [node("ListScore", "a", { ...score, scoredField: "s", values: values.map((text, row) => value(text, `v${row}`)) })],
    links: line,
  });
const table = (...texts: readonly string[]) => {
  const rows = texts.filter((text) => text !== "unique").map((text) => text.split("|"));
  return draw({
    ...numbers,
    nodes: [
      node("DecisionTable", "a", {
        hitPolicy: texts.includes("unique") ? "unique" : "first",
        inputColumns: ["application.i", "application.s"].map((formula, place) => ({ id: `i${place}`, formula })),
        outputColumns: [{ id: "o", resultField: "k" }],
        tableRows: rows.map((cells, row) => ({ id: `r${row}`, inputs: cells.slice(0, 2), outputs: cells.slice(2), reasonCode: "" })),
      }),
    ],
    links: line,
  });
};
const call = (properties: Parameters<typeof node<"WebCall">>[2]) =>
  draw({
    ...numbers,
    nodes: [
      node("WebCall", "a", {
        url: "https://example.com/a",
        responseMapping: [{ datasetType: "runtime", fieldName: "x", param: "$.x" }],
        ...properties,
      }),
    ],
    links: line,
  });
const predicts = (...inputFields: readonly PredictionInput[]) =>
  draw({ ...numbers, nodes: [node("Prediction", "a", { config: "c", inputFields: [...inputFields], scoreField: "x" })], links: line });
const otherwise = (text: string, index: number, nodes: Parameters<typeof linkOf>[2]) => ({
  ...linkOf(text, index, nodes),
  otherwise: true,
});
const ends = [newNode("Start", "start", 0, 0), newNode("End", "end", 0, 0), setsX];
const conditionalLink = (text: string, index: number, condition: string, type: "Float" | "Integer") => ({
  ...linkOf(text, index, ends),
  conditionFields: [when(condition, type)],
});
const renamed = (name: string, other = "n") => {
  const document = draw({ ...numbers, nodes: [setsX], links: line });
  return {
    ...document,
    applicationFields: [
      { key: "f1", name: other, type: "Float" as const, required: false },
      { key: "f2", name, type: "Float" as const, required: false },
    ],
  };
};
const formula = (operator: "/" | "+", level: number) => ({
  calculations: [
    { datasource: "Application" as const, fieldKey: "i", operator: "+" as const, level: 0 },
    { datasource: "Application" as const, fieldKey: "i", operator, level },
  ],
});
/** For each code with a fix: a drawing that shows it, and the label of the first fix. */
const cases: readonly (readonly [FindingCode, FlowDocument, string])[] = [
  ["START_MISSING", draw({ bare: true, nodes: [newNode("End", "end", 300, 0)] }), "Add Start before End"],
  ["START_TWICE", draw({ nodes: [newNode("Start", "two", 0, 100)], links: ["start -> end"] }), "Delete Start (Start)"],
  [
    "END_MISSING",
    draw({ bare: true, ...numbers, nodes: [newNode("Start", "start", 0, 0), setsX], links: ["start -> a"] }),
    "Add End after a",
  ],
  ["END_UNREACHABLE", draw({ ...numbers, nodes: [setsX], links: ["start -> a"] }), "Link a to End"],
  [
    "NODE_UNREACHABLE",
    draw({
      ...numbers,
      nodes: [setsX, node("SetState", "b", { setFields: [set("k = 1", "Integer")] })],
      links: ["start -> b", "a -> end"],
    }),
    "Link b to a",
  ],
  ["NODE_DEAD_END", draw({ ...numbers, nodes: [setsX], links: ["start -> a", "start -> end"] }), "Link a to End"],
  [
    "PATH_MAY_STOP",
    draw({
      ...numbers,
      nodes: [setsX, ...["b", "c"].map((id) => node("SetState", id, { setFields: [set("x = 2", "Float")] }))],
      links: [
        conditionalLink("start -> a", 0, "n < 5", "Float"),
        { ...linkOf("start -> b", 1, [...ends, node("SetState", "b")]), conditionFields: [when("n > 7", "Float")] },
        { ...linkOf("a -> end", 2, ends) },
        linkOf("b -> end", 3, [...ends, node("SetState", "b")]),
        linkOf("c -> end", 4, [...ends, node("SetState", "c")]),
      ],
    }),
    "Link Start to c (otherwise)",
  ],
  ["LINK_LOOSE", draw({ links: ["start -> end", "start -> nobody"] }), "Delete the link from Start to nowhere"],
  [
    "LINK_DIRECTION",
    draw({ ...numbers, nodes: [setsX], links: [...line, { ...linkOf("a -> start", 2, ends), targetPort: "start-out" }] }),
    "Delete the link from a to Start",
  ],
  ["LINK_TWICE", draw({ ...numbers, nodes: [setsX], links: [...line, "start -> a"] }), "Delete the link from Start to a"],
  ["LOOP", draw({ ...numbers, nodes: [setsX], links: [...line, "a -> a"] }), "Delete the link from a to a"],
  [
    "FORK_PLAIN_LINK",
    draw({ ...numbers, nodes: [setsX], links: ["start -> a", conditionalLink("start -> end", 1, "n < 5", "Float"), "a -> end"] }),
    "Make it otherwise",
  ],
  [
    "FORK_OVERLAP",
    draw({
      ...numbers,
      nodes: [setsX, node("SetState", "b", { setFields: [set("x = 2", "Float")] })],
      links: [
        conditionalLink("start -> a", 0, "n < 5", "Float"),
        { ...linkOf("start -> b", 1, [...ends, node("SetState", "b")]), conditionFields: [when("n < 7", "Float")] },
        otherwise("start -> end", 2, ends),
        "a -> end",
        "b -> end",
      ],
    }),
    "Use first that holds",
  ],
  ["OTHERWISE_ALONE", draw({ links: [otherwise("start -> end", 0, ends)] }), "Remove the otherwise mark"],
  [
    "OTHERWISE_WITH_CONDITIONS",
    draw({ ...numbers, links: [{ ...conditionalLink("start -> end", 0, "n < 5", "Float"), otherwise: true }] }),
    "Remove its conditions",
  ],
  [
    "OTHERWISE_NEVER_TAKEN",
    draw({
      ...numbers,
      nodes: [setsX],
      links: [
        {
          ...conditionalLink("start -> a", 0, "n < 5", "Float"),
          conditionFields: [when("n < 5", "Float"), { ...when("n >= 5", "Float"), conditionalOperator: "||" }],
        },
        otherwise("start -> end", 1, ends),
        "a -> end",
      ],
    }),
    "Delete the link from Start to End",
  ],
  [
    "LINK_NEVER_TAKEN",
    draw({
      ...numbers,
      nodes: [setsX],
      links: [
        "start -> end",
        { ...linkOf("start -> a", 1, ends), conditionFields: [when("n < 5", "Float"), when("n > 7", "Float")] },
        "a -> end",
      ],
    }),
    "Delete the link from Start to a",
  ],
  [
    "LINK_ALWAYS_TAKEN",
    draw({
      ...numbers,
      links: [
        {
          ...linkOf("start -> end", 0, ends),
          conditionFields: [when("n < 5", "Float"), { ...when("n >= 5", "Float"), conditionalOperator: "||" }],
        },
      ],
    }),
    "Remove its conditions",
  ],
  ["FIELD_NAME_MISSING", renamed(""), "Rename to field"],
  ["FIELD_NAME_INVALID", renamed("net income"), "Rename to net_income"],
  ["FIELD_NAME_RESERVED", renamed("unknown"), "Rename to unknown_2"],
  ["FIELD_NAME_TWICE", renamed("n"), "Rename to n_2"],
  ["TEST_VALUE_UNKNOWN", { ...draw({ links: ["start -> end"] }), testData: [{ name: "gone", value: "1" }] }, "Remove the value of gone"],
  [
    "TEST_VALUE_TYPE",
    { ...draw({ ...numbers, links: ["start -> end"] }), testData: [{ name: "i", value: "1.5" }] },
    "Clear the value of i",
  ],
  [
    "FIELD_TYPE",
    draw({
      ...numbers,
      nodes: [
        node("Prediction", "a", { config: "c", inputFields: [{ name: "n", datasource: "Application", fieldKey: "n" }], scoreField: "k" }),
      ],
      links: line,
    }),
    "Make k a Float",
  ],
  [
    "TYPE_MISMATCH",
    draw({
      ...numbers,
      nodes: [
        node("EasyRule", "a", {
          conditionFields: [{ ...when("i < 0", "Integer"), rightHandDatasource: "Application", rightHandFieldname: "n" }],
          thenFields: [set("x = 1", "Float")],
        }),
      ],
      links: line,
    }),
    "Make i a Float",
  ],
  ["OPERATOR_NOT_FOR_STRING", rule("s < 5", "String"), "Use =="],
  [
    "FORMULA_NAME",
    draw({
      ...numbers,
      nodes: [node("Formula", "a", { formulas: [{ resultField: "k", formula: "if(application.s = permanent, 1, 0)" }] })],
      links: line,
    }),
    'Write "permanent"',
  ],
  ["OPERATOR_NOT_FOR_TYPE", rule("b > true", "Boolean"), "Use =="],
  ["LITERAL_NOT_A_NUMBER", rule("n < 2,5", "Float"), "Change '2,5' to 2.5"],
  ["LITERAL_NOT_AN_INTEGER", rule("i < 2.5", "Integer"), "Make i a Float"],
  ["LITERAL_TOO_PRECISE", rule("n < 0.12345678901234", "Float"), "Change '0.12345678901234' to 0.123456789012"],
  ["FIELD_UNSET", predicts({ name: "N", datasource: "Application", fieldKey: "" }), "Map N to n"],
  ["FIELD_UNKNOWN", run(rule("n < 5", "Float"), deleteField("Application", "n")), "Restore n"],
  ["FIELD_READ_BEFORE_SET", draw({ ...numbers, nodes: [setsX, readsX], links: ["start -> a", "start -> r", "r -> end"] }), "Link a to r"],
  [
    "FIELD_MAY_BE_MISSING",
    draw({ ...numbers, nodes: [mayX, setsX, readsX], links: ["start -> may", "may -> r", "start -> a", "a -> end", "r -> end"] }),
    "Link a to r",
  ],
  [
    "RULE_WITHOUT_CONDITION",
    draw({ ...numbers, nodes: [node("EasyRule", "a", { thenFields: [set("x = 1", "Float")] })], links: line }),
    "Turn into a Set State",
  ],
  [
    "RULE_WITHOUT_SETTER",
    draw({ ...numbers, nodes: [node("EasyRule", "a", { conditionFields: [when("n < 5", "Float")] })], links: line }),
    "Add a setter",
  ],
  ["STATE_WITHOUT_SETTER", draw({ ...numbers, nodes: [node("SetState", "a")], links: line }), "Add a setter"],
  [
    "RULE_ALWAYS_HOLDS",
    draw({
      ...numbers,
      nodes: [
        node("EasyRule", "a", {
          conditionFields: [when("n < 5", "Float"), { ...when("n >= 5", "Float"), conditionalOperator: "||" }],
          thenFields: [set("x = 1", "Float")],
        }),
      ],
      links: line,
    }),
    "Turn into a Set State",
  ],
  [
    "CALCULATION_EMPTY",
    draw({ ...numbers, nodes: [node("Calculation", "a", { calculations: [], resultField: "x" })], links: line }),
    "Add two items",
  ],
  [
    "CALCULATION_LEVELS",
    draw({ ...numbers, nodes: [node("Calculation", "a", { ...formula("+", 1), resultField: "x" })], links: line }),
    "Move the deepest items out",
  ],
  [
    "RESULT_MAY_HAVE_FRACTION",
    draw({ ...numbers, nodes: [node("Calculation", "a", { ...formula("/", 0), resultField: "k" })], links: line }),
    "Make k a Float",
  ],
  ["BANDS_MISSING", bands(), "Add a band"],
  ["BAND_EMPTY", bands("[10, 0) 5"), "Swap its ends to [0, 10)"],
  ["RANGE_GAP", bands("[540, 600) 5", "[620, ) 9"), "Extend [540, 600) to 620"],
  ["RANGE_OVERLAP", bands("[0, 10] 5", "[5, 20) 9"), "Begin [5, 20) at 10"],
  ["RANGE_UNREACHABLE", bands("[0, 10) 5", "[2, 4) 9"), "Delete band 2"],
  ["TABLE_ROWS_MISSING", table(), "Add a row"],
  ["TABLE_GAP", table("< 5|-|1", ">= 5|a, b|2"), "Add a row for >= 5 | not a, b"],
  ["TABLE_OVERLAP", table("< 5|a|1", "[3..9)|a|2", "-|not a|3", ">= 9|-|4"), "Change row 2 to [5..9)"],
  ["TABLE_NOT_UNIQUE", table("unique", "< 5|-|1", "-|-|2"), "Change row 2 to not < 5"],
  ["TABLE_ROW_UNREACHABLE", table("-|-|1", "[3..9)|a|2"), "Delete row 2"],
  ["VALUES_MISSING", list(), "Add a value"],
  ["LIST_VALUE_TWICE", list("car", "boat", "car"), "Delete value 3"],
  ["LIST_VALUE_SPACES", list("car "), "Remove the space"],
  ["URL_SCHEME", call({ url: "example.com/a" }), "Put https:// before it"],
  ["URL_CREDENTIALS", call({ url: "https://me:secret@example.com/a" }), "Remove the user name and password"],
  ["URL_CHARACTERS", call({ url: "https://example.com/a b/${application.n}" }), "Encode them"],
  ["URL_NOT_ENCRYPTED", call({ url: "http://example.com/a" }), "Use https"],
  ["REFERENCE_UNKNOWN", run(call({ url: "https://example.com/${application.n}" }), deleteField("Application", "n")), "Restore n"],
  ["HEADER_VALUE_INVALID", call({ headers: [{ key: "X-A", value: "a\nb" }] }), "Remove the line break"],
  [
    "HEADER_TWICE",
    call({
      headers: [
        { key: "X-A", value: "a" },
        { key: "x-a", value: "b" },
      ],
    }),
    "Delete header 2",
  ],
  ["BODY_NOT_SENT", call({ body: "{}" }), "Use POST"],
  ["OUTPUT_MISSING", call({ responseMapping: [] }), "Add a mapping"],
  ["TIMEOUT", call({ timeoutMillis: 0 }), "Set it to 2000 ms"],
  [
    "PREDICTION_WITHOUT_INPUT",
    draw({ ...numbers, nodes: [node("Prediction", "a", { config: "c", scoreField: "x" })], links: line }),
    "Add an input",
  ],
  [
    "PREDICTION_INPUT_TWICE",
    draw({
      ...numbers,
      nodes: [
        node("Prediction", "a", {
          config: "c",
          scoreField: "x",
          inputFields: [
            { name: "n", datasource: "Application", fieldKey: "n" },
            { name: "n", datasource: "Application", fieldKey: "i" },
          ],
        }),
      ],
      links: line,
    }),
    "Delete input 2",
  ],
  ["LIST_UNKNOWN", rule("s in-list Blocked", "String"), "Add the list Blocked"],
  ["LIST_COLUMN_UNSET", looksUp(["risk_band", "s"], ["", "x"]), "Read uplift"],
  ["LIST_COLUMN_UNKNOWN", looksUp(["risk_band", "s"], ["gone", "x"]), "Read uplift"],
  ["LOOKUP_WITHOUT_OUTPUT", looksUp(), "Add an output"],
  ["LOOKUP_OUTPUT_TWICE", looksUp(["uplift", "x"], ["uplift", "x"]), "Delete output 2"],
  ["SUB_FLOW_INPUT_TWICE", runsLoan({ subFlowInputs: [salary, limit, salary] }), "Delete input 3"],
  ["SUB_FLOW_OUTPUT_TWICE", runsLoan({ subFlowOutputs: [grade, grade] }), "Delete output 2"],
  ["SUB_FLOW_FIELD_UNKNOWN", runsLoan({ subFlowInputs: [salary, limit, { ...limit, field: "gone" }] }), "Delete input 3"],
  ["SUB_FLOW_INPUT_MISSING", runsLoan({ subFlowInputs: [salary] }), "Add the input"],
  ["SUB_FLOW_INPUT_OPTIONAL", optional(loan), "Make salary required"],
  ["SUB_FLOW_WITHOUT_OUTPUT", runsLoan({ subFlowOutputs: [] }), "Add an output"],
];
const errorsOf = (document: FlowDocument) => validate(definitionOf(document)).filter((finding) => finding.level === "error");

describe("quick fixes", () => {
  test.each(cases)("%s disappears with the first fix", (code, document, label) => {
    const finding = validate(definitionOf(document)).find((one) => one.code === code);
    expect(finding, `the drawing shows ${code}`).toBeDefined();
    const [fix] = finding === undefined ? [] : quickFixes(document, finding, counter("x"), [blocked]);
    expect(fix?.label).toBe(label);
    const after = fix === undefined ? document : run(document, fix.command);
    expect(validate(definitionOf(after)).filter((one) => one.code === code && one.message === finding?.message)).toEqual([]);
    // A safe fix causes no new error.
    const known = new Set(errorsOf(document).map((one) => one.code));
    expect(errorsOf(after).filter((one) => fix?.safe === true && !known.has(one.code))).toEqual([]);
  });

  test("there is a case for every code that has a fix, and for no other", () => {
    const fixed = Object.keys(findingCatalogue).filter((code) =>
      Object.entries(fixers).some(([known, fixer]) => known === code && fixer !== undefined),
    );
    expect(cases.map(([code]) => code).toSorted()).toEqual(fixed.toSorted());
  });

  test("a finding of a code that does not exist has no fix", () => {
    expect(quickFixes(sampleDocument(), { code: "constructor", level: "error", message: "" }, counter())).toEqual([]);
  });

  test("a fix that the rules refuse is not offered", () => {
    const full = largeDocument(2_000);
    const finding = validate(definitionOf(full)).find((one) => one.code === "END_MISSING");
    expect(finding === undefined ? ["none"] : quickFixes(full, finding, counter("x"))).toEqual([]);
  });

  test("a type is not changed where that breaks something else", () => {
    const document = draw({
      ...numbers,
      nodes: [
        node("EasyRule", "a", {
          conditionFields: [
            when("i < 2.5", "Integer"),
            { ...when("i == 0", "Integer"), rightHandDatasource: "Application", rightHandFieldname: "i" },
          ],
          thenFields: [{ ...set("k = 0", "Integer"), rightHandDatasource: "Application", rightHandFieldname: "i" }],
        }),
      ],
      links: line,
    });
    const finding = validate(definitionOf(document)).find((one) => one.code === "LITERAL_NOT_AN_INTEGER");
    expect(finding === undefined ? ["none"] : quickFixes(document, finding, counter())).toEqual([]);
  });

  test("Fix all lists what it will do, does that as one step, and stops there", () => {
    const document = bands("[0, 10] 5", "[5, 20) 9", "[6, 7) 1");
    const plan = planFixAll(document, counter("x"));
    expect(plan.fixes.map(({ label, finding }) => [finding.code, label])).toEqual([
      ["RANGE_UNREACHABLE", "Delete band 3"],
      ["RANGE_OVERLAP", "Begin [5, 20) at 10"],
    ]);
    const executed = plan.command(document);
    expect(executed.ok && executed.name).toBe("Fix 2 findings");
    expect(executed.ok && validate(definitionOf(executed.document)).map((one) => one.code)).toEqual([]);
    const nothing = planFixAll(sampleDocument(), counter());
    expect(nothing.fixes).toEqual([]);
    expect(nothing.command(sampleDocument())).toMatchObject({ ok: false, refusal: { code: "NOTHING_TO_FIX" } });
  });
});

test("Fix all deletes a repeated header only where its value is the same", () => {
  const header = (key: string, value: string) => ({ key, value });
  const fixAll = (...headers: readonly { readonly key: string; readonly value: string }[]) =>
    planFixAll(call({ headers }), counter("x")).fixes.map(({ label }) => label);
  expect(fixAll(header("X-A", "a"), header("x-a", "b"))).toEqual([]);
  expect(fixAll(header("X-A", "a"), header("x-a", "a"))).toEqual(["Delete header 2"]);
});

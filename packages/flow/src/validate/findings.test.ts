import { describe, expect, it } from "vitest";
import type { Definition, FlowList, FlowNode, ListScoreItem, NodeOf, RangeScoreItem, WebCallNode } from "../definition.ts";
import { findings, type FindingCode } from "../findings.ts";
import { limits } from "../limits.ts";
import { draw, formula, node, set, subFlow, table, when, type Drawing } from "../testing/draw.ts";
import { validate } from "./validate.ts";

const application = { age: "Integer!", income: "Float!", debts: "Float", country: "String", married: "Boolean", birthday: "Date" } as const;
const runtime = { result: "String", ratio: "Float", total: "Integer", other: "Float" } as const;

const lists: readonly FlowList[] = [
  { listId: "l1", name: "EU", keyType: "String", columns: [] },
  { listId: "l2", name: "Rates", keyType: "Integer", columns: [{ name: "rate", type: "Float" }] },
];

/** A drawing of one node between Start and End, over the fields and lists above. */
function one(middle: FlowNode, more: Drawing = {}): Definition {
  return draw({ application, runtime, lists, nodes: [middle], links: [`start -> ${middle.id}`, `${middle.id} -> end`], ...more });
}

const rule = (properties: Partial<NodeOf<"EasyRule">>): FlowNode =>
  node("EasyRule", "rule", {
    label: "Minimum age",
    conditionFields: when("application.age < 18"),
    thenFields: [set("result = Decline")],
    ...properties,
  });
const calculation = (text: string, resultField = "ratio"): FlowNode =>
  node("Calculation", "sum", { label: "Affordability", calculations: text === "" ? [] : formula(text), resultField });
const results = (...texts: readonly string[]): FlowNode =>
  node("Formula", "formula", {
    label: "Affordability",
    formulas: texts.map((text) => {
      const [resultField = "", written = ""] = text.split(" := ");
      return { resultField, formula: written };
    }),
  });
const limitTable = (rows: readonly string[], more: Partial<Parameters<typeof table>[1]> = {}): FlowNode =>
  table("table", {
    label: "Credit limit",
    inputs: ["application.age", "application.country"],
    outputs: ["total"],
    rows,
    ...more,
  });
const band = (text: string, score = "10"): RangeScoreItem => {
  const [, open = "", from = "", to = "", close = ""] = /^([[(])(.*), (.*)([\])])$/.exec(text) ?? [];
  if ((open !== "[" && open !== "(") || (close !== "]" && close !== ")")) throw new Error(text);
  return {
    id: text.replace(/\W/g, "_"),
    rangeFromIncludeExclude: open,
    rangeFrom: from,
    rangeTo: to,
    rangeToIncludeExclude: close,
    score,
    reasonCode: "",
  };
};
const bands = (ranges: readonly RangeScoreItem[], properties: Partial<NodeOf<"RangeScore">> = {}): FlowNode =>
  node("RangeScore", "points", { label: "Debt burden", scoredField: "debts", ranges, resultField: "total", ...properties });
const value = (text: string, score = "1"): ListScoreItem => ({
  id: text === "" ? "empty" : text.replace(/\W/g, "_"),
  value: text,
  score,
  reasonCode: "",
});
const values = (items: readonly ListScoreItem[], properties: Partial<NodeOf<"ListScore">> = {}): FlowNode =>
  node("ListScore", "list", { label: "Residency", scoredField: "country", values: items, resultField: "total", ...properties });
const call = (properties: Partial<WebCallNode>): FlowNode =>
  node("WebCall", "call", {
    label: "Bureau report",
    url: "https://bureau.example.com/reports/${application.country}",
    responseMapping: [{ datasetType: "runtime", fieldName: "other", param: "$.score" }],
    ...properties,
  });
const lookup = (properties: Partial<NodeOf<"Lookup">>): FlowNode =>
  node("Lookup", "lookup", {
    label: "Rate of the age",
    list: "Rates",
    keyField: "age",
    lookupOutputs: [{ column: "rate", resultField: "other" }],
    ...properties,
  });
/** Needs an income, may take a country, and has a limit and a grade as results. */
const affordability = subFlow(
  "Affordability",
  draw({ application: { income: "Float!", country: "String" }, runtime: { limit: "Integer", grade: "String" }, links: ["start -> end"] }),
);
const called = (properties: Partial<NodeOf<"SubFlow">>): FlowNode =>
  node("SubFlow", "sub", {
    label: "Credit limit",
    versionId: affordability.versionId,
    versionName: "Affordability 1.0",
    subFlowInputs: [{ field: "income", datasource: "Application", fieldKey: "income" }],
    subFlowOutputs: [{ field: "limit", resultField: "total" }],
    ...properties,
  });
const calls = (properties: Partial<NodeOf<"SubFlow">>): Definition => one(called(properties), { subFlows: [affordability] });
/** Solutions that use each other, the last of them first. */
const nested = (...names: readonly string[]): Definition =>
  names.reduce<Definition>(
    (inner, name) => draw({ links: ["start -> end"], subFlows: [subFlow(name, inner)] }),
    draw({ links: ["start -> end"] }),
  );
const prediction = (properties: Partial<NodeOf<"Prediction">>): FlowNode =>
  node("Prediction", "risk", {
    label: "Default risk",
    config: "pd",
    inputFields: [{ name: "age", datasource: "Application", fieldKey: "age" }],
    scoreField: "other",
    ...properties,
  });

const declineAndApprove = [
  node("SetState", "decline", { setFields: [set("result = Decline")] }),
  node("SetState", "approve", { setFields: [set("result = Approve")] }),
];
/** Two ways after Start, by conditions on age. */
function ways(...links: readonly string[]): Definition {
  return draw({ application, runtime, nodes: declineAndApprove, links: [...links, "decline -> end", "approve -> end"] });
}

/** For every code of the catalogue: a drawing that has it, and the whole sentence. A code without a line here does not compile. */
const copies = Array.from({ length: 14 }, (_, index) => `copy${index}`);

const cases: { readonly [Code in FindingCode]: readonly [Definition, string] } = {
  TOO_LARGE: [
    draw({ nodes: Array.from({ length: limits.nodes }, (_, index) => node("SetState", `n${index}`)) }),
    "There are 2002 nodes; at most 2000 are allowed. Split the solution into smaller ones.",
  ],
  ID_TWICE: [draw({ nodes: [node("End", "end")] }), "Two nodes have the same id. Delete one of them and add it again."],
  START_MISSING: [draw({ bare: true, nodes: [node("End", "end")] }), "The diagram has no Start. Add one and link it to the first node."],
  START_TWICE: [
    draw({ nodes: [node("Start", "again")], links: ["start -> end"] }),
    "A decision begins in one place, but the diagram has more than one Start. Delete this one.",
  ],
  END_MISSING: [draw({ bare: true, nodes: [node("Start", "start")] }), "The diagram has no End. Add one and link the last nodes to it."],
  END_UNREACHABLE: [draw({}), "No path leads from Start to an End. Link the last nodes to End."],
  NODE_UNREACHABLE: [
    draw({ application, runtime, nodes: [rule({})], links: ["start -> end"] }),
    "Minimum age cannot be reached from Start. Link the node that comes before it, or delete it.",
  ],
  NODE_DEAD_END: [
    draw({ application, runtime, nodes: [rule({})], links: ["start -> end", "start -> rule"] }),
    "The path stops at Minimum age: no link leaves it. Link it to the next node or to End.",
  ],
  PATH_MAY_STOP: [
    ways("start -> decline: age < 18", "start -> approve: age > 21"),
    "When no condition on the links out of Start holds, the decision stops there and never reaches End. Mark one of these links as otherwise.",
  ],
  LINK_LOOSE: [
    draw({ links: ["start -> end", "start -> nobody"] }),
    "The link from Start to nowhere is loose. Drag its end onto a node or delete it.",
  ],
  LINK_DIRECTION: [
    draw({ nodes: [node("Start", "again", { label: "Again" })], links: ["start -> end", "start -> again"] }),
    "The link from Start to Again runs the wrong way. Draw it from an out port to an in port.",
  ],
  LINK_TWICE: [
    draw({ links: ["start -> end", "start -> end"] }),
    "Two links that are always taken lead from Start to End. Delete one of them.",
  ],
  LOOP: [
    ways("start -> decline", "decline -> approve", "approve -> decline"),
    "decline and approve form a loop, so the decision would never end. Delete one of the links between them.",
  ],
  FORK_PLAIN_LINK: [
    ways("start -> decline: age < 18", "start -> approve"),
    "The link from Start to approve has no conditions, so it is always taken, also when age < 18. Mark it as otherwise, or add conditions to it.",
  ],
  FORK_OVERLAP: [
    ways("start -> decline: age < 18", "start -> approve: age < 21"),
    "age < 18 and age < 21 can both hold on the links out of Start: both branches set result, and the one that runs last decides. Let Start take the first that holds, or change one of the conditions so that only one of them holds.",
  ],
  ENDS_TOGETHER: [
    draw({ nodes: [node("End", "other", { label: "Referred" })], links: ["start -> end", "start -> other"] }),
    "All links out of Start are taken, so one decision reaches both End and Referred. Add conditions to the links, or lead both paths to one End.",
  ],
  OTHERWISE_ALONE: [
    ways("start -> decline: otherwise", "start -> approve"),
    "The link from Start to decline is marked otherwise, but no other link out of Start has conditions, so it is always taken. Remove the mark or add conditions to the others.",
  ],
  OTHERWISE_WITH_CONDITIONS: [
    (() => {
      const drawn = ways("start -> decline: age < 18", "start -> approve: age > 21");
      const links = drawn.solutionDefinition.links.map((link) => ({ ...link, otherwise: link.target === "approve" }));
      return { ...drawn, solutionDefinition: { ...drawn.solutionDefinition, links } };
    })(),
    "The link from Start to approve is marked otherwise and has conditions too. Remove its conditions or the mark.",
  ],
  OTHERWISE_NEVER_TAKEN: [
    ways("start -> decline: age < 18", "start -> approve: age >= 18", "start -> end: otherwise"),
    "The link from Start to End is never taken: the conditions on the other links already cover every age. Delete it or narrow the others.",
  ],
  LINK_NEVER_TAKEN: [
    ways("start -> decline: age < 18 && age > 21", "start -> approve"),
    "The link from Start to decline is never taken: no age fits both age < 18 and age > 21. Change its conditions or delete it.",
  ],
  LINK_ALWAYS_TAKEN: [
    ways("start -> decline: age < 21 || age > 18", "start -> approve"),
    "The link from Start to decline is always taken: its conditions hold for every age. Remove the conditions or narrow them.",
  ],
  FIELD_NAME_MISSING: [
    draw({ application: { "": "String" }, links: ["start -> end"] }),
    "Row 1 of the application data fields has no name. Enter one or delete the row.",
  ],
  FIELD_NAME_INVALID: [
    draw({ application: { "net income": "String" }, links: ["start -> end"] }),
    "The application field 'net income' has a name that callers cannot use. Use letters, digits and underscores only.",
  ],
  FIELD_NAME_RESERVED: [
    draw({ runtime: { unknown: "String" }, links: ["start -> end"] }),
    "The runtime field 'unknown' has a name that is reserved for fields that do not exist. Give it another name.",
  ],
  FIELD_NAME_TWICE: [
    {
      ...draw({ links: ["start -> end"] }),
      runtimeDatasetFields: [
        { key: "a", name: "total", type: "Float", required: false },
        { key: "b", name: "total", type: "Float", required: false },
      ],
    },
    "Two runtime fields are called total. Rename one of them.",
  ],
  FIELD_NAME_ALIKE: [
    draw({ runtime: { total: "Float", Total: "Float" }, links: ["start -> end"] }),
    "The runtime fields total and Total differ only in capitals and are easily mixed up. Rename one of them.",
  ],
  EXECUTION_MAY_BE_TOO_LARGE: [
    draw({
      application: { country: "String" },
      runtime: Object.fromEntries(copies.map((name) => [name, "String"])),
      nodes: [node("SetState", "copy", { setFields: copies.map((name) => set(`${name} = application.country`)) })],
      links: ["start -> copy", "copy -> end"],
    }),
    "14 runtime fields can hold a copied text of up to 10,000 characters, so one execution can take 1.1 MB. Calls that need more than 1 MB are refused. Copy fewer texts.",
  ],
  TEST_VALUE_UNKNOWN: [
    { ...draw({ links: ["start -> end"] }), applicationTestData: [{ name: "agee", value: "18" }] },
    "The test data has a value for 'agee', which is not an application field. Remove it or add the field.",
  ],
  TEST_VALUE_TYPE: [
    { ...draw({ application, links: ["start -> end"] }), applicationTestData: [{ name: "age", value: "18.5" }] },
    "The test data has '18.5' for age, which takes a whole number. Correct the value.",
  ],
  FIELD_UNSET: [one(bands([band("[0, 1)")], { resultField: "" })), "In Debt burden, choose the field for the result."],
  FIELD_UNKNOWN: [
    one(rule({ conditionFields: when("application.aged < 18") })),
    "In Minimum age, condition 1 uses a field that no longer exists. Choose another one.",
  ],
  FIELD_TYPE: [
    one(bands([band("[0, 1)")], { scoredField: "country" })),
    "In Debt burden, the scored field uses country, which is a String field. Choose an Integer or Float field.",
  ],
  TYPE_MISMATCH: [
    one(rule({ conditionFields: when("application.age < application.income") })),
    "In Minimum age, condition 1 joins age, which is an Integer field, with income, which is a Float field. Choose an Integer field instead of income.",
  ],
  OPERATOR_NOT_FOR_STRING: [
    one(rule({ conditionFields: when("application.country < NL") })),
    "In Minimum age, condition 1 uses < on country, which is a String field. Use ==, !=, in, not in, in list, not in list, contains, starts with or is missing.",
  ],
  OPERATOR_NOT_FOR_TYPE: [
    one(rule({ conditionFields: when("application.married > true") })),
    "In Minimum age, condition 1 uses > on married, which is a Boolean field. Use ==, != or is missing.",
  ],
  CONDITION_LIST_EMPTY: [
    one(rule({ conditionFields: when("application.country in ''") })),
    "In Minimum age, condition 1 compares country with an empty list. Add at least one value.",
  ],
  LITERAL_NOT_A_BOOLEAN: [
    one(rule({ conditionFields: when("application.married == yes") })),
    "In Minimum age, condition 1 has 'yes' where true or false belongs. Choose one of them.",
  ],
  LITERAL_NOT_A_DATE: [
    one(rule({ conditionFields: when("application.birthday between 2026-01-01,2026-02-30") })),
    "In Minimum age, condition 1 has '2026-02-30', which is not a day of the calendar. Enter a date like 2026-01-31.",
  ],
  LITERAL_MISSING: [
    one(rule({ conditionFields: when("application.age < ''") })),
    "In Minimum age, condition 1 has no value. Enter a whole number.",
  ],
  LITERAL_NOT_A_NUMBER: [
    ways("start -> decline: income < much", "start -> approve"),
    "On the link from Start to decline, condition 1 has 'much' where a number belongs. Enter digits, like 18 or -2.5.",
  ],
  LITERAL_NOT_AN_INTEGER: [
    one(rule({ conditionFields: when("application.age < 17.5") })),
    "In Minimum age, condition 1 has 17.5, but age is an Integer field. Enter a whole number, or make age a Float.",
  ],
  LITERAL_TOO_LARGE: [
    one(calculation("application.income * 1000000000000000.0")),
    "In Affordability, item 2 of the formula has 1000000000000000.0, which is too large to be exact. An Integer goes up to 9,007,199,254,740,991, a Float stays below 1,000,000,000,000,000.",
  ],
  LITERAL_TOO_PRECISE: [
    one(calculation("application.income * 0.1234567890123")),
    "In Affordability, item 2 of the formula has 0.1234567890123, which has more digits than are kept. Use at most 15, and at most 12 after the point.",
  ],
  FIELD_READ_BEFORE_SET: [
    one(calculation("application.income * runtime.other")),
    "In Affordability, other is used, but nothing ever sets other. Set it earlier on the path.",
  ],
  FIELD_MAY_BE_MISSING: [
    draw({
      application,
      runtime,
      nodes: [rule({ thenFields: [set("other = 1")] }), calculation("application.income * runtime.other")],
      links: ["start -> rule", "rule -> sum", "sum -> end"],
    }),
    "In Affordability, other is used but may be missing: Minimum age sets it only when age < 18. Set other before Minimum age.",
  ],
  RULE_WITHOUT_CONDITION: [
    one(rule({ conditionFields: [] })),
    "Minimum age has no condition. Add one under If, or use a Set State instead.",
  ],
  RULE_WITHOUT_SETTER: [one(rule({ thenFields: [] })), "Minimum age does nothing when it holds. Add a field under Then."],
  STATE_WITHOUT_SETTER: [one(node("SetState", "state", { label: "Decline" })), "Decline sets nothing. Add a field or delete the node."],
  CONDITION_CONTRADICTION: [
    one(rule({ conditionFields: when("application.age < 18 && application.age >= 18 || application.country == NL") })),
    "In Minimum age, age < 18 and age >= 18 can never hold together: no age fits. Change one of them, or join them with or.",
  ],
  RULE_NEVER_HOLDS: [
    one(rule({ conditionFields: when("application.country == NL && application.country == BE") })),
    "Minimum age never holds: no country fits both country == NL and country == BE. Change its conditions.",
  ],
  RULE_ALWAYS_HOLDS: [
    one(rule({ conditionFields: when("application.country != NL || application.country != BE") })),
    "Minimum age always holds: its conditions cover every country. Narrow them, or use a Set State instead.",
  ],
  CALCULATION_EMPTY: [one(calculation("")), "Affordability has no formula. Add the numbers to calculate with."],
  CALCULATION_LEVELS: [
    one(calculation("application.income + ( application.age )")),
    "Affordability has parentheses that hold nothing to group. Move the deepest items of the formula out again.",
  ],
  DIVISION_BY_ZERO: [
    one(calculation("application.debts / ( 2 - 2.0 )")),
    "Affordability divides by zero at item 2 of the formula. Enter another number.",
  ],
  RESULT_MAY_HAVE_FRACTION: [
    one(calculation("application.age / 2", "total")),
    "Affordability can give a fraction, but total is an Integer field, and the decision then fails. Make total a Float.",
  ],
  FORMULA_MISSING: [one(results()), "Affordability has no results. Add one, or delete the node."],
  FORMULA_EMPTY: [one(results("ratio := ")), "In Affordability, result 1 has no formula. Write one."],
  FORMULA_SYNTAX: [
    one(results("ratio := application.debts / (application.income")),
    "In Affordability, at character 9 of result 1: This ( is not closed. Add ).",
  ],
  FORMULA_NAME: [
    one(results("ratio := 1", "total := application.age + runtime.gone")),
    "In Affordability, at character 7 of result 2: There is no such field.",
  ],
  FORMULA_TYPE: [
    one(results("ratio := application.debts * application.country")),
    "In Affordability, at character 9 of result 1: This is a String, but a number is needed.",
  ],
  FORMULA_RESULT: [
    one(results("result := application.debts > 5")),
    "In Affordability, the formula of result 1 gives a Boolean, but result is a String field. Choose a Boolean field.",
  ],
  TABLE_INPUT_MISSING: [one(limitTable(["5"], { inputs: [] })), "Credit limit has no input columns. Add one under When."],
  TABLE_OUTPUT_MISSING: [
    one(limitTable(["-|-"], { outputs: [] })),
    "Credit limit sets no field and gives no reason code. Add a column under Then.",
  ],
  TABLE_ROWS_MISSING: [one(limitTable([])), "Credit limit has no rows. Add at least one."],
  TABLE_OUTPUT_TWICE: [
    one(limitTable(["-|-|1|2"], { outputs: ["total", "total"] })),
    "In Credit limit, two columns set total. Delete one of them.",
  ],
  TABLE_CELL: [
    one(limitTable(["< 18|NL|1", ">= x|-|2"])),
    "In Credit limit, row 2, age: This column has whole numbers. Write a whole number, >= 18 or [18..65).",
  ],
  TABLE_GAP: [
    one(limitTable(["< 18|-|1", ">= 18|NL, BE|2"])),
    "In Credit limit, no row matches age >= 18 and country not NL, BE. Add a row for it, or a default row.",
  ],
  TABLE_OVERLAP: [
    one(limitTable(["< 30|NL|1", "[20..40)|NL, BE|2"], { otherwise: "0" })),
    "In Credit limit, rows 1 and 2 both match age [20..30) and country NL; row 1 wins. Change one of them so that only one matches.",
  ],
  TABLE_NOT_UNIQUE: [
    one(limitTable(["< 30|NL|1", "[20..40)|-|1"], { otherwise: "0", hitPolicy: "unique" })),
    "In Credit limit, rows 1 and 2 both match age [20..30) and country NL, and decisions with it fail: the hit policy is unique. Change one of them, or choose another hit policy.",
  ],
  TABLE_ROW_UNREACHABLE: [
    one(limitTable(["< 30|-|1", ">= 30|-|2", "[20..40)|NL|3"], { otherwise: "0" })),
    "In Credit limit, row 3 is never reached: the rows above it match all that it does. Delete it or move it up.",
  ],
  BANDS_MISSING: [one(bands([])), "Debt burden has no bands. Add at least one."],
  BAND_EMPTY: [
    one(bands([band("[0, 10)"), band("[30, 20)")])),
    "In Debt burden, band 2, [30, 20), holds no number. Swap its ends or include them.",
  ],
  RANGE_GAP: [
    one(bands([band("[540, 600)"), band("[620, )")], { defaultScore: "5" })),
    "In Debt burden, no band holds 600 to below 620, which gets the default of 5 points. Extend a band or add one.",
  ],
  TEXT_EMPTY: [
    one(rule({ thenFields: [set("result = ")] })),
    "In Minimum age, setter 1 has an empty text for result. Enter a text, or leave it if the empty text is meant.",
  ],
  RANGE_OVERLAP: [
    one(bands([band("[540, 600]"), band("[600, )")])),
    "In Debt burden, the bands [540, 600] and [600, ) both hold exactly 600; the upper row wins. Move one of their ends.",
  ],
  RANGE_UNREACHABLE: [
    one(bands([band("[0, 10)"), band("[10, 20)"), band("[5, 15]")])),
    "In Debt burden, the band [5, 15] is never reached: the rows above it hold all of it. Delete it or move it up.",
  ],
  VALUES_MISSING: [one(values([])), "Residency has no values. Add at least one."],
  LIST_VALUE_TWICE: [
    one(values([value("NL"), value("BE"), { ...value("NL"), id: "again" }])),
    "In Residency, 'NL' is in rows 1 and 3; only the upper row counts. Delete one of them.",
  ],
  LIST_VALUE_SPACES: [
    one(values([value("NL ")])),
    "In Residency, 'NL ' begins or ends with a space and matches only texts that do too. Remove the space.",
  ],
  URL_MISSING: [one(call({ url: " " })), "Bureau report has no address. Enter one, like https://example.com/reports."],
  URL_SCHEME: [one(call({ url: "ftp://example.com" })), "The address of Bureau report must begin with https:// or http://."],
  URL_HOST: [
    one(call({ url: "https:///reports" })),
    "The address of Bureau report has no valid host. Write it out, like https://example.com/reports.",
  ],
  URL_HOST_FROM_FIELD: [
    one(call({ url: "https://${application.country}.example.com/" })),
    "Bureau report takes its host from a field, so a caller could send your data anywhere. Write the host out and use fields after it.",
  ],
  URL_CREDENTIALS: [
    one(call({ url: "https://me:secret@example.com/" })),
    "The address of Bureau report holds a user name or password, which ends up in logs. Send it in a header.",
  ],
  URL_CHARACTERS: [
    one(call({ url: "https://example.com/a b" })),
    "The address of Bureau report holds spaces or other characters that an address cannot have. Remove or encode them.",
  ],
  URL_NOT_ENCRYPTED: [
    one(call({ url: "http://example.com/" })),
    "Bureau report calls over http, so others on the way can read it. Use https.",
  ],
  URL_PRIVATE: [
    one(call({ url: "https://10.0.0.8:8443/x" })),
    "Bureau report calls an address inside a private network, which is refused unless your administrator allows it.",
  ],
  REFERENCE_UNKNOWN: [
    one(call({ method: "POST", body: "${runtime.gone}" })),
    "In Bureau report, the body refers to ${runtime.unknown}, which does not exist. Choose a field.",
  ],
  REFERENCE_MALFORMED: [
    one(call({ headers: [{ key: "X-Id", value: "${applicant.id}" }] })),
    "In Bureau report, the header X-Id holds '${applicant.id}', which is not a field and is sent unchanged. Write ${application.name} or ${runtime.name}.",
  ],
  HEADER_INVALID: [
    one(call({ headers: [{ key: "X Id", value: "1" }] })),
    "In Bureau report, 'X Id' cannot be the name of a header. Use letters, digits and dashes.",
  ],
  HEADER_VALUE_INVALID: [
    one(call({ headers: [{ key: "X-Id", value: "1\r\nX-Other: 2" }] })),
    "In Bureau report, the header X-Id has a line break in its value. Remove it.",
  ],
  HEADER_TWICE: [
    one(call({ headers: ["X-Id", "x-id"].map((key) => ({ key, value: "1" })) })),
    "In Bureau report, the header x-id is there twice. Delete one of them.",
  ],
  BODY_NOT_SENT: [one(call({ body: "{}" })), "Bureau report has a body, which GET does not send. Remove it or choose POST or PUT."],
  OUTPUT_PATH: [
    one(call({ responseMapping: [{ datasetType: "runtime", fieldName: "other", param: "$..score" }] })),
    "In Bureau report, the path '$..score' in row 1 of the response cannot be read. Enter one like $.report.score.",
  ],
  OUTPUT_MISSING: [
    one(call({ responseMapping: [] })),
    "Bureau report calls another service but keeps nothing of the response. Map a part of the response to a field.",
  ],
  TIMEOUT: [one(call({ timeoutMillis: 0 })), "Bureau report must have a time limit from 1 to 60,000 milliseconds."],
  LIST_UNSET: [one(lookup({ list: "" })), "In Rate of the age, no list is chosen. Choose one."],
  LIST_UNKNOWN: [
    one(rule({ conditionFields: when("application.country in-list Sanctions") })),
    "In Minimum age, Sanctions is not a list of this flow. Choose another list.",
  ],
  LIST_KEY_TYPE: [
    one(lookup({ keyField: "country" })),
    "In Rate of the age, the key is country, a String, but the key of Rates is an Integer. Choose a field of that type.",
  ],
  LIST_COLUMN_UNSET: [
    one(lookup({ lookupOutputs: [{ column: "", resultField: "other" }] })),
    "In Rate of the age, output 1 has no column. Choose one.",
  ],
  LIST_COLUMN_UNKNOWN: [
    one(lookup({ lookupOutputs: [{ column: "band", resultField: "other" }] })),
    "In Rate of the age, output 1 reads band, which Rates does not have. Choose another column.",
  ],
  LOOKUP_WITHOUT_OUTPUT: [
    one(lookup({ lookupOutputs: [] })),
    "Rate of the age sets no field. Add an output, or a field for whether the key was found.",
  ],
  LOOKUP_OUTPUT_TWICE: [
    one(lookup({ lookupOutputs: ["other", "other"].map((resultField) => ({ column: "rate", resultField })) })),
    "Rate of the age sets other twice. Choose another field.",
  ],
  SUB_FLOW_UNSET: [calls({ versionId: "" }), "Credit limit has no version to run. Choose a version of another solution."],
  SUB_FLOW_UNKNOWN: [one(called({})), "Credit limit runs Affordability 1.0 that is not a sub-flow of this flow. Choose the version again."],
  SUB_FLOW_FIELD_UNSET: [
    calls({ subFlowOutputs: [{ field: "", resultField: "total" }] }),
    "In Credit limit, output 1 names no field of the sub-flow. Choose one.",
  ],
  SUB_FLOW_FIELD_UNKNOWN: [
    calls({ subFlowOutputs: [{ field: "score", resultField: "total" }] }),
    "In Credit limit, output 1 names score, which Affordability does not have. Choose another field.",
  ],
  SUB_FLOW_TYPE: [
    calls({ subFlowOutputs: [{ field: "grade", resultField: "total" }] }),
    "In Credit limit, output 1 sets total, an Integer, to grade, a String. Choose a field of a type that fits.",
  ],
  SUB_FLOW_INPUT_TWICE: [
    calls({ subFlowInputs: ["income", "debts"].map((fieldKey) => ({ field: "income", datasource: "Application", fieldKey })) }),
    "Credit limit maps income twice. Delete one of the inputs.",
  ],
  SUB_FLOW_INPUT_MISSING: [calls({ subFlowInputs: [] }), "Credit limit does not map income, which the sub-flow requires. Add an input."],
  SUB_FLOW_INPUT_OPTIONAL: [
    calls({ subFlowInputs: [{ field: "income", datasource: "Application", fieldKey: "debts" }] }),
    "In Credit limit, income is required by the sub-flow, but debts may be missing; the execution then fails. Make debts required.",
  ],
  SUB_FLOW_OUTPUT_TWICE: [
    calls({ subFlowOutputs: ["limit", "limit"].map((field) => ({ field, resultField: "total" })) }),
    "Credit limit sets total twice. Choose another field.",
  ],
  SUB_FLOW_WITHOUT_OUTPUT: [calls({ subFlowOutputs: [] }), "Credit limit sets no field, so only its reason codes count. Add an output."],
  SUB_FLOW_TOO_DEEP: [
    nested("A", "B", "C", "D", "E", "F"),
    "Sub-flows are nested more than 5 deep. Use a version that has fewer sub-flows within it.",
  ],
  SUB_FLOW_LIST_VERSIONS: [
    draw({
      links: ["start -> end"],
      subFlows: [4, 7].map((version) => subFlow(`S${version}`, draw({ lists: lists.slice(0, 1).map((list) => ({ ...list, version })) }))),
    }),
    "Sub-flows pin versions 4 and 7 of the list EU, but an execution uses one. Choose versions that pin the same.",
  ],
  SUB_FLOW_CYCLE: [nested("A", "B", "A"), "A is used inside itself. Choose a version that does not use A."],
  PREDICTION_UNSET: [one(prediction({ config: "" })), "Default risk has no prediction. Choose one."],
  PREDICTION_WITHOUT_INPUT: [
    one(prediction({ inputFields: [] })),
    "Default risk has no input fields. Map the fields that the prediction needs.",
  ],
  PREDICTION_INPUT_UNNAMED: [
    one(prediction({ inputFields: [{ name: "", datasource: "Application", fieldKey: "age" }] })),
    "In Default risk, input 1 does not say which input of the prediction it is. Choose one.",
  ],
  PREDICTION_INPUT_TWICE: [
    one(prediction({ inputFields: ["age", "income"].map((fieldKey) => ({ name: "x", datasource: "Application", fieldKey })) })),
    "In Default risk, the input x is mapped twice. Delete one of them.",
  ],
};

describe("findings", () => {
  it.each(Object.entries(cases))("%s", (code, [definition, message]) => {
    expect(validate(definition).map((finding) => [finding.code, finding.message])).toContainEqual([code, message]);
  });

  it("say what to choose or to enter where nothing is filled in yet", () => {
    const texts = (middle: FlowNode) => validate(one(middle)).map(({ message }) => message);
    expect(texts(bands([band("[0, 1)")], { scoredField: "" }))).toContain("In Debt burden, choose the field to score.");
    expect(texts(rule({ conditionFields: when("application. < 18").map((item) => ({ ...item, leftHandFieldname: "" })) }))).toContain(
      "In Minimum age, choose the field of condition 1.",
    );
    expect(texts(call({ responseMapping: [{ datasetType: "runtime", fieldName: "other", param: "" }] }))).toContain(
      "In Bureau report, enter a path for row 1 of the response, like $.report.score.",
    );
  });

  it("are sentences", () => {
    for (const [, message] of Object.values(cases)) expect(message).toMatch(/^\S.*\.$/);
  });

  it("each say whether they keep a definition from running", () => {
    for (const [code, [definition]] of Object.entries(cases)) {
      const level = new Map(validate(definition).map((finding) => [finding.code, finding.level])).get(code);
      expect(level).toBe(Object.entries(findings).find(([name]) => name === code)?.[1].level);
    }
  });

  it("say nothing of the size of executions while few texts are copied, or many that are literals", () => {
    const copying = (count: number, from: string) => {
      const names = Array.from({ length: count }, (_, index) => `copy${index}`);
      return validate(
        draw({
          application: { country: "String" },
          runtime: Object.fromEntries(names.map((name) => [name, "String"])),
          nodes: [node("SetState", "copy", { setFields: names.map((name) => set(`${name} = ${from}`)) })],
          links: ["start -> copy", "copy -> end"],
        }),
      ).map(({ code }) => code);
    };
    expect(copying(13, "application.country")).not.toContain("EXECUTION_MAY_BE_TOO_LARGE");
    expect(copying(14, "application.country")).toContain("EXECUTION_MAY_BE_TOO_LARGE");
    expect(copying(200, "NL")).not.toContain("EXECUTION_MAY_BE_TOO_LARGE");
  });

  it("are none for sound nodes of every kind", () => {
    const sound = [
      rule({}),
      calculation("application.income / ( application.age + 1 )"),
      node("SetState", "state", { setFields: [set("total = 5"), set("total += 2")] }),
      bands([band("[, 600)"), band("[600, 620]"), band("(620, )")]),
      values([value("NL"), value("BE")], { defaultScore: "0" }),
      call({}),
      lookup({}),
      results('total := if(inList(application.country, "EU"), 1, 0)'),
      rule({ conditionFields: when("application.country not-in-list EU") }),
      prediction({}),
    ];
    for (const middle of sound) expect(validate(one(middle))).toEqual([]);
  });
});

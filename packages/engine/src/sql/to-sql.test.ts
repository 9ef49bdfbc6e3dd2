import { newLink, newNode, type Definition, type FlowNode } from "@airlock/flow";
import { describe, expect, it } from "vitest";
import { decodeRow, modelKey, type SqlModel, toSql, type SqlInput, type SqlQuery, type SqlSource } from "./index.ts";

const condition = {
  conditionalOperator: "&&",
  leftHandDatasource: "Application",
  leftHandFieldname: "f1",
  leftHandType: "Integer",
} as const;
const setter = { leftHandDatasource: "Runtime", leftHandType: "String", operator: "=", rightHandDatasource: "Literal" } as const;

function flow(middle: FlowNode, required = false): Definition {
  const start = newNode("Start", "start", 0, 0);
  const end = newNode("End", "end", 0, 0);
  return {
    solutionDefinition: { nodes: [start, middle, end], links: [newLink("l1", start, middle), newLink("l2", middle, end)], zoom: 100 },
    applicationDatasetFields: [{ key: "f1", name: "age", type: "Integer", required }],
    runtimeDatasetFields: [
      { key: "r1", name: "__proto__", type: "String", required: false },
      { key: "r2", name: "share", type: "Float", required: false },
    ],
    applicationTestData: [],
  };
}

const rule = (text: string): FlowNode => ({
  ...newNode("EasyRule", "rule", 0, 0),
  conditionFields: [{ ...condition, operator: "<", rightHandDatasource: "Literal", rightHandFieldname: "18" }],
  thenFields: [{ ...setter, leftHandFieldname: "r1", rightHandFieldname: text }],
});
const share: FlowNode = {
  ...newNode("Calculation", "share", 0, 0),
  calculations: [
    { datasource: "Literal", fieldKey: "1", operator: "+", level: 0 },
    { datasource: "Application", fieldKey: "f1", operator: "/", level: 0 },
  ],
  resultField: "r2",
};

function source(input?: SqlInput): SqlSource {
  return { table: { name: "people" }, key: "id", inputs: input === undefined ? new Map() : new Map([["f1", input]]) };
}
const column = (type: string): SqlInput => ({ column: "age", type });

function written(definition: Definition, from: SqlSource): SqlQuery {
  const query = toSql(definition, from);
  if (!query.ok) throw new Error(query.reason);
  return query;
}

describe("what becomes SQL", () => {
  it("reads a range of keys, and takes a number for a String field as it is written", () => {
    const ranged = toSql(flow(rule("minor")), source(column("Nullable(Int64)")), { range: { from: 1000, to: 2000 } });
    expect(ranged.ok && ranged.sql).toContain("FROM `people` WHERE `id` >= 1000 AND `id` < 2000");
    expect(toSql(flow(rule("minor")), source(column("Int64")), { range: { from: 0.5, to: 2 } })).toMatchObject({
      ok: false,
      code: "INPUT",
    });
    const minor = flow(rule("minor"));
    const named = { key: "f2", name: "code", type: "String", required: true } as const;
    const withCode = { ...minor, applicationDatasetFields: [...minor.applicationDatasetFields, named] };
    const inputs = new Map([["f2", { column: "code", type: "Nullable(Int64)" }]]);
    const query = toSql(withCode, { ...source(), inputs }, { applicationData: true });
    expect(query.ok ? query.sql : query.reason).toContain("CAST(s1, 'Nullable(String)')");
  });

  it("is one SELECT for a small flow, with the settings it needs and the same text every time", () => {
    const query = written(flow(rule("minor")), source(column("Nullable(Int64)")));
    expect(query.stages).toEqual([]);
    expect(query.sql).toMatch(/^SELECT k, /);
    expect(query.sql).toContain("FROM `people`");
    expect(query.settings).toMatchObject({ short_circuit_function_evaluation: "disable" });
    expect(written(flow(rule("minor")), source(column("Nullable(Int64)")))).toEqual(query);
  });

  it("reads only the columns that the flow looks at", () => {
    const setFields = [{ ...setter, leftHandFieldname: "r1", rightHandFieldname: "always" }];
    const query = written(flow({ ...newNode("SetState", "set", 0, 0), setFields }), source({ column: "age", type: "Int32" }));
    expect(query.sql).not.toContain("`age`");
  });

  it("does not check a required column that cannot be NULL, or one that was checked before", () => {
    expect(written(flow(rule("minor"), true), source(column("Int32"))).layout.problems).toEqual([]);
    expect(written(flow(rule("minor")), source({ column: "age", type: "Nullable(Float64)", inForm: true })).layout.problems).toEqual([]);
    expect(written(flow(rule("minor"), true), source(column("Nullable(Int32)"))).layout.problems).toMatchObject([
      { field: "age", kinds: [{ code: "missing" }] },
    ]);
  });

  it("folds what is known: a flow on a value that all rows share has no test left", () => {
    const query = written(flow(rule("minor")), source({ value: 17 }));
    expect(query.sql).not.toContain("less(");
    expect(query.sql).toContain("'minor'");
  });

  it.each([
    ["it's", "'it\\'s'"],
    ["back\\slash", "'back\\\\slash'"],
    ["'; DROP TABLE people; --", "'\\'; DROP TABLE people; --'"],
    ["nul\0", "'nul\\0'"],
    ["日本 🎈", "'日本 🎈'"],
  ])("quotes the text %j", (text, quoted) => {
    expect(written(flow(rule(text)), source(column("Int64"))).sql).toContain(quoted);
  });

  it("quotes names of tables and columns", () => {
    const hostile: SqlSource = {
      table: { database: "d`b", name: "t\\`; DROP TABLE x" },
      key: "k`",
      inputs: new Map([["f1", { column: "a`) FROM x --", type: "Int64" }]]),
    };
    const { sql } = written(flow(rule("minor")), hostile);
    expect(sql).toContain("FROM `d\\`b`.`t\\\\\\`; DROP TABLE x`");
    expect(sql).toContain("`k\\`` AS k");
    expect(sql).toContain("`a\\`) FROM x --` AS s0");
  });

  it("takes the first rows by key if requested", () => {
    const query = toSql(flow(rule("minor")), source(column("Int64")), { limit: 1000 });
    expect(query.ok && query.sql).toContain("FROM `people` ORDER BY `id` LIMIT 1000");
  });
});

describe("what is refused, with a reason", () => {
  const prediction: FlowNode = {
    ...newNode("Prediction", "p", 0, 0),
    label: "Risk",
    config: "c1",
    model: 3,
    inputFields: [{ name: "age", datasource: "Application", fieldKey: "f1" }],
    scoreField: "r2",
  };

  it("a web call", () => {
    const call: FlowNode = { ...newNode("WebCall", "call", 0, 0), label: "Ask", url: "https://example.com/" };
    expect(toSql(flow(call), source(column("Int64")))).toEqual({
      ok: false,
      code: "WEB_CALL",
      reason: "'Ask' is a web call, which a database cannot make.",
    });
  });

  /** One tree of two leaves: up to 30, and above. */
  const model: SqlModel = {
    columns: [{ kind: "number", name: "age", bounds: [30], reached: false, missing: 2 }],
    outputs: [[{ trees: 1, words: [Uint8Array.of(3, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0)], leaves: [0.25, 0.75] }]],
    link: { kind: "none" },
    classes: [],
    size: 12,
  };

  it("a prediction whose model cannot score in SQL, while one that can is written", () => {
    const translate = (given?: SqlModel | string) =>
      toSql(flow(prediction), source(column("Int64")), { models: new Map(given === undefined ? [] : [[modelKey("c1", 3), given]]) });
    const refused = (reason: string) => ({
      ok: false,
      code: "MODEL_UNKNOWN",
      reason: `The prediction 'Risk' cannot score inside the database. ${reason}`,
    });
    expect(translate()).toEqual(refused("Its model is not there."));
    expect(translate("It has linear leaves.")).toEqual(refused("It has linear leaves."));
    expect(translate({ ...model, size: 30_000_000 })).toEqual(refused("Its model weighs 30 MB as tables; at most 24 fit."));
    expect(translate({ ...model, outputs: Array.from({ length: 51 }, () => []) })).toEqual(
      refused("Its model distinguishes more than 50 classes."),
    );
    const reasoning = toSql(flow({ ...prediction, reasonCodes: 1 }), source(column("Int64")), {
      models: new Map([[modelKey("c1", 3), model]]),
    });
    expect(reasoning).toEqual(
      refused("It returns reasons of its score, which are computed one record at a time; set them to 0 to use it here."),
    );
    const query = translate(model);
    expect(query.ok && query.sql).toMatch(/base64Decode\('AwAAAAIAAAADAAAA'\)/);
  });

  it("a definition with errors", () => {
    const [start] = flow(rule("minor")).solutionDefinition.nodes;
    const broken = { ...flow(rule("minor")), solutionDefinition: { nodes: start === undefined ? [] : [start], links: [], zoom: 100 } };
    expect(toSql(broken, source())).toMatchObject({ ok: false, code: "NOT_RUNNABLE" });
  });

  it.each(["Date", "Array(Int64)", "Bool", "FixedString(3)", "String)", "LowCardinality(String)", ""])(
    "an Integer from a column of type %j",
    (type) => {
      expect(toSql(flow(rule("minor")), source(column(type)))).toMatchObject({ ok: false, code: "INPUT" });
    },
  );

  it("a required field with neither column nor value, and a value that does not fit", () => {
    expect(toSql(flow(rule("minor"), true), source())).toMatchObject({ ok: false, code: "INPUT" });
    expect(toSql(flow(rule("minor")), source({ value: 1.5 }))).toMatchObject({
      ok: false,
      code: "INPUT",
      reason: expect.stringContaining("age"),
    });
  });

  it.each([-1, 1.5, NaN, Infinity])("a limit of %d rows", (limit) => {
    expect(toSql(flow(rule("minor")), source(column("Int64")), { limit })).toMatchObject({ ok: false, code: "INPUT" });
  });

  it("half a character in a text or a name", () => {
    expect(toSql(flow(rule("\ud83c")), source(column("Int64")))).toMatchObject({ ok: false });
    expect(toSql(flow(rule("minor")), source({ column: "\udfff", type: "Int64" }))).toMatchObject({ ok: false, code: "TEXT" });
  });
});

describe("reading a row", () => {
  const { layout } = written(flow(share, true), source(column("Nullable(Int64)")));

  it("gives the outcome and the links taken", () => {
    expect(layout.columns).toEqual(["k", "r0", "r1", "error", "problems0", "links0"]);
    const row = decodeRow(layout, ["id-7", null, 0.25, 0, 0, 3]);
    expect(row).toMatchObject({ ok: true, key: "id-7", linksTaken: ["l1", "l2"], outcome: { status: "completed", error: undefined } });
    expect(row.ok && row.outcome.runtimeData).toEqual(Object.assign(Object.create(null), { share: 0.25 }));
  });

  it("reports a reason code once, where it first occurred", () => {
    const first = { ...layout, columns: [...layout.columns, "reasons"], codes: ["R1"] };
    const row = decodeRow(first, [1, null, null, 0, 0, 3, [1, 1]]);
    expect(row.ok && row.outcome.reasonCodes).toEqual(["R1"]);
    const two = decodeRow({ ...first, codes: ["R1", "R2"] }, [1, null, null, 0, 0, 3, [2, 1, 2]]);
    expect(two.ok && two.outcome.reasonCodes).toEqual(["R2", "R1"]);
    expect(() => decodeRow(first, [1, null, null, 0, 0, 3, [2]])).toThrow(TypeError);
  });

  it("keeps a field called __proto__ a plain field", () => {
    const row = decodeRow(layout, [1, "x", null, 0, 0, 3]);
    expect(row.ok && Object.entries(row.outcome.runtimeData)).toEqual([["__proto__", "x"]]);
  });

  it("reports the error with its node, code and message", () => {
    const row = decodeRow(layout, [1, null, null, 2, 0, 1]);
    const error = { code: "DIVISION_BY_ZERO", nodeId: "share", message: "A number was divided by zero." };
    expect(row).toMatchObject({ ok: true, linksTaken: ["l1"], outcome: { status: "failed", error } });
  });

  it("reports the problems of an input as readInput does", () => {
    expect(decodeRow(layout, [1, null, null, 1, 1, 0])).toEqual({
      ok: false,
      key: 1,
      problems: [{ field: "age", code: "missing", message: "This field is required." }],
    });
  });

  it.each([
    ["too short", [1, null]],
    ["a text for a number", [1, null, "0.5", 0, 0, 3]],
    ["an error that the layout does not have", [1, null, null, 99, 0, 3]],
    ["no count", [1, null, null, -1, 0, 3]],
  ])("refuses a row of another layout: %s", (_, row) => {
    expect(() => decodeRow(layout, row)).toThrow(TypeError);
  });
});

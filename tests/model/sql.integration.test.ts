import { compile, evaluateWithEffects, readInput, type Effects } from "@airlock/engine";
import { decodeRow, modelKey, modelSql, toSql, type SqlInput, type SqlModels, type SqlSource } from "@airlock/engine/sql";
import type { Definition, FieldType } from "@airlock/flow";
import { createPredictor, createScorer, forestTables, outputsOf, readForest, type Artefact, type Column } from "@airlock/model";
import { openLightgbm, type Lightgbm } from "@airlock/platform/lightgbm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { lightgbmLibrary } from "../../services/install/lightgbm.ts";
import { build, calculation, predict, rule } from "../engine/build.ts";
import { ClickHouse, type Cell } from "../engine/clickhouse.ts";
import { inARow } from "../engine/decide.ts";
import { createRandom } from "../support/random.ts";
import { columns, configurations, hostileRows, train, type Configuration } from "./configurations.ts";

/** Settings in addition to those of a flow's query, so that ClickHouse evaluates everything as written. */
const settings = { short_circuit_function_evaluation: "disable", compile_expressions: 0, max_query_size: 50_000_000 };

const seed = 20_261_115;
const database = new ClickHouse();
let library: Lightgbm;
beforeAll(() => {
  library = openLightgbm(lightgbmLibrary());
});
afterAll(() => database.close());

const names = Array.from({ length: columns }, (_, column) => `x${column}`);
const numbersOnly = names.map((name): Column => ({ name, kind: "number" }));
const label = { name: "y", kind: "class", values: ["no", "yes", "perhaps"] } as const;
const fitting = configurations.filter(({ parameters }) => !parameters.includes("num_leaves=100"));

function tables(artefact: Artefact) {
  const made = forestTables(artefact);
  if (typeof made === "string") throw new Error(made);
  return made;
}

describe.each(fitting)("trees inside the database: $name", (configuration) => {
  it("have bit-identical sums, also for hostile rows", async () => {
    const trained = train(library, configuration, { rows: 3_000, iterations: 70, seed });
    trained.free();
    const forest = readForest(trained.text);
    const scorer = createScorer(forest);
    const outputs = outputsOf(forest.objective);
    const rows = 3_000;
    const hostile = hostileRows(rows, trained.rows, createRandom(seed + 1));
    const cells = Array.from({ length: rows }, (_, row): readonly Cell[] => [row, ...hostile.subarray(row * columns, (row + 1) * columns)]);
    await database.load("hostile", [{ name: "id", type: "UInt32" }, ...names.map((name) => ({ name, type: "Float64" }))], cells);
    const model = tables({ format: 1, forest: trained.text, columns: numbersOnly, label });
    const { places, raw } = modelSql(model, new Map(names.map((name) => [name, { sql: name, type: "number" }])));
    const inner = `SELECT id, ${places.map((place, at) => `${place} AS p${at}`).join(", ")} FROM hostile`;
    const scores = raw(places.map((_, at) => `p${at}`)).map((score) => `reinterpretAsUInt64(${score})`);
    database.set({ ...settings });
    const found = new Map(
      database
        .rows(`SELECT id, ${scores.map((score) => `toString(${score})`).join(", ")} FROM (${inner})`)
        .map(([id, ...bits]) => [id, bits]),
    );
    const into = new Float64Array(outputs);
    const wrong: number[] = [];
    for (let row = 0; row < rows; row += 1) {
      const given = hostile.subarray(row * columns, (row + 1) * columns);
      // Inputs of flows are never infinite.
      if (given.some((value) => value === Infinity || value === -Infinity)) continue;
      scorer.raw(given, into);
      const bits = [...new BigUint64Array(into.buffer)].map(String);
      if (JSON.stringify(bits) !== JSON.stringify(found.get(row))) wrong.push(row);
    }
    expect(wrong).toEqual([]);
    expect(found.size).toBe(rows);
  });
});

describe("flows with predictions", () => {
  const words = Array.from({ length: 60 }, (_, category) => (category % 7 === 0 ? String(category) : `it's \\ ${category}`));
  const known = (column: number): Column => ({ name: `x${column}`, kind: "category", values: words.slice(0, 12 * (column + 1)) });
  const columnsWith = (bands: boolean): readonly Column[] =>
    numbersOnly.map((column, at) =>
      at < 5 ? known(at) : bands && at === 6 ? { ...column, kind: "number", bands: [-3, 0, 0.5, 2] } : column,
    );

  /** The second categorical column is compared with a number, and one column is not used at all. */
  const types: Readonly<Record<string, FieldType>> = Object.fromEntries(
    names.map((name, at) => [name, at === 1 || at >= 5 ? (at === 7 ? "Integer" : "Float") : "String"]),
  );
  const inputs = names.filter((_, at) => at !== 9);
  const flow = build(
    inARow({
      application: types,
      runtime: { risk: "Float", grade: "String" },
      nodes: [
        predict("p", "risk", Object.fromEntries(inputs.map((name) => [name, name]))),
        rule("high", "risk > 0.4", "grade = 'high'"),
        calculation("half", "risk", "risk * 0.5"),
      ],
    }),
  );

  function bodyOf(row: number): Readonly<Record<string, unknown>> {
    const random = createRandom(seed + row);
    return Object.fromEntries(
      names.flatMap((name, at): readonly (readonly [string, unknown])[] => {
        const kind = random.next();
        const number = Number(((random.next() - 0.5) * 10 ** (at % 4)).toFixed(Math.floor(random.next() * 13)));
        if (kind < 0.1) return [];
        if (types[name] === "String") return [[name, kind < 0.2 ? "never seen" : (words[Math.floor(random.next() * words.length)] ?? "")]];
        if (at === 1) return [[name, kind < 0.2 ? 7.5 : Math.floor(random.next() * 30)]];
        return [[name, kind < 0.2 ? 0 : at === 7 ? Math.round(number) : number]];
      }),
    );
  }

  async function compare(configuration: Configuration, bands: boolean, kind: "class" | "number") {
    const trained = train(library, configuration, { rows: 3_000, iterations: 70, seed });
    trained.free();
    const artefact: Artefact = {
      format: 1,
      forest: trained.text,
      columns: columnsWith(bands),
      label: kind === "number" ? { name: "y", kind } : { ...label, values: label.values.slice(0, Math.max(2, configuration.classes)) },
    };
    const predictor = createPredictor(artefact);
    const effects: Effects = {
      webCall: () => Promise.reject(new Error("This flow calls nobody")),
      predict: ({ inputs }) => {
        const { score, taken } = predictor.predict(inputs);
        return { score, reasonCodes: taken === undefined ? [] : [taken] };
      },
    };
    const bodies = Array.from({ length: 1_500 }, (_, row) => bodyOf(row));
    const rows = await inDatabase(flow, bodies, new Map([[modelKey("config", 3), tables(artefact)]]));
    const compiled = compile(flow);
    if (!compiled.ok) throw new Error("The flow does not compile.");
    const wanted = await Promise.all(
      bodies.map(async (body) => {
        const read = readInput(compiled.plan, body);
        if (!read.ok) throw new Error(JSON.stringify(read.problems));
        const { status, runtimeData, reasonCodes } = await evaluateWithEffects(
          compiled.plan,
          read.input,
          effects,
          new AbortController().signal,
        );
        return JSON.stringify([status, runtimeData, reasonCodes]);
      }),
    );
    const given = rows.map((row) => row.ok && JSON.stringify([row.outcome.status, row.outcome.runtimeData, row.outcome.reasonCodes]));
    expect(given.filter((row, at) => row !== wanted[at])).toEqual([]);
    expect(given).toHaveLength(bodies.length);
    return wanted;
  }

  const binary = { name: "binary", parameters: "objective=binary sigmoid=2 num_leaves=31 categorical_feature=0,1,2,3,4", classes: 1 };
  it.each([
    ["two classes, categories and bands", binary, true, "class"],
    ["a number", { ...binary, parameters: "objective=regression num_leaves=31 categorical_feature=0,1,2,3,4" }, false, "number"],
    [
      "three classes",
      { name: "three", parameters: "objective=multiclass num_class=3 num_leaves=15 categorical_feature=0,1,2,3,4", classes: 3 },
      false,
      "class",
    ],
  ] as const)("have the same results with %s", async (_, configuration, bands, kind) => {
    const wanted = await compare(configuration, bands, kind);
    expect(new Set(wanted).size).toBeGreaterThan(500);
    const classes = configuration.classes > 1 ? label.values : [];
    expect(classes.filter((value) => !wanted.some((row) => row.includes(`["${value}"]`)))).toEqual([]);
  });

  async function inDatabase(definition: Definition, bodies: readonly Readonly<Record<string, unknown>>[], models: SqlModels) {
    const fields = definition.applicationDatasetFields;
    const columnTypes = {
      String: "Nullable(String)",
      Integer: "Nullable(Int64)",
      Float: "Nullable(Float64)",
      Boolean: "Nullable(Bool)",
      Date: "Nullable(String)",
    } as const;
    const list = [{ name: "id", type: "UInt32" }, ...fields.map(({ name, type }) => ({ name, type: columnTypes[type] }))];
    await database.load(
      "people",
      list,
      bodies.map((body, row) => [row, ...fields.map(({ name }) => body[name] as Cell)]), // Texts, numbers and missing values.
    );
    const inputs = fields.map(({ key, name, type }): [string, SqlInput] => [key, { column: name, type: columnTypes[type] }]);
    const source: SqlSource = { table: { name: "people" }, key: "id", inputs: new Map(inputs) };
    const query = toSql(definition, source, { rows: bodies.length, models });
    if (!query.ok) throw new Error(query.reason);
    database.set({ query_plan_enable_optimizations: 1, ...query.settings });
    for (const { create } of query.stages) database.run(create);
    const rows = database.rows(query.sql).map((row) => decodeRow(query.layout, row));
    for (const { drop } of query.stages) database.run(drop);
    return rows.sort((a, b) => Number(a.key) - Number(b.key));
  }
});

it("a model with more leaves than a word has bits is refused with the reason", () => {
  const trained = train(
    library,
    { name: "large", parameters: "objective=binary num_leaves=100", classes: 1 },
    { rows: 3_000, iterations: 3, seed },
  );
  trained.free();
  expect(forestTables({ format: 1, forest: trained.text, columns: numbersOnly, label })).toBe(
    "A tree of the model has more than 32 leaves.",
  );
});

import { globSync, readFileSync } from "node:fs";
import { readInput } from "@airlock/engine";
import { decodeRow, toSql, valueText, type SqlInput, type SqlOptions, type SqlSource } from "@airlock/engine/sql";
import { dateText, firstDay, lastDay, parseDefinition, type Definition } from "@airlock/flow";
import { createClient } from "@clickhouse/client";
import { afterAll, describe, expect, it } from "vitest";
import type { z } from "zod";
import { clickhouseAccess } from "../../services/environment.ts";
import { startTemporaryInstance } from "../../services/temporary-instance.ts";
import { exampleRows, type exampleLists } from "../support/examples.ts";
import { build, calculation, list, range, state } from "./build.ts";
import { ClickHouse, type Cell } from "./clickhouse.ts";
import { compiled } from "./compare.ts";
import { inARow } from "./decide.ts";
import { generate } from "./generate.ts";
import { backEnds, compareRows } from "./parity-flow.ts";
import { loadLists } from "./parity-lists.ts";
import { parityTable } from "./parity-table.ts";
import { Random } from "./random.ts";

const database = new ClickHouse();
afterAll(() => database.close());

const columnTypes = {
  String: "Nullable(String)",
  Integer: "Nullable(Int64)",
  Float: "Nullable(Float64)",
  Boolean: "Nullable(Bool)",
  Date: "Nullable(String)",
} as const;

function sourceOf(definition: Definition, table = "people"): SqlSource {
  const fields = definition.applicationDatasetFields;
  const inputs = fields.map(({ key, name, type }): [string, SqlInput] => [key, { column: name, type: columnTypes[type] }]);
  return { table: { name: table }, key: "id", inputs: new Map(inputs) };
}

async function load(definition: Definition, bodies: readonly Readonly<Record<string, unknown>>[]): Promise<void> {
  const fields = definition.applicationDatasetFields;
  const columns = [{ name: "id", type: "UInt32" }, ...fields.map(({ name, type }) => ({ name, type: columnTypes[type] }))];
  await database.load(
    "people",
    columns,
    bodies.map((body, row) => [row, ...fields.map(({ name }) => body[name] as Cell)]), // Texts, numbers and missing values.
  );
}

function run(definition: Definition, options: SqlOptions = {}) {
  const query = toSql(definition, sourceOf(definition), { rows: 1, ...options });
  if (!query.ok) throw new Error(query.reason);
  database.set({ query_plan_enable_optimizations: 1, ...query.settings });
  for (const { create } of query.stages) database.run(create);
  const rows = database.rows(query.sql).map((row) => decodeRow(query.layout, row));
  for (const { drop } of query.stages) database.run(drop);
  return rows.sort((a, b) => Number(a.key) - Number(b.key));
}

describe("examples, by SQL", () => {
  interface Example {
    readonly definition: unknown;
    readonly lists?: z.output<typeof exampleLists>;
    readonly cases: readonly {
      readonly name: string;
      readonly input: Readonly<Record<string, unknown>>;
      readonly expect: { readonly runtimeData: object; readonly reasonCodes: readonly string[]; readonly error?: string };
    }[];
  }
  const root = new URL("../../examples/", import.meta.url).pathname;
  const examples = globSync("*.json", { cwd: root })
    .sort()
    .map((file) => {
      const { definition, lists, cases } = JSON.parse(readFileSync(`${root}${file}`, "utf8")) as Example; // written by hand to this shape, see examples/README.md
      const parsed = parseDefinition(definition);
      if (!parsed.ok) throw new Error(`${file} is not a definition`);
      return { file, definition: parsed.definition, lists, cases };
    });
  const callsOut = ({ definition }: (typeof examples)[number]): boolean =>
    definition.solutionDefinition.nodes.some(({ type }) => type === "WebCall");

  it.each(examples.filter((example) => !callsOut(example)))("$file", async ({ definition, lists, cases }) => {
    await load(
      definition,
      cases.map(({ input }) => input),
    );
    const tables = await loadLists(definition, database, ({ name }) => exampleRows(lists, name));
    const given = run(definition, { lists: tables }).map(
      (row) => row.ok && { ...row.outcome, error: row.outcome.error?.code, runtimeData: { ...row.outcome.runtimeData } },
    );
    expect(given).toEqual(cases.map(({ expect: wanted }) => ({ error: undefined, ...wanted })));
  });

  it.each(examples.filter(callsOut))("$file is refused: it calls out", ({ definition }) => {
    expect(toSql(definition, sourceOf(definition))).toMatchObject({ ok: false, code: "WEB_CALL" });
  });
});

describe("rows", () => {
  const flow = build(
    inARow({
      application: { a: "Float", b: "Float", name: "String" },
      runtime: { r: "Float", seen: "String" },
      nodes: [state("set", "seen = name"), calculation("share", "r", "a / b")],
    }),
  );

  it("fail individually: a bad row does not fail the query, and has its error", async () => {
    const bodies = [{ a: 1, b: 4, name: "x" }, { a: 1, b: 0 }, { a: Infinity, b: NaN }, { a: 9e14, b: 1e-12 }, {}, { b: 0 }];
    await load(flow, bodies);
    const said = run(flow).map((row) =>
      row.ok
        ? (row.outcome.error?.code ?? { ...row.outcome.runtimeData })
        : row.problems.map(({ field, code }) => `${field} ${code}`).join(", "),
    );
    const wanted = [{ r: 0.25, seen: "x" }, "DIVISION_BY_ZERO", "a outOfRange, b notANumber", "NUMBER_OVERFLOW", {}, {}];
    expect(said).toEqual(wanted);
  });

  it("cannot inject SQL: texts and names stay texts and names", async () => {
    const hostile = "'); DROP TABLE people; --";
    await load(flow, [{ a: 1, b: 2, name: hostile }]);
    expect(run(flow)).toMatchObject([{ ok: true, outcome: { runtimeData: { seen: hostile } } }]);
    expect(database.rows("SELECT count() FROM people")).toEqual([[1]]);
  });

  it("are returned with their inputs, and only the first, if requested", async () => {
    await load(flow, [
      { a: 0.1 + 0.2, b: 1 },
      { a: 2, b: 1 },
      { a: 3, b: 1 },
    ]);
    const rows = run(flow, { limit: 2, applicationData: true });
    expect(rows.map((row) => row.ok && { ...row.applicationData })).toEqual([
      { a: 0.3, b: 1 },
      { a: 2, b: 1 },
    ]);
  });

  it("are none for an empty table", async () => {
    await load(flow, []);
    expect(run(flow)).toEqual([]);
  });
});

describe("large tables of points", () => {
  it("give the points of the first of a thousand bands or entries, like compiled plans", async () => {
    const bands = Array.from({ length: 1000 }, (_, row) => `[${row * 10},${row * 10 + 10}) ${row} R${row % 50}`);
    const entries = Array.from({ length: 1000 }, (_, row) => `V${row} ${row / 4} L${row % 40}`);
    const definition = build(
      inARow({
        application: { a: "Float", name: "String" },
        runtime: { r: "Integer", s: "Float" },
        nodes: [range("n", "a", "r", bands), list("m", "name", "s", entries)],
      }),
    );
    const bodies = Array.from({ length: 300 }, (_, row) => ({ a: row * 41.5 - 30, name: `V${row * 4}` }));
    const table = parityTable(definition.applicationDatasetFields, bodies, new Random(5));
    for (const rows of [1, Infinity]) {
      const { verdicts, differences } = await compareRows(definition, table, database, { rows });
      expect(differences).toEqual([]);
      expect(verdicts.filter((verdict) => "reasonCodes" in verdict && verdict.reasonCodes.length === 2).length).toBeGreaterThan(200);
    }
  });
});

describe("texts of values", () => {
  it("are those that callers read, for every kind of day and for missing ones", async () => {
    const days = [firstDay, firstDay + 58, firstDay + 59, -1, 0, 1, 58, 59, 60, 11015, 11016, 11017, 120529, 120530, lastDay - 1, lastDay];
    const spread = Array.from({ length: 3_000 }, (_, index) => firstDay + index * 1_217);
    const rows = [...days, ...spread, null].map((day, id) => [id, day, day === null ? null : Math.abs(day) % 2]);
    const columns = ["id UInt32", "day Nullable(Float64)", "yes Nullable(Float64)"].map((text) => {
      const [name = "", type = ""] = text.split(" ");
      return { name, type };
    });
    await database.load("days", columns, rows);
    const written = database.rows(`SELECT ${valueText("Date", "day")}, ${valueText("Boolean", "yes")} FROM days ORDER BY id`);
    const wanted = rows.map(([, day, yes]) => [typeof day === "number" ? dateText(day) : null, yes === null ? null : String(yes === 1)]);
    expect(written).toEqual(wanted);
    // As in an erasure: within another lambda.
    const found = database.rows(
      `SELECT arrayExists(text -> text = ${valueText("Date", "day")}, ['2000-02-29']) FROM days WHERE day = 11016`,
    );
    expect(found).toEqual([[1]]);
  });
});

describe("stages", () => {
  const { definition, inputs } = generate(9, { nodes: 30, inputs: 5 });
  const table = parityTable(definition.applicationDatasetFields, inputs, new Random(1));

  it.each([
    ["tables in memory", { levels: 10, tableEvery: 1, engine: "Memory" }],
    ["views, and now and then a table on disk", { levels: 8, tableEvery: 3, engine: "MergeTree ORDER BY tuple()" }],
    ["things that outlive the session", { temporary: false, prefix: "it's `mine` ", levels: 16, tableEvery: 2 }],
  ] as const)("say the same as %s", async (_, staging) => {
    const { differences } = await compareRows(definition, table, database, { rows: 5, staging });
    expect(differences).toEqual([]);
    expect(database.rows("SHOW TABLES LIKE '%stage%'")).toEqual([]);
    expect(database.rows("SHOW TABLES LIKE '%mine%'")).toEqual([]);
  });
});

describe("over HTTP, through the official client", () => {
  it("run without a session, with settings for every statement", async () => {
    const running = await startTemporaryInstance(["clickhouse"]);
    const { url, database, user = "", password = "" } = clickhouseAccess(running.instance);
    const client = createClient({ url, database, username: user, password });
    try {
      const { definition, inputs } = generate(9, { nodes: 30, inputs: 5 });
      const query = toSql(definition, sourceOf(definition), { rows: 5, staging: { temporary: false, prefix: "run_01_", levels: 12 } });
      if (!query.ok) throw new Error(query.reason);
      expect(query.stages.length).toBeGreaterThan(1);
      const fields = definition.applicationDatasetFields;
      const list = ["id UInt32", ...fields.map(({ name, type }) => `\`${name}\` ${columnTypes[type]}`)];
      await client.command({ query: `CREATE TABLE people (${list.join(", ")}) ENGINE = MergeTree ORDER BY id` });
      const plan = compiled(definition);
      const values = inputs.flatMap((body, id) => {
        const read = readInput(plan, body);
        return read.ok ? [[id, ...read.input.values.map((value) => value ?? null)]] : [];
      });
      // The settings of the query, in addition to those that the client has a type for.
      const settings = (more: Readonly<Record<string, string | number>>) => ({
        clickhouse_settings: more as Record<string, string | number>,
      });
      await client.insert({ table: "people", values, format: "JSONCompactEachRow", ...settings({ precise_float_parsing: 1 }) });

      for (const { create } of query.stages) await client.command({ query: create, ...settings(query.settings) });
      const result = await client.query({ query: query.sql, format: "JSONCompactEachRow", ...settings(query.settings) });
      const rows = (await result.json<readonly unknown[]>()).map((row) => decodeRow(query.layout, row));
      for (const { drop } of query.stages) await client.command({ query: drop });

      const wanted = backEnds.plans(definition, inputs);
      for (const row of rows) {
        if (!row.ok) throw new Error("These inputs are in form");
        const { status, reasonCodes, error } = row.outcome;
        expect(wanted[Number(row.key)]).toMatchObject({ status, reasonCodes, error, linksTaken: row.linksTaken });
      }
      expect(rows.length).toBe(values.length);
    } finally {
      await client.close();
      await running.stop();
    }
  });
});

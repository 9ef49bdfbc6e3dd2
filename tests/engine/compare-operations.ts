import { compile, evaluate, readInput, type Value } from "@airlock/engine";
import { decodeRow, toSql, type SqlQuery } from "@airlock/engine/sql";
import type { Definition, FieldType } from "@airlock/flow";
import { build, calculation, end, formulas, list, range, rule, state, type NodeMaker } from "./build.ts";
import type { ClickHouse } from "./clickhouse.ts";
import { plain } from "./generate-values.ts";
import { bitsOf, hostileExponent, hostileFloat, hostileInteger } from "./hostile-numbers.ts";
import { Random } from "./random.ts";

/** One operation on fields `a` and `b` with its result in `r`, as a flow of its own. */
export interface Operation {
  readonly name: string;
  readonly a: FieldType;
  readonly b: FieldType;
  readonly r: FieldType;
  readonly nodes: (random: Random) => readonly NodeMaker[];
  readonly pickA?: (random: Random) => number;
  readonly pickB?: (random: Random) => number;
  /** The same for every row, so a few are enough. */
  readonly isConstant?: boolean;
  /** Numbers in the flow itself, which SQL must read as the same doubles. */
  readonly literals?: number;
}

export interface OperationReport {
  readonly compared: number;
  readonly errors: number;
  readonly literals: number;
  readonly differences: readonly string[];
}

const calculate = (name: string, a: FieldType, b: FieldType, r: FieldType, formula: string, pickB?: Operation["pickB"]): Operation => {
  return { name, a, b, r, nodes: () => [calculation("n", "r", formula)], ...(pickB && { pickB }) };
};
const formula = (a: FieldType, r: FieldType, text: string, pick: Pick<Operation, "pickA" | "pickB"> = {}): Operation => {
  return { name: text, a, b: a, r, nodes: () => [formulas("n", `r := ${text}`)], ...pick };
};
/** Days of the calendar, including those at both of its ends and outside. */
const anyDay = (random: Random): number => random.between(-719_500, 2_933_200);
const dayOfA = 'addDays(date("1970-01-01"), a)';
const dayOfB = 'addDays(date("1970-01-01"), b)';
const literal = (random: Random): string => plain(inForm(hostileFloat(random)));

export const operations: readonly Operation[] = [
  calculate("Float + Float", "Float", "Float", "Float", "a + b"),
  calculate("Float - Float", "Float", "Float", "Float", "a - b"),
  calculate("Float * Float", "Float", "Float", "Float", "a * b"),
  calculate("Float / Float", "Float", "Float", "Float", "a / b"),
  calculate("Float ^ exponent", "Float", "Float", "Float", "a ^ b", hostileExponent),
  calculate("Integer + Integer", "Integer", "Integer", "Integer", "a + b"),
  calculate("Integer - Integer", "Integer", "Integer", "Integer", "a - b"),
  calculate("Integer * Integer", "Integer", "Integer", "Integer", "a * b"),
  calculate("Integer / Integer", "Integer", "Integer", "Float", "a / b"),
  calculate("Integer ^ exponent", "Integer", "Float", "Float", "a ^ b", hostileExponent),
  calculate("Integer * Float", "Integer", "Float", "Float", "a * b"),
  calculate("Float to Integer", "Float", "Float", "Integer", "a * 1000"),
  calculate("Integer to Float", "Integer", "Integer", "Float", "a"),
  calculate("five steps", "Float", "Float", "Float", "((a + b) * 1.1 - a / 3) * b + a"),
  ...["0", "1", "2", "7", "12", "-1", "-3", "1023", "1024", "0.5", "-0.5", "1.5", "0.333"].map((exponent) =>
    calculate(`Float ^ ${exponent}`, "Float", "Float", "Float", `a ^ ${exponent}`),
  ),
  ...["999999999999999.0 * 1000.5", "0.1 + 0.2", "9007199254740991 + 1", "2 ^ 0.5 - 1.5", "0.0000001 * 0.0000001"].map((formula) =>
    Object.assign(calculate(formula, "Integer", "Integer", "Float", formula), { isConstant: true }),
  ),
  ...["round", "roundHalfEven", "roundUp", "roundDown"].flatMap((mode) => [
    formula("Float", "Integer", `${mode}(a)`),
    formula("Float", "Float", `${mode}(a, 2)`, { pickA: nearCent }),
    formula("Float", "Float", `${mode}(a, 7)`),
    formula("Float", "Float", `${mode}(a / b, 12)`),
  ]),
  formula("Float", "Integer", "floor(a) - ceiling(b)"),
  formula("Float", "Float", "if(a < b, max(a, b) - min(a, b), abs(a) * -b)"),
  formula("Integer", "Float", "if(a < 0, a, 0.5)"),
  ...["year", "month", "day"].map((part) => formula("Integer", "Integer", `${part}(${dayOfA})`, { pickA: anyDay })),
  ...["days", "months", "years"].map((unit) =>
    formula("Integer", "Integer", `${unit}Between(${dayOfA}, ${dayOfB})`, { pickA: anyDay, pickB: anyDay }),
  ),
  formula("Integer", "Integer", `daysBetween(${dayOfA}, addMonths(${dayOfA}, b))`, {
    pickA: anyDay,
    pickB: (random) => (random.chance(0.05) ? hostileInteger(random) : random.between(-30_000, 30_000)),
  }),
  { name: "+= -=", a: "Float", b: "Float", r: "Float", nodes: () => [state("n", "r = a", "r += b", "r -= a", "r += 0.1", "r -= b")] },
  {
    name: "compares",
    a: "Float",
    b: "Float",
    r: "Integer",
    nodes: () => [
      state("base", "r = 0"),
      ...["<", "<=", ">", ">=", "==", "!="].map((operator, index) => rule(`n${index}`, `a ${operator} b`, `r += ${2 ** index}`)),
    ],
  },
  {
    name: "literals: points of a list",
    a: "Integer",
    b: "Integer",
    r: "Float",
    literals: 1000,
    nodes: (random) => [
      list(
        "n",
        "b",
        "r",
        unique(random).map((value) => `${value} ${literal(random)}`),
      ),
    ],
    pickB: (random) => random.between(0, 999),
  },
  {
    name: "literals: bounds of bands",
    a: "Float",
    b: "Float",
    r: "Integer",
    literals: 200,
    nodes: (random) => {
      const bounds = [...new Set(Array.from({ length: 200 }, () => inForm(hostileFloat(random))))].sort((x, y) => x - y);
      return [
        range(
          "n",
          "a",
          "r",
          bounds.map((from, row) => `[${plain(from)},${row + 1 < bounds.length ? plain(bounds[row + 1] ?? 0) : ""}) ${row}`),
        ),
      ];
    },
  },
  {
    name: "bands that overlap, with gaps",
    a: "Float",
    b: "Float",
    r: "Integer",
    literals: 80,
    nodes: (random) => [
      range(
        "n",
        "a",
        "r",
        Array.from({ length: 40 }, (_, row) => {
          const from = random.between(-5000, 5000) / 10;
          const to = from + random.between(1, 200) / 10;
          return `${random.pick(["[", "("])}${from},${Number(to.toFixed(1))}${random.pick(["]", ")"])} ${row} R${row}`;
        }),
        "-1",
      ),
    ],
    pickA: (random) => random.between(-5500, 5500) / 10,
  },
  {
    name: "scores added up",
    a: "Float",
    b: "Float",
    r: "Float",
    literals: 30,
    nodes: (random) =>
      Array.from({ length: 6 }, (_, index) =>
        range(`n${index}`, index % 2 === 0 ? "a" : "b", "r", [
          `[,-1000) ${random.between(-9999, 9999) / 100}`,
          `[-1000,0) ${random.between(-9999, 9999) / 1000}`,
          `[0,0.5] ${random.between(-99, 99)}`,
          `(0.5,1000) ${random.between(-9999, 9999) / 10}`,
          `[5000,) ${random.between(-9999, 9999) / 10000}`,
        ]),
      ),
  },
];

/** Numbers at and around half a cent, where rounding modes differ. */
function nearCent(random: Random): number {
  if (random.chance(0.3)) return hostileFloat(random);
  const cents = random.between(-10_000_000, 10_000_000);
  return Number(`${cents}${random.pick(["5", "49999", "50001", "25", "0"])}e-${random.pick([3, 4, 7])}`);
}

function unique(random: Random): readonly number[] {
  return random.shuffle(Array.from({ length: 1000 }, (_, index) => index));
}

/** Fifteen digits, twelve of them after the point. */
function inForm(value: number): number {
  const short = Number(Number(value.toPrecision(15)).toFixed(12));
  return Math.abs(short) < 1e15 ? short + 0 : 1;
}

export async function compareOperation(
  operation: Operation,
  maxRows: number,
  seed: number,
  database: ClickHouse,
): Promise<OperationReport> {
  const random = new Random(seed);
  const rows = operation.isConstant === true ? 10 : maxRows;
  const definition = definitionOf(operation, random);
  const compiled = compile(definition);
  if (!compiled.ok) throw new Error(`${operation.name} should compile: ${JSON.stringify(compiled.findings[0])}`);
  const pick = (type: FieldType): number => (type === "Integer" ? hostileInteger(random) : hostileFloat(random));
  const pairs = Array.from({ length: rows }, (): [number, number] => {
    const a = operation.pickA?.(random) ?? pick(operation.a);
    return [a, operation.pickB?.(random) ?? (random.chance(0.05) ? a : pick(operation.b))];
  });

  let errors = 0;
  const wanted = pairs.map(([a, b]) => {
    const read = readInput(compiled.plan, { a, b });
    if (!read.ok) return read.problems.map(({ field, code }) => `${field} ${code}`).join(", ");
    const { error, runtimeData } = evaluate(compiled.plan, read.input);
    if (error !== undefined) errors += 1;
    return error?.code ?? shown(runtimeData["r"]);
  });

  const columns = [{ name: "k", type: "UInt32" }, ...["a", "b"].map((name) => ({ name, type: "Float64" }))];
  await database.load(
    "numbers",
    columns,
    pairs.map((pair, key) => [key, ...pair]),
  );
  const differences: string[] = [];
  for (const many of [false, true]) {
    const query = toSql(definition, source, { rows: many ? Infinity : 0 });
    if (!query.ok) throw new Error(`${operation.name} should become SQL: ${query.reason}`);
    const given = run(query, database);
    for (const [row, want] of wanted.entries()) {
      if (given[row] !== want)
        differences.push(`${many ? "many" : "few"}: a ${pairs[row]?.[0]}, b ${pairs[row]?.[1]}: ${want} ${given[row]}`);
    }
  }
  return { compared: 2 * rows, errors: 2 * errors, literals: operation.literals ?? 0, differences };
}

const source = {
  table: { name: "numbers" },
  key: "k",
  inputs: new Map(["a", "b"].map((column, index) => [`a${index}`, { column, type: "Float64" }])),
};

function definitionOf({ a, b, r, nodes }: Operation, random: Random): Definition {
  const made = nodes(random);
  const ids = ["start", ...made.map((_, index) => `m${index}`), "end"];
  const named = made.map((make, index): NodeMaker => (names) => ({ ...make(names), id: `m${index}` }));
  return build({
    application: { a, b },
    runtime: { r },
    nodes: [...named, end("end")],
    links: ids.slice(1).map((id, index) => `${ids[index]} > ${id}`),
  });
}

function run(query: SqlQuery, database: ClickHouse): readonly string[] {
  database.set({ query_plan_enable_optimizations: 1, ...query.settings });
  for (const stage of query.stages) database.run(stage.create);
  const given: string[] = [];
  for (const row of database.rows(query.sql)) {
    const decoded = decodeRow(query.layout, row);
    given[Number(decoded.key)] = decoded.ok
      ? (decoded.outcome.error?.code ?? shown(decoded.outcome.runtimeData["r"]))
      : decoded.problems.map(({ field, code }) => `${field} ${code}`).join(", ");
  }
  for (const stage of query.stages) database.run(stage.drop);
  return given;
}

function shown(value: Value): string {
  return typeof value === "number" ? `${value} 0x${bitsOf(value).toString(16)}` : "missing";
}

/** A tariff as a decision table of any size, for Airlock and GoRules ZEN, with the same applicants for both. */
import { ZenEngine } from "@gorules/zen-engine";
import { newLink, newNode, type DatasetField, type Definition, type DecisionTableNode, type FieldType } from "@airlock/flow";

export interface Applicant {
  readonly score: number;
  readonly region: string;
  readonly product: string;
  readonly income: number;
  readonly age: number;
  readonly channel: string;
}

interface Tariff {
  readonly rate: number;
  readonly limit: number;
}

const products = ["car", "home", "cash", "boat", "solar"];
const channels = ["web", "branch", "partner"];
const incomes = ["< 1500", "[1500..2500)", "[2500..4000)", ">= 4000"];
const fields: Readonly<Record<keyof Applicant, FieldType>> = {
  score: "Integer",
  region: "String",
  product: "String",
  income: "Float",
  age: "Integer",
  channel: "String",
};
const names = Object.keys(fields) as readonly (keyof Applicant)[]; // The keys of the record above.

interface Row {
  /** In the order of `names`; an empty text matches any value. */
  readonly cells: readonly string[];
  readonly tariff: Tariff;
}

/** Every applicant matches one row. Scores have as many bands as the number of rows requires. */
function rowsOf(count: number): readonly Row[] {
  const bands = Math.ceil(count / 100);
  const width = 1_000 / bands;
  return Array.from({ length: count }, (_, row) => {
    const band = Math.floor(row / 100);
    const [region, product, income] = [Math.floor(row / 20) % 5, Math.floor(row / 4) % 5, row % 4];
    const from = Math.round(band * width);
    const score = band === bands - 1 ? `>= ${from}` : `[${from}..${Math.round((band + 1) * width)})`;
    const regions = Array.from({ length: 4 }, (__, place) => `R${region * 4 + place}`);
    return {
      cells: [score, regions.join(", "), products[product] ?? "", incomes[income] ?? "", "", ""],
      tariff: { rate: (row % 97) / 8, limit: 500 + row },
    };
  });
}

export function applicants(count: number): readonly Applicant[] {
  let seed = 7;
  const next = (below: number): number => (seed = (seed * 48_271) % 2_147_483_647) % below;
  return Array.from({ length: count }, () => ({
    score: next(1_000),
    region: `R${next(20)}`,
    product: products[next(5)] ?? "",
    income: next(6_000),
    age: 18 + next(60),
    channel: channels[next(3)] ?? "",
  }));
}

export function tariffFlow(count: number): Definition {
  const field = (name: string, type: FieldType): DatasetField => ({ key: name, name, type, required: false });
  const start = newNode("Start", "start", 0, 0);
  const end = newNode("End", "end", 400, 0);
  const table: DecisionTableNode = {
    ...newNode("DecisionTable", "table", 200, 0),
    inputColumns: names.map((name) => ({ id: name, formula: `application.${name}` })),
    outputColumns: ["rate", "limit"].map((key) => ({ id: key, resultField: key })),
    tableRows: rowsOf(count).map(({ cells, tariff }, row) => ({
      id: `r${row}`,
      inputs: cells.map((cell) => (cell === "" ? "-" : cell)),
      outputs: [String(tariff.rate), String(tariff.limit)],
      reasonCode: "",
    })),
  };
  return {
    solutionDefinition: { nodes: [start, table, end], links: [newLink("a", start, table), newLink("b", table, end)], zoom: 100 },
    applicationDatasetFields: names.map((name) => field(name, fields[name])),
    runtimeDatasetFields: [field("rate", "Float"), field("limit", "Integer")],
    applicationTestData: [],
  };
}

export interface ZenTable {
  readonly evaluate: (applicant: Applicant) => Promise<Tariff>;
  readonly close: () => void;
}

export function openZenTable(count: number): ZenTable {
  const engine = new ZenEngine();
  const text = (name: keyof Applicant, cell: string): string =>
    fields[name] === "String" && cell !== ""
      ? cell
          .split(", ")
          .map((one) => `'${one}'`)
          .join(", ")
      : cell;
  const node = (id: string, type: string, content: unknown) => ({ id, name: id, type, position: { x: 0, y: 0 }, content });
  const decision = engine.createDecision({
    nodes: [
      node("start", "inputNode", {}),
      node("table", "decisionTableNode", {
        hitPolicy: "first",
        inputs: names.map((name) => ({ id: name, name, field: name })),
        outputs: ["rate", "limit"].map((key) => ({ id: key, name: key, field: key })),
        rules: rowsOf(count).map(({ cells, tariff }, row) => ({
          _id: `r${row}`,
          ...Object.fromEntries(names.map((name, column) => [name, text(name, cells[column] ?? "")])),
          rate: String(tariff.rate),
          limit: String(tariff.limit),
        })),
      }),
      node("end", "outputNode", {}),
    ],
    edges: [
      { id: "a", type: "edge", sourceId: "start", targetId: "table" },
      { id: "b", type: "edge", sourceId: "table", targetId: "end" },
    ],
  });
  return {
    evaluate: async (applicant) => {
      const { result } = (await decision.evaluate(applicant)) as { readonly result: Tariff }; // The library's type is `any`.
      return result;
    },
    close: () => engine.dispose(),
  };
}

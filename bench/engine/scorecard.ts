import type { Definition } from "@airlock/flow";
import { build, calculation, end, list, range, rule, state } from "../../tests/engine/build.ts";
import { Random } from "../../tests/engine/random.ts";

/**
 * A consumer credit scorecard of twelve nodes: base points, five characteristics, a ratio and its points, a knock-out, an outcome. As plain tables,
 * so that every engine in the comparison gets the same bands.
 */
export interface RangeTable {
  readonly field: string;
  /** Lower bound (none for the first), points, reason code. A band ends where the next begins. */
  readonly bands: readonly (readonly [from: number | undefined, points: number, reason?: string])[];
}
export interface ListTable {
  readonly field: string;
  readonly entries: readonly (readonly [value: string, points: number, reason?: string])[];
}

export const basePoints = 300;
export const cutOff = 480;
export const bankruptcyPoints = 150;

export const byAge: RangeTable = {
  field: "age",
  bands: [
    [undefined, -20, "AGE"],
    [21, 5],
    [25, 12],
    [30, 20],
    [35, 25.5],
    [45, 35],
    [55, 38],
    [65, 30],
  ],
};
export const byIncome: RangeTable = {
  field: "income",
  bands: [
    [undefined, -30, "INCOME"],
    [12000, -10, "INCOME"],
    [18000, 5],
    [24000, 14],
    [32000, 22.25],
    [42000, 30],
    [55000, 38],
    [75000, 46],
    [100000, 50],
  ],
};
export const byYears: RangeTable = {
  field: "yearsEmployed",
  bands: [
    [undefined, 0, "EMPLOYED_SHORT"],
    [0.5, 6],
    [1, 12],
    [2, 18],
    [5, 24.75],
    [10, 32],
    [20, 36],
  ],
};
export const byRatio: RangeTable = {
  field: "ratio",
  bands: [
    [undefined, 40],
    [10, 32],
    [20, 24],
    [30, 12],
    [40, -5, "RATIO"],
    [50, -20.5, "RATIO"],
    [60, -40, "RATIO"],
    [80, -70, "RATIO"],
  ],
};
export const byResidence: ListTable = {
  field: "residence",
  entries: [
    ["OWNER", 40],
    ["OWNER_MORTGAGE", 34],
    ["TENANT", 15],
    ["TENANT_SOCIAL", 10],
    ["PARENTS", 5, "RESIDENCE"],
    ["SHARED", 2, "RESIDENCE"],
  ],
};
export const bySector: ListTable = {
  field: "sector",
  entries: [
    ["PUBLIC", 45],
    ["EDUCATION", 42],
    ["HEALTH", 40],
    ["FINANCE", 36],
    ["INSURANCE", 36],
    ["ENERGY", 34],
    ["TELECOM", 32],
    ["IT", 32],
    ["INDUSTRY", 28],
    ["TRANSPORT", 24],
    ["TRADE", 20],
    ["AGRICULTURE", 18],
    ["CONSTRUCTION", 14],
    ["HOSPITALITY", 8],
    ["TEMPORARY", 0, "SECTOR"],
    ["SELF_EMPLOYED", 12],
    ["RETIRED", 25],
    ["STUDENT", -5, "SECTOR"],
    ["NONE", -40, "SECTOR"],
  ],
};

const rangeNode = (id: string, { field, bands }: RangeTable) =>
  range(
    id,
    field,
    "points",
    bands.map(
      ([from, points, reason], row) => `[${from ?? ""},${bands[row + 1]?.[0] ?? ""}) ${points}${reason === undefined ? "" : ` ${reason}`}`,
    ),
  );
const listNode = (id: string, { field, entries }: ListTable) =>
  list(
    id,
    field,
    "points",
    entries.map(([value, points, reason]) => `${value} ${points}${reason === undefined ? "" : ` ${reason}`}`),
    "0",
  );

export const scorecard: Definition = build({
  application: {
    age: "Integer",
    income: "Float",
    debt: "Float",
    yearsEmployed: "Float",
    residence: "String",
    sector: "String",
    bankruptcies: "Integer",
  },
  runtime: { points: "Float", ratio: "Float", decision: "String" },
  nodes: [
    state("base", `points = ${basePoints}`, "decision = 'decline'"),
    rangeNode("byAge", byAge),
    rangeNode("byIncome", byIncome),
    rangeNode("byYears", byYears),
    listNode("byResidence", byResidence),
    listNode("bySector", bySector),
    calculation("debtRatio", "ratio", "debt * 100 / income"),
    rangeNode("byRatio", byRatio),
    rule("knockOut", "bankruptcies > 0", `points -= ${bankruptcyPoints}`),
    state("approve", "decision = 'approve'"),
    end("end"),
  ],
  links: [
    "start > base",
    "base > byAge",
    "byAge > byIncome",
    "byIncome > byYears",
    "byYears > byResidence",
    "byResidence > bySector",
    "bySector > debtRatio",
    "debtRatio > byRatio",
    "byRatio > knockOut",
    `knockOut > approve if points >= ${cutOff}`,
    "knockOut > end otherwise",
    "approve > end",
  ],
});

export interface Applicant {
  readonly age: number;
  readonly income: number;
  readonly debt: number;
  readonly yearsEmployed: number;
  readonly residence: string;
  readonly sector: string;
  readonly bankruptcies: number;
}

export interface Answer {
  readonly points: number;
  readonly decision: string;
}

export function applicants(count: number): readonly Applicant[] {
  const random = new Random(12);
  return Array.from({ length: count }, () => ({
    age: random.between(18, 80),
    income: random.between(800_000, 11_000_000) / 100,
    debt: random.between(0, 3_000_000) / 100,
    yearsEmployed: random.between(0, 300) / 10,
    residence: random.pick([...byResidence.entries.map(([value]) => value), "OTHER"]),
    sector: random.pick([...bySector.entries.map(([value]) => value), "OTHER"]),
    bankruptcies: random.pick([0, 0, 0, 0, 0, 0, 1, 2]),
  }));
}

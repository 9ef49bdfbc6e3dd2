import {
  bankruptcyPoints,
  basePoints,
  byAge,
  byIncome,
  byRatio,
  byResidence,
  bySector,
  byYears,
  cutOff,
  type ListTable,
  type RangeTable,
} from "../engine/scorecard.ts";

/** The indices of reason codes in the generated query. */
export type Codes = readonly string[];

/**
 * The scorecard as an expert of the database would write it: the points of all characteristics in one sum, the reasons as small numbers, and no
 * checks that these rows do not need (no missing values, no errors). `exact` computes the ratio by the rule for numbers, as required for equal
 * results; without it the ratio is a plain double, for comparison only.
 */
export function scorecardByHand(codes: Codes, exact: boolean): string {
  const points = [
    ...[byAge, byIncome, byYears].map(bandPoints),
    listPoints(byResidence),
    listPoints(bySector),
    bandPoints(byRatio),
    `if(bankruptcies > 0, -${bankruptcyPoints * 100}, 0)`,
  ];
  const reasons = [
    bandReasons(byAge, codes),
    bandReasons(byIncome, codes),
    bandReasons(byYears, codes),
    listReasons(byResidence, codes),
    listReasons(bySector, codes),
    bandReasons(byRatio, codes),
  ];
  const product = exact
    ? "SELECT *, (debt * 100 * s1 + m - m) / s1 AS p FROM (SELECT *, 6755399441055744. AS m, ".concat(
        step("abs(debt * 100)"),
        " AS s1 FROM applicants)",
      )
    : "";
  const withRatio = exact
    ? `SELECT *, (p / income * s2 + m - m) / s2 AS ratio FROM (SELECT *, ${step("abs(p / income)")} AS s2 FROM (${product}))`
    : "SELECT *, debt * 100 / income AS ratio FROM applicants";
  return `SELECT id AS k, points AS r0, ratio AS r1, if(points >= ${cutOff}, 'approve', 'decline') AS r2,
    if(points >= ${cutOff}, 3071, 2047 - 512) AS links0, reasons
    FROM (SELECT id, ratio, (${basePoints * 100} + ${points.join(" + ")}) / 100 AS points, arrayFilter(x -> x != 0, [${reasons.join(", ")}]) AS reasons FROM (${withRatio}))`;
}

function step(m: string): string {
  const bounds = Array.from({ length: 12 }, (_, index) => `${m} < 1e${index + 3}, 1e${12 - index}`);
  return `multiIf(${bounds.join(", ")}, ${m} < 999999999999999.5, 1., nan)`;
}

const hundredths = (points: number): number => Math.round(points * 100);

function bandPoints({ field, bands }: RangeTable): string {
  return inBands(
    field,
    bands.map(([from, points]) => [from, hundredths(points)]),
  );
}

function bandReasons({ field, bands }: RangeTable, codes: Codes): string {
  return inBands(
    field,
    bands.map(([from, , reason]) => [from, reason === undefined ? 0 : codes.indexOf(reason) + 1]),
  );
}

function inBands(field: string, bands: readonly (readonly [from: number | undefined, value: number])[]): string {
  const open = bands.slice(0, -1).map(([, value], row) => `${field} < ${bands[row + 1]?.[0]}, ${value}`);
  return `multiIf(${open.join(", ")}, ${bands.at(-1)?.[1]})`;
}

function listPoints({ field, entries }: ListTable): string {
  return inList(
    field,
    entries.map(([value, points]) => [value, hundredths(points)]),
  );
}

function listReasons({ field, entries }: ListTable, codes: Codes): string {
  return inList(
    field,
    entries.flatMap(([value, , reason]) => (reason === undefined ? [] : [[value, codes.indexOf(reason) + 1] as const])),
  );
}

function inList(field: string, entries: readonly (readonly [value: string, number: number])[]): string {
  return `transform(${field}, [${entries.map(([value]) => `'${value}'`).join(", ")}], [${entries.map(([, number]) => number).join(", ")}], 0)`;
}

import { Engine, type RuleProperties } from "json-rules-engine";
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
  type Answer,
  type Applicant,
  type ListTable,
  type RangeTable,
} from "./scorecard.ts";

/** The same scorecard for json-rules-engine: a rule for each band and entry, whose event carries the points. */
function rangeRules({ field, bands }: RangeTable): readonly RuleProperties[] {
  return bands.map(([from, points, reason], row): RuleProperties => {
    const to = bands[row + 1]?.[0];
    return {
      conditions: {
        all: [
          ...(from === undefined ? [] : [{ fact: field, operator: "greaterThanInclusive", value: from }]),
          ...(to === undefined ? [] : [{ fact: field, operator: "lessThan", value: to }]),
        ],
      },
      event: { type: "points", params: { points, reason } },
    };
  });
}

function listRules({ field, entries }: ListTable): readonly RuleProperties[] {
  return entries.map(([value, points, reason]): RuleProperties => ({
    conditions: { all: [{ fact: field, operator: "equal", value }] },
    event: { type: "points", params: { points, reason } },
  }));
}

const rules: readonly RuleProperties[] = [
  ...[byAge, byIncome, byYears, byRatio].flatMap(rangeRules),
  ...[byResidence, bySector].flatMap(listRules),
  {
    conditions: { all: [{ fact: "bankruptcies", operator: "greaterThan", value: 0 }] },
    event: { type: "points", params: { points: -bankruptcyPoints } },
  },
];

export function openJsonRules(): (applicant: Applicant) => Promise<Answer> {
  const engine = new Engine([...rules]);
  engine.addFact(
    "ratio",
    async (_, almanac) => ((await almanac.factValue<number>("debt")) * 100) / (await almanac.factValue<number>("income")),
  );
  return async (applicant) => {
    const { events } = await engine.run({ ...applicant });
    let points = basePoints;
    for (const event of events) points += Number(event.params?.["points"] ?? 0);
    return { points, decision: points >= cutOff ? "approve" : "decline" };
  };
}

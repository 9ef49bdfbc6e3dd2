import { Engine, type RuleProperties } from "json-rules-engine";
import * as card from "./scorecard.ts";

/** The same scorecard for json-rules-engine: a rule per band and entry, whose event has the points. */
function rangeRules({ field, bands }: card.RangeTable): readonly RuleProperties[] {
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

function listRules({ field, entries }: card.ListTable): readonly RuleProperties[] {
  return entries.map(([value, points, reason]): RuleProperties => ({
    conditions: { all: [{ fact: field, operator: "equal", value }] },
    event: { type: "points", params: { points, reason } },
  }));
}

const rules: readonly RuleProperties[] = [
  ...[card.byAge, card.byIncome, card.byYears, card.byRatio].flatMap(rangeRules),
  ...[card.byResidence, card.bySector].flatMap(listRules),
  {
    conditions: { all: [{ fact: "bankruptcies", operator: "greaterThan", value: 0 }] },
    event: { type: "points", params: { points: -card.bankruptcyPoints } },
  },
];

export function openJsonRules(): (applicant: card.Applicant) => Promise<card.Answer> {
  const engine = new Engine([...rules]);
  engine.addFact(
    "ratio",
    async (_, almanac) => ((await almanac.factValue<number>("debt")) * 100) / (await almanac.factValue<number>("income")),
  );
  return async (applicant) => {
    const { events } = await engine.run({ ...applicant });
    let points = card.basePoints;
    for (const event of events) points += Number(event.params?.["points"] ?? 0);
    return { points, decision: points >= card.cutOff ? "approve" : "decline" };
  };
}

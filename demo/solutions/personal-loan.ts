import { EffectFailure, type Effects } from "@airlock/engine";
import type { Definition, ReasonTexts } from "@airlock/flow";
import { withBand } from "../../tests/support/past-example.ts";
import type { Random } from "../../tests/support/random.ts";
import { officeHours } from "../traffic/rhythm.ts";
import { exampleDefinition, withPrediction, withScoreLimit } from "./example-definition.ts";
import { applicant } from "./loan-applicants.ts";
import type { DemoCall, DemoTraffic, DemoVersion, Moment } from "./solution.ts";

const reasonTexts: ReasonTexts = {
  R01: "Low bureau score",
  R02: "Bureau score below average",
  R03: "Missed payments",
  R04: "Four missed payments or more",
  R05: "Insecure employment",
  R06: "Purpose of the loan",
  R07: "High debts for the income",
};

/** The columns that the model learns from; the flow has a field of each name. */
export const riskInputs = ["age", "net_income", "monthly_debts", "employment", "loan_purpose", "bureau_score", "missed_payments"] as const;
const fromBureau: readonly string[] = ["bureau_score", "missed_payments"];

/** Days ago: from then on the prediction was used. */
const scoredFrom = 10;

/** The versions before the prediction, oldest first. */
export async function firstLoanVersions(): Promise<readonly DemoVersion[]> {
  const first = await exampleDefinition("consumer-credit", {
    reasonTexts,
    mocks: {
      webCalls: {
        bureau: { status: 200, body: '{"score": 668, "accounts": {"open": 3, "missed_payments": 1}}' },
        underwriting: { status: 201, body: '{"id": "UW-1042", "decision": "Refer"}' },
      },
    },
  });
  // The test case of the debt band that changes is not one of the first version any more.
  const bands = withoutFailing(withBand(first, 15));
  return [
    { name: "1.0", description: "First version", definition: first, live: { from: 30, until: 19 } },
    {
      name: "1.1",
      description: "More points for debts of 20 to 35 % of the income, after the Q3 review",
      definition: bands,
      live: { from: 19, until: scoredFrom },
    },
  ];
}

/** The versions with the prediction. The last one is requested, but not live. */
export function scoredLoanVersions(last: Definition, predictionId: string): readonly DemoVersion[] {
  const scored = withPrediction(last, {
    id: "risk",
    label: "Default risk",
    after: "total",
    config: predictionId,
    inputs: riskInputs.map((name) => ({ name, datasource: fromBureau.includes(name) ? "Runtime" : "Application", fieldKey: name })),
    scoreField: "default_risk",
    reasonCodes: 1,
    limit: { link: "total-decline", score: "0.4", label: "low score or high risk" },
    mockScore: 0.04,
  });
  const stricter = withScoreLimit(scored, "total-decline", "default_risk", "0.3");
  return [
    { name: "2.0", description: "Declines from a default risk of 40 % on", definition: scored, live: { from: scoredFrom, until: 0 } },
    { name: "2.1", description: "Declines from a default risk of 30 % on", definition: stricter },
  ];
}

/** Without the cases that a change of points makes wrong: those with points of debts between 20 and 35 % of the income. */
function withoutFailing(definition: Definition): Definition {
  const testCases = (definition.testCases ?? []).filter(({ expect }) => expect.runtimeData["debt_points"] !== 90);
  return { ...definition, testCases };
}

/** The share of applicants that the new broker sends: it began a week ago and grew for three days. */
export function brokered(daysAgo: number): number {
  return Math.min(1, Math.max(0, (7 - daysAgo) / 3)) * 0.45;
}

export const personalLoanTraffic: DemoTraffic = { share: 0.3, rhythm: officeHours, call };

function call(random: Random, moment: Moment, number: number): DemoCall {
  const { bureau_score, missed_payments, ...application } = applicant(random, brokered(moment.daysAgo));
  let micros = 350 + 600 * random.next();
  const webCall: Effects["webCall"] = ({ nodeId, timeoutMillis }) => {
    const isTimeout = nodeId === "bureau" && random.next() < (moment.isOutage ? 0.92 : 0.0012);
    const millis = isTimeout ? timeoutMillis : 60 + 90 * random.next() + 500 * random.next() ** 9 + (moment.isOutage ? 900 : 0);
    micros += millis * 1_000;
    if (isTimeout) {
      const message = `GET bureau.example.com gave no answer within ${timeoutMillis} ms.`;
      return Promise.reject(new EffectFailure("webCallTimedOut", message));
    }
    const report = { score: bureau_score, accounts: { open: 1 + Math.floor(5 * random.next()), missed_payments } };
    const body = nodeId === "bureau" ? report : { id: `UW-${10_000 + number}`, decision: "Refer" };
    return Promise.resolve({ status: nodeId === "bureau" ? 200 : 201, body: JSON.stringify(body) });
  };
  const id = `A-${400_000 + number}`;
  return {
    input: { applicant_id: id, ...application },
    correlationId: `loan-${400_000 + number}`,
    webCall,
    durationMicros: () => Math.round(micros),
  };
}

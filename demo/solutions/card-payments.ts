import type { Definition, ReasonTexts } from "@airlock/flow";
import type { NewFile } from "../../tests/support/add-datasource.ts";
import { createRandom, type Random } from "../../tests/support/random.ts";
import { shoppingHours } from "../traffic/rhythm.ts";
import { exampleDefinition, withPrediction } from "./example-definition.ts";
import type { DemoCall, DemoTraffic, DemoVersion, Moment } from "./solution.ts";

const reasonTexts: ReasonTexts = {
  F01: "Amount above what is usual",
  F02: "Many payments within an hour",
  F03: "New device",
  F04: "Merchant that fraud prefers",
};

/** Without the hour: a day that has just begun would differ from the training. */
export const fraudInputs = ["amount", "usual_amount", "country", "merchant", "payments_last_hour", "device"] as const;

/** Days ago: from then on the prediction was used. */
const scoredFrom = 6;

export async function firstCardVersions(): Promise<readonly DemoVersion[]> {
  const first = await exampleDefinition("card-fraud-screen", { reasonTexts });
  return [{ name: "1.0", description: "First version", definition: first, live: { from: 30, until: scoredFrom } }];
}

export function scoredCardVersions(last: Definition, predictionId: string): readonly DemoVersion[] {
  const scored = withPrediction(last, {
    id: "fraud",
    label: "Fraud likelihood",
    after: "share",
    config: predictionId,
    inputs: fraudInputs.map((name) => ({ name, datasource: "Application", fieldKey: name })),
    scoreField: "fraud_score",
    reasonCodes: 0,
    limit: { link: "share-block", score: "0.75", label: "risk or likelihood" },
    mockScore: 0.01,
  });
  return [
    { name: "2.0", description: "Blocks from a fraud likelihood of 75 % on", definition: scored, live: { from: scoredFrom, until: 0 } },
  ];
}

interface Payment {
  readonly amount: number;
  readonly usual_amount?: number;
  readonly country: string;
  readonly card_country: string;
  readonly merchant: string;
  readonly hour: number;
  readonly payments_last_hour: number;
  readonly device?: string;
}

const merchants = ["grocery", "grocery", "grocery", "fuel", "restaurant", "restaurant", "clothes", "electronics", "travel", "books"];

/** A payment, of which one in a hundred is a thief's: a new device, far from home, several in an hour. */
function payment(random: Random, hour: number): Payment & { readonly isTheft: boolean } {
  const isTheft = random.next() < 0.018;
  const usual = Math.round(1_500 + 9_000 * random.next() * random.next()) / 100;
  const factor = isTheft ? random.between(0.8, 9) : 0.3 + 1.5 * random.next() + 6 * random.next() ** 9;
  const abroad = isTheft ? 0.55 : 0.06;
  const device = random.next() < (isTheft ? 0.55 : 0.07) ? "new" : random.next() < 0.06 ? undefined : "known";
  return {
    amount: Math.round(usual * factor * 100) / 100,
    ...(random.next() < 0.04 ? {} : { usual_amount: usual }),
    country: random.next() < abroad ? random.pick(["BE", "DE", "FR", "GB", "US", "BR"]) : "NL",
    card_country: "NL",
    merchant:
      random.next() < (isTheft ? 0.5 : 0.008)
        ? random.pick(["gift_cards", "crypto", "electronics"])
        : random.next() < 0.0004
          ? "offshore_gambling"
          : random.pick(merchants),
    hour,
    payments_last_hour: isTheft ? Math.floor(random.between(0, 9)) : Math.floor(3.4 * random.next() ** 3),
    ...(device === undefined ? {} : { device }),
    isTheft,
  };
}

export const cardPaymentTraffic: DemoTraffic = { share: 0.58, rhythm: shoppingHours, call };

function call(random: Random, { started }: Moment, number: number): DemoCall {
  const { isTheft: _, ...input } = payment(random, new Date(started).getUTCHours());
  const micros = Math.round(280 + 500 * random.next() + 6_000 * random.next() ** 20);
  const webCall = () => Promise.reject(new Error("The flow makes no web calls."));
  return { input, correlationId: `pay-${7_000_000 + number}`, webCall, durationMicros: () => micros };
}

/** Payments of a quarter with their outcomes. */
export function paymentsOfQuarter(count: number): NewFile {
  const random = createRandom(316);
  const rows = Array.from({ length: count }, (_, at) => {
    const one = payment(random, Math.floor(24 * Math.sqrt(random.next())));
    const cells = [one.amount, one.usual_amount ?? "", one.country, one.card_country, one.merchant, one.hour, one.payments_last_hour];
    // Not every theft is noticed, and some card holders dispute what they bought.
    const isDisputed = one.isTheft ? random.next() < 0.85 : random.next() < 0.002;
    return [`P-${3_000_000 + at}`, ...cells, one.device ?? "", Number(isDisputed)];
  });
  return {
    name: "card_payments_2026_q3",
    columns: [
      { name: "payment_id", type: "STRING" },
      { name: "amount", type: "FLOAT" },
      { name: "usual_amount", type: "FLOAT" },
      { name: "country", type: "STRING" },
      { name: "card_country", type: "STRING" },
      { name: "merchant", type: "STRING" },
      { name: "hour", type: "INTEGER" },
      { name: "payments_last_hour", type: "INTEGER" },
      { name: "device", type: "STRING" },
      { name: "fraud", type: "INTEGER" },
    ],
    rows,
  };
}

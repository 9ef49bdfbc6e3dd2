import type { NewFile } from "../../tests/support/add-datasource.ts";
import { createRandom, type Random } from "../../tests/support/random.ts";

export interface Applicant {
  readonly age: number;
  readonly residency: string;
  readonly net_income: number;
  readonly monthly_debts: number;
  readonly employment: string;
  readonly loan_purpose: string;
  readonly bureau_score: number;
  readonly missed_payments: number;
}

/** Each is as frequent as its number. */
function spread(shares: Readonly<Record<string, number>>): readonly string[] {
  return Object.entries(shares).flatMap(([value, share]) => Array.from({ length: share }, () => value));
}

const employments = spread({ permanent: 12, self_employed: 3, temporary: 3, retired: 2, student: 1 });
const brokerEmployments = spread({ permanent: 5, temporary: 5, student: 2, on_call: 2 });
const purposes = spread({
  car: 5,
  home_improvement: 5,
  furniture: 2,
  education: 2,
  medical: 2,
  debt_consolidation: 2,
  wedding: 1,
  holiday: 2,
});
const brokerPurposes = spread({ car: 4, debt_consolidation: 4, furniture: 2, holiday: 2, medical: 1 });

/** The sum of three uniform numbers is nearly normal. */
const bell = (random: Random): number => (random.next() + random.next() + random.next()) / 3;

/**
 * An applicant for a personal loan. `brokered` is the share of those that a new broker sends: younger, with less secure jobs, more debts and lower
 * scores than the applicants of the training.
 */
export function applicant(random: Random, brokered: number): Applicant {
  const isBrokered = random.next() < brokered;
  const luck = bell(random);
  const age = Math.round(isBrokered ? 18 + 34 * bell(random) : 19 + 54 * bell(random) + 4 * random.next());
  const income = Math.round(isBrokered ? 1_150 + 2_900 * luck : 1_300 + 4_200 * luck * (0.6 + 0.4 * random.next()));
  const score = Math.round((isBrokered ? 460 : 515) + 230 * (0.3 * luck + 0.7 * bell(random)));
  const missed = random.next() < (isBrokered ? 0.45 : 0.66) ? 0 : Math.floor(random.between(1, score < 610 ? 6 : 3));
  return {
    age: random.next() < 0.006 ? 17 : age,
    residency: random.next() < 0.965 ? "NL" : random.pick(["BE", "DE", "FR"]),
    net_income: income,
    monthly_debts: Math.round(income * (isBrokered ? random.between(0.15, 0.6) : random.next() * random.between(0.1, 0.85))),
    employment: random.pick(isBrokered ? brokerEmployments : employments),
    loan_purpose: random.pick(isBrokered ? brokerPurposes : purposes),
    bureau_score: score,
    missed_payments: missed,
  };
}

/** Whether a loan was not paid back in its first year, by a rule with chance. */
function isDefault(random: Random, one: Applicant): boolean {
  const job = { permanent: -0.5, retired: -0.6, self_employed: 0.1, temporary: 0.6 }[one.employment] ?? 0.9;
  const odds = -2.9 - (one.bureau_score - 630) / 34 + (one.monthly_debts / one.net_income) * 2.4 + 0.45 * one.missed_payments + job;
  return random.next() < 1 / (1 + Math.exp(-odds));
}

/** Loans of the last two years with their outcomes. */
export function loansPaidOut(count: number): NewFile {
  const random = createRandom(2_024);
  const rows = Array.from({ length: count }, (_, at) => {
    const one = applicant(random, 0);
    const money = [one.net_income, one.monthly_debts, Math.round(random.between(15, 250)) * 100];
    const bureau = [one.bureau_score, one.missed_payments];
    return [`L-${200_000 + at}`, one.age, ...money, one.employment, one.loan_purpose, ...bureau, Number(isDefault(random, one))];
  });
  return {
    name: "loans_2024_2026",
    columns: [
      { name: "loan_id", type: "STRING" },
      { name: "age", type: "INTEGER" },
      { name: "net_income", type: "FLOAT" },
      { name: "monthly_debts", type: "FLOAT" },
      { name: "loan_amount", type: "INTEGER" },
      { name: "employment", type: "STRING" },
      { name: "loan_purpose", type: "STRING" },
      { name: "bureau_score", type: "INTEGER" },
      { name: "missed_payments", type: "INTEGER" },
      { name: "defaulted_12m", type: "INTEGER" },
    ],
    rows,
  };
}

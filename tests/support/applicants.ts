import type { NewFile } from "./add-datasource.ts";
import { createRandom } from "./random.ts";

/** Loan applicants for the scorecard of the examples: richer ones score better, with some chance. */
export function applicants(name: string, count: number): NewFile {
  const random = createRandom(412);
  const rows = Array.from({ length: count }, () => {
    // The sum of a few uniform numbers is nearly normal.
    const luck = (random.next() + random.next() + random.next()) / 3;
    const income = 900 + 4200 * luck;
    const score = Math.round(430 + 300 * (0.45 * luck + 0.55 * random.next()));
    return [
      Math.round(random.between(18, 74)),
      score,
      random.next() < 0.7 ? 0 : Math.floor(random.between(1, 5)),
      income.toFixed(2),
      (income * random.between(0.05, 0.55)).toFixed(2),
      random.pick(["permanent", "permanent", "self-employed", "contract"]),
      random.pick(["car", "home improvement", "other"]),
    ];
  });
  return {
    name,
    columns: [
      { name: "age", type: "INTEGER" },
      { name: "bureau_score", type: "INTEGER" },
      { name: "missed_payments", type: "INTEGER" },
      { name: "net_income", type: "FLOAT" },
      { name: "monthly_debts", type: "FLOAT" },
      { name: "employment", type: "STRING" },
      { name: "loan_purpose", type: "STRING" },
    ],
    rows,
  };
}

import type { NewFile } from "./add-datasource.ts";
import { createRandom } from "./random.ts";

const employments = ["permanent", "permanent", "permanent", "contract", "contract", "self-employed", "retired", "none"];
const purposes = ["car", "car", "car", "home", "home", "debts", "education", "other", "travel", "medical", "wedding"];

/**
 * Loans of which some were not paid back, by a rule with noise: bad scores and debts make it more likely, months in a job less. `customer_id` is
 * distinct in every row and `country` constant: neither is informative.
 */
export function loans(name: string, count: number): NewFile {
  const random = createRandom(2026);
  const rows = Array.from({ length: count }, (_, at) => {
    const age = 18 + Math.floor(random.next() * random.next() * 60);
    const income = 900 + 3000 * random.next() * (0.5 + random.next());
    const debts = random.next() * random.next() * 1500;
    const score = Math.round(420 + (330 * (random.next() + random.next())) / 2);
    const months = Math.floor(random.next() * random.next() * 200);
    const employment = random.pick(employments);
    const odds = -2.2 - (score - 585) / 45 + (debts / income) * 2.2 - months / 120 + (employment === "none" ? 1.2 : 0);
    const defaulted = random.next() < 1 / (1 + Math.exp(-odds)) ? 1 : 0;
    const region = `region ${1 + Math.floor(random.next() * random.next() * 12)}`;
    const money = [income.toFixed(2), debts.toFixed(2)];
    return [defaulted, age, ...money, score, months, employment, random.pick(purposes), region, `NL-${10_000 + at}`, "NL"];
  });
  return {
    name,
    columns: [
      { name: "defaulted_12m", type: "INTEGER" },
      { name: "age", type: "INTEGER" },
      { name: "net_income", type: "FLOAT" },
      { name: "monthly_debts", type: "FLOAT" },
      { name: "bureau_score", type: "INTEGER" },
      { name: "months_in_job", type: "INTEGER" },
      { name: "employment", type: "STRING" },
      { name: "loan_purpose", type: "STRING" },
      { name: "region", type: "STRING" },
      { name: "customer_id", type: "STRING" },
      { name: "country", type: "STRING" },
    ],
    rows,
  };
}

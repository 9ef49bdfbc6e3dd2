import type { NewFile } from "./add-datasource.ts";
import { createRandom } from "./random.ts";

const day = 86_400_000;
const others = ["visit", "visit", "visit", "basket", "complaint"];

/**
 * Events of a shop's customers in the half year before `until`. Some visit and buy often, some hardly at all, so that a purchase in the next month
 * can be predicted from earlier ones. The same `until` results in the same events.
 */
export function purchases(name: string, persons: number, until: Date): NewFile {
  const random = createRandom(1115);
  const rows = Array.from({ length: persons }, (_, at) => {
    const eagerness = random.next() ** 2;
    const count = 2 + Math.floor(eagerness * 30 + random.next() * 4);
    return Array.from({ length: count }, () => {
      const isPurchase = random.next() < eagerness;
      const moment = new Date(until.getTime() - random.next() * 180 * day).toISOString();
      const amount = isPurchase ? (5 + 80 * random.next() * (0.5 + eagerness)).toFixed(2) : "0";
      return [customer(at), moment, isPurchase ? "purchase" : random.pick(others), amount];
    });
  }).flat();
  return {
    name,
    tableType: "predictiveAnalytics",
    columns: [
      { name: "customer", type: "STRING" },
      { name: "happened_at", type: "STRING" },
      { name: "event", type: "STRING" },
      { name: "amount", type: "FLOAT" },
    ],
    rows: rows.toSorted((one, other) => String(one[1]).localeCompare(String(other[1]))),
  };
}

/** The key of the nth customer. */
export function customer(at: number): string {
  return `C-${1000 + at}`;
}

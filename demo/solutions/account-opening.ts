import type { Definition, FlowList } from "@airlock/flow";
import type { NewFile } from "../../tests/support/add-datasource.ts";
import type { Example } from "../../tests/support/examples.ts";
import { createRandom, type Random } from "../../tests/support/random.ts";
import { eveningHours } from "../traffic/rhythm.ts";
import { exampleDefinition } from "./example-definition.ts";
import type { DemoCall, DemoTraffic, DemoVersion, Moment } from "./solution.ts";

const disposable = [
  "fastmail24",
  "mailtoday",
  "tempbox",
  "tenminutes",
  "throwaway",
  "inboxnow",
  "quickmail",
  "nospam",
  "burner",
  "onetime",
];
/** Added with the second version of the list. */
export const moreDisposable = ["guerrilla.example", "hideaway.example", "trashbin.example"];

/** With the names and columns of the example's lists. */
export const accountLists: NonNullable<Example["lists"]> = [
  { name: "Disposable mail domains", key: "domain", rows: disposable.map((name) => [`${name}.example`]) },
  {
    name: "Country risk",
    key: "country",
    rows: [
      ["NL", "low", 2_000],
      ["BE", "low", 2_000],
      ["DE", "low", 2_500],
      ["FR", "low", 2_000],
      ["LU", "low", 2_500],
      ["ES", "low", 1_500],
      ["IT", "low", 1_500],
      ["PL", "medium", 1_000],
      ["RO", "medium", 750],
      ["TR", "medium", 500],
      ["XA", "high", 100],
      ["XB", "high", 100],
    ],
  },
];

export async function accountOpeningVersions(lists: readonly FlowList[]): Promise<readonly DemoVersion[]> {
  const first = await exampleDefinition("account-opening-blocklist");
  // The cases of the example know its own rows of the lists.
  const own: Definition = {
    ...first,
    lists,
    testCases: (first.testCases ?? []).filter(({ input }) => ["NL", "BE", "DE", "ZZ"].includes(String(input["country"]))),
  };
  return [{ name: "1.0", description: "First version", definition: own, live: { from: 30, until: 0 } }];
}

const countries = ["NL", "NL", "NL", "NL", "NL", "NL", "BE", "BE", "DE", "DE", "FR", "PL", "ES", "IT", "RO", "TR"];

function applicant(random: Random) {
  return {
    mail_domain:
      random.next() < 0.035 ? `${random.pick(disposable)}.example` : random.pick(["mail.example", "post.example", "work.example"]),
    country: random.next() < 0.012 ? random.pick(["XA", "XB", "ZZ"]) : random.pick(countries),
    amount: Math.round(50 + 2_600 * random.next() ** 3),
  };
}

export const accountOpeningTraffic: DemoTraffic = { share: 0.12, rhythm: eveningHours, call };

function call(random: Random, _moment: Moment, number: number): DemoCall {
  const micros = Math.round(240 + 300 * random.next() + 3_000 * random.next() ** 20);
  const webCall = () => Promise.reject(new Error("The flow makes no web calls."));
  return { input: applicant(random), correlationId: `account-${90_000 + number}`, webCall, durationMicros: () => micros };
}

/** Accounts that were opened in the spring, for an experiment. */
export function accountsOpened(count: number): NewFile {
  const random = createRandom(58);
  const rows = Array.from({ length: count }, (_, at) => {
    const { mail_domain, country, amount } = applicant(random);
    return [`ACC-${10_000 + at}`, mail_domain, country, amount];
  });
  return {
    name: "accounts_2026_spring",
    columns: [
      { name: "account_id", type: "STRING" },
      { name: "mail_domain", type: "STRING" },
      { name: "country", type: "STRING" },
      { name: "amount", type: "FLOAT" },
    ],
    rows,
  };
}

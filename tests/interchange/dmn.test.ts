/** DMN files, converted and run, give the answers that feelin gives. */
import { readFileSync } from "node:fs";
import { importDmn, type ReportEntry } from "@airlock/interchange";
import { expect, test } from "vitest";
import { feelDecisions } from "./feel-decisions.ts";
import { flat, nested } from "./nested.ts";
import { grid, importedOrThrow, runner, type Values } from "./run-imported.ts";

const textOf = (name: string): string => readFileSync(new URL(`dmn/${name}.dmn`, import.meta.url), "utf8");

interface Differing {
  /** Decisions whose list of texts is the list of reason codes. */
  readonly codes?: string;
  /** Decisions that the report says are left out. */
  readonly leftOut?: readonly string[];
}

async function differences(name: string, inputs: readonly Values[], { codes, leftOut = [] }: Differing = {}): Promise<readonly unknown[]> {
  const text = textOf(name);
  const decide = await feelDecisions(text);
  const run = runner(importedOrThrow(await importDmn(text, name)));
  return inputs.flatMap((input) => {
    const original = Object.fromEntries(Object.entries(decide(nested(input))).filter(([decision]) => !leftOut.includes(decision)));
    const { values, reasonCodes, error } = run(input);
    const expected = {
      values: flat({ ...original, ...(codes === undefined ? {} : { [codes]: null }) }),
      codes: codes === undefined ? [] : original[codes],
    };
    const found = { values, codes: reasonCodes };
    const isSame =
      error === undefined && Object.keys(values).length > 0 && JSON.stringify(sorted(found)) === JSON.stringify(sorted(expected));
    return isSame ? [] : [{ input, expected, found, error }];
  });
}

/** feelin adds doubles; Airlock's numbers are decimals of 12 places. */
function sorted({ values, codes }: { readonly values: Values; readonly codes: unknown }): unknown {
  const plain = Object.entries(values).map(
    ([name, value]) => [name, typeof value === "number" ? Number(value.toFixed(9)) : value] as const,
  );
  return [plain.toSorted(([a], [b]) => (a < b ? -1 : 1)), codes];
}

async function described(name: string, level: ReportEntry["level"]): Promise<readonly string[]> {
  const { entries } = importedOrThrow(await importDmn(textOf(name), name));
  return entries.filter((entry) => entry.level === level).map(({ where, text }) => `${where}: ${text}`);
}

test("unique and first tables, defaults, and decisions that need each other", async () => {
  const inputs = grid({
    "Monthly Income": [0, 900, 2500, 4166.67, 12_000],
    "Loan Amount": [5000, 90_000, 150_000, 212_345.67, 500_000],
    Employment: ["permanent", "retired", "flexible", undefined],
    "First Home": [true, false],
    Years: [1, 5, 20, 30, 40],
  });
  expect(await differences("mortgage", inputs)).toEqual([]);
  expect(await described("mortgage", "leftOut")).toEqual([]);
});

test("collected numbers, dates, and conditions that only a formula can express", async () => {
  const inputs = grid({
    hours: [0.5, 1, 2, 2.5, 3, 6, 9, 24, 25],
    vehicle: ["car", "van", "truck", "bike"],
    day: ["2026-01-15", "2026-05-31", "2026-06-01", "2026-07-01", "2026-07-31", "2026-08-31", "2026-09-01"],
    resident: [true, false],
  });
  expect(await differences("parking-fee", inputs)).toEqual([]);
  expect(await described("parking-fee", "leftOut")).toEqual([]);
});

test("structured data, texts in rule order, priorities, and what is left out", async () => {
  const inputs = grid({
    "Claim.amount": [-10, 0, 100, 349.5, 500, 1000, 1000.01, 5001, 10_000],
    "Claim.cause": ["fire", "water", "theft"],
    "Claim.reported late": [true, false],
    "years insured": [0, 2, 10],
  });
  expect(await differences("claim-triage", inputs, { codes: "Flags", leftOut: ["Letter", "Residual", "Summary"] })).toEqual([]);
  expect(await described("claim-triage", "leftOut")).toEqual([
    'KnowledgeSource "Claims handbook": Documentation: it has no effect on results.',
    'BusinessKnowledgeModel "Depreciation": It has no counterpart. Expressions that call it are left out.',
    'Decision "Summary": Context has no counterpart: use a Formula, a Decision Table or a Web Call. What it returns is missing.',
    "Literal expression, Residual: The function Depreciation has no counterpart. Residual is not set.",
    "Literal expression, Letter: Airlock has no function that joins texts. Letter is not set.",
  ]);
});

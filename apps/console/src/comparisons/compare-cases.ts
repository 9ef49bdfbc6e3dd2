import { likelyOutcomeField, notDecided, outcomeOf } from "@airlock/contract/comparison-outcome";
import { testCases } from "@airlock/editor";
import type { Definition } from "@airlock/flow";
import { counted } from "../ui/format/numbers.ts";
import { outcomeText } from "../parts/outcome-mix/outcome-words.ts";

export interface ComparedCase {
  readonly id: string;
  readonly name: string;
  /** The outcome of each flow, or why it has none. */
  readonly left: string;
  readonly right: string;
}

export type ComparedCases =
  | { readonly ok: true; readonly cases: readonly ComparedCase[] }
  | { readonly ok: false; readonly problem: string };

/** Runs both flows over the test cases of the solution in the browser: recorded responses are used, and nothing is called or logged. */
export async function compareCases(
  left: Definition,
  right: Definition,
  cases: readonly testCases.TestCase[],
  listRows: testCases.FetchRows,
): Promise<ComparedCases> {
  const field = likelyOutcomeField(left.runtimeDatasetFields, right.runtimeDatasetFields);
  const before = await testCases.runCasesFetching(left, cases, listRows);
  const after = await testCases.runCasesFetching(right, cases, listRows);
  for (const [run, which] of [[before, "old"] as const, [after, "new"] as const]) {
    if (!run.ok) return { ok: false, problem: `The ${which} flow cannot run. ${run.findings[0]?.message ?? ""}`.trim() };
  }
  const outcome = (run: testCases.CasesRun, id: string) => {
    const one = run.ok ? run.runs.get(id) : undefined;
    if (one === undefined) return "";
    if (!one.ran) return `${notDecided}: ${one.problems[0] ?? ""}`;
    const { error } = one.execution;
    return error === undefined ? outcomeText(outcomeOf(field, one.execution)) : `Failed: ${error.message}`;
  };
  return { ok: true, cases: cases.map(({ id, name }) => ({ id, name, left: outcome(before, id), right: outcome(after, id) })) };
}

/** '2 of 12 test cases have another outcome.' */
export function casesText(cases: readonly ComparedCase[]): string {
  const changed = cases.filter(({ left, right }) => left !== right).length;
  if (changed === 0) return `Same outcome for ${cases.length === 1 ? "the only test case" : `all ${counted(cases.length, "test case")}`}.`;
  return `${changed} of ${counted(cases.length, "test case")} ${changed === 1 ? "has" : "have"} another outcome.`;
}

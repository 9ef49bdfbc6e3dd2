import type { FlowDocument } from "../document/flow-document.ts";
import type { Fork } from "../document/fork.ts";
import { allHeld, conditionResults, type RunValues } from "./condition-results.ts";

export interface BranchResult {
  readonly taken: boolean;
  /** Of a fork that takes the first: branches after the one that was taken are not checked. */
  readonly isChecked: boolean;
  readonly text: string;
}

/** What came of each link of a fork in a run, by link id, from the values with which the node was left. */
export function branchResults(document: FlowDocument, fork: Fork, values: RunValues): ReadonlyMap<string, BranchResult> {
  const results = new Map<string, BranchResult>();
  let anyTaken = false;
  for (const link of fork.branches) {
    if (fork.mode === "first" && anyTaken) {
      results.set(link.id, { taken: false, isChecked: false, text: "Not checked: an earlier branch was taken" });
      continue;
    }
    const conditions = conditionResults(document, link.conditionFields, values);
    const taken = allHeld(link.conditionFields, conditions);
    // With several conditions the reason is one that says the same as the whole.
    const reason = conditions.find(({ held }) => held === taken)?.text ?? "";
    results.set(link.id, { taken, isChecked: true, text: reason });
    anyTaken ||= taken;
  }
  for (const link of fork.others) {
    const taken = !link.otherwise || !anyTaken;
    results.set(link.id, { taken, isChecked: true, text: taken ? "Taken in the last run" : "Not taken: a branch held" });
  }
  return results;
}

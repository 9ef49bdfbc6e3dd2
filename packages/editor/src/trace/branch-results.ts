import type { FlowDocument } from "../document/flow-document.ts";
import type { Fork } from "../document/fork.ts";
import { allHeld, conditionResults, type RunValues } from "./condition-results.ts";

export interface BranchResult {
  /** Undefined where it depends on a list and the run does not report its links. */
  readonly taken: boolean | undefined;
  /** Of a fork that takes the first: branches after the one that was taken are not checked. */
  readonly isChecked: boolean;
  readonly text: string;
}

/** The result of each link of a fork in a run, by link id, from the values with which the node was left. */
export function branchResults(document: FlowDocument, fork: Fork, values: RunValues): ReadonlyMap<string, BranchResult> {
  const results = new Map<string, BranchResult>();
  let anyTaken: boolean | undefined = false;
  for (const link of fork.branches) {
    if (fork.mode === "first" && anyTaken === true) {
      results.set(link.id, { taken: false, isChecked: false, text: "Not checked: an earlier branch was taken" });
      continue;
    }
    const conditions = conditionResults(document, link.conditionFields, values);
    const held = allHeld(link.conditionFields, conditions);
    // Whether an earlier branch was taken may not be known either.
    const isOpen = held === undefined || (held && fork.mode === "first" && anyTaken === undefined);
    const taken = isOpen ? values.linksTaken?.has(link.id) : held;
    // With several conditions the reason is one with the same result as the whole.
    const reason = conditions.find((one) => one.held === held)?.text ?? "";
    results.set(link.id, { taken, isChecked: true, text: reason });
    anyTaken = either(anyTaken, taken);
  }
  for (const link of fork.others) {
    const taken = link.otherwise && anyTaken !== false ? (anyTaken === undefined ? undefined : false) : true;
    const text = taken === undefined ? "Taken if no branch held" : taken ? "Taken in the last run" : "Not taken: a branch held";
    results.set(link.id, { taken, isChecked: true, text });
  }
  return results;
}

function either(one: boolean | undefined, other: boolean | undefined): boolean | undefined {
  if (one === true || other === true) return true;
  return one === undefined || other === undefined ? undefined : false;
}

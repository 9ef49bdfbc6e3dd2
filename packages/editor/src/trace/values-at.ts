import type { ExecutionEvent } from "@airlock/engine";
import type { RunValues } from "./condition-results.ts";

type Owner = { readonly node: string } | { readonly linkFrom: string };

/** The values that conditions were asked with in a run: a rule's when it was triggered, a link's when its source was left. */
export type ValuesAt = (owner: Owner) => RunValues | undefined;

export function valuesAt(
  events: readonly ExecutionEvent[],
  application: RunValues["application"],
  linksTaken?: readonly string[],
): ValuesAt {
  const taken = linksTaken === undefined ? {} : { linksTaken: new Set(linksTaken) };
  const triggered = new Map<string, RunValues>();
  const left = new Map<string, RunValues>();
  for (const { id, action, runtimeData } of events) {
    if (action === "triggered") triggered.set(id, { application, runtime: runtimeData, ...taken });
    if (action === "left") left.set(id, { application, runtime: runtimeData, ...taken });
  }
  return (owner) => ("node" in owner ? triggered.get(owner.node) : left.get(owner.linkFrom));
}

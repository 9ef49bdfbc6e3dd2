import type { DatasetField } from "@airlock/flow";
import { useChosenSolution } from "../field-mapping/use-chosen-solution.ts";

/** `version <id>`, `draft`, or `result` for the flow of a result. */
export type SideKey = string;

export interface SideFields {
  /** What both flows ask for, each name once; undefined until it is known. */
  readonly fields: readonly DatasetField[] | undefined;
  readonly error: Error | undefined;
  readonly retry: () => void;
}

/** The new flow's first, and what only the old one has. */
export function useSideFields(solutionId: string | undefined, left: SideKey, right: SideKey): SideFields {
  const one = useChosenSolution(chosen(solutionId, left));
  const two = useChosenSolution(chosen(solutionId, right));
  return {
    fields: one.chosen && two.chosen && unionOf(two.chosen.fields, one.chosen.fields),
    error: one.error ?? two.error ?? undefined,
    retry: () => void Promise.all([one.refresh(), two.refresh()]),
  };
}

function unionOf(first: readonly DatasetField[], then: readonly DatasetField[]): readonly DatasetField[] {
  const names = new Set(first.map(({ name }) => name));
  return [...first, ...then.filter(({ name }) => !names.has(name))];
}

function chosen(solutionId: string | undefined, key: SideKey) {
  const solution = solutionId === undefined ? null : { value: solutionId, label: "" };
  return { solution, version: key.startsWith("version ") ? { value: key.slice("version ".length), label: "" } : null };
}

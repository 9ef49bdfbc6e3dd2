export type ExperimentTab = "configuration" | "execution";

export interface ExperimentSearch {
  readonly tab?: "execution";
}

export function experimentSearch({ tab }: Record<string, unknown>): ExperimentSearch {
  return tab === "execution" ? { tab } : {};
}

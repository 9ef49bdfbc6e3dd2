import type { ComparisonFields } from "@airlock/contract";

interface ComparisonBase {
  /** What every percentage is a share of. */
  readonly base: number;
  /** Rows of a datasource that a flow could not decide. They are part of the base, as they are on every page of a result. */
  readonly undecided: number;
  /** Past executions that were decided then, but cannot be replayed. They are not part of the base. */
  readonly leftOut: number;
}

export function comparisonBase({ datasource, summary }: Pick<ComparisonFields, "datasource" | "summary">): ComparisonBase {
  const { compared, unanswered, unreadable } = summary;
  if (datasource === null) return { base: compared, undecided: 0, leftOut: unanswered + unreadable };
  return { base: compared + unanswered + unreadable, undecided: unanswered + unreadable, leftOut: 0 };
}

const tabNames = ["overview", "datasources", "mapping", "jobs"] as const;
export type TabName = (typeof tabNames)[number];

/** The state of the editor that is kept in the URL: it survives a reload and can be shared. */
export interface PredictionSearch {
  /** Left out for the overview. */
  readonly tab?: TabName;
  /** The model whose report is open, and the one beside it. */
  readonly model?: number;
  readonly against?: number;
  /** Live decisions compared with the training, over a number of days. */
  readonly drift?: DriftDays;
}

export const driftDays = [7, 30, 90] as const;
export type DriftDays = (typeof driftDays)[number];

const numberOf = (value: unknown) => (Number.isInteger(Number(value)) && Number(value) >= 1 ? Number(value) : undefined);

/** Parses a URL, which anyone may have typed: invalid values are dropped. */
export function predictionSearch(search: Record<string, unknown>): PredictionSearch {
  const tab = tabNames.find((name) => name === search["tab"] && name !== "overview");
  const model = numberOf(search["model"]);
  const against = numberOf(search["against"]);
  const drift = driftDays.find((days) => days === numberOf(search["drift"]));
  return {
    ...(tab === undefined ? {} : { tab }),
    ...(model === undefined ? {} : { model }),
    ...(model === undefined || against === undefined || against === model ? {} : { against }),
    ...(drift === undefined || model !== undefined ? {} : { drift }),
  };
}

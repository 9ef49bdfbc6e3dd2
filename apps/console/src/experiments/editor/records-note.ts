import type { ExperimentRecords, ExperimentResultFields, Resource } from "@airlock/contract";
import { number } from "../../ui/format/numbers.ts";

/** Above this number of records a note says that only the first are used. */
const noteAbove = 500;

export const needsNote = (recordCount: number | null) => recordCount !== null && recordCount > noteAbove;

type Ended = Pick<ExperimentResultFields, "status" | "records" | "started" | "ended" | "resultsCount">;

/** The expected duration (`24 s`), extrapolated from the last run over all rows that was large enough for a useful estimate. */
function expectedTime(records: number, results: readonly { readonly _embedded: Ended }[]): string | undefined {
  const last = results.find(
    ({ _embedded: one }) => one.status === "done" && one.records === "all" && one.resultsCount >= 10_000,
  )?._embedded;
  if (last === undefined || last.started === null || last.ended === null) return undefined;
  const millis = (new Date(last.ended).getTime() - new Date(last.started).getTime()) * (records / last.resultsCount);
  return millis < 90_000 ? `${Math.max(1, Math.round(millis / 1000))} s` : `${Math.round(millis / 60_000)} minutes`;
}

export function recordsNote(
  records: ExperimentRecords,
  recordCount: number,
  results: readonly Pick<Resource<ExperimentResultFields>, "_embedded">[],
): string {
  if (records === "all") return `All ${number(recordCount)} records are used.`;
  const time = expectedTime(recordCount, results);
  return `Only the first 1,000 records are used.${time === undefined ? "" : ` All ${number(recordCount)} take about ${time}.`}`;
}

import type { DatasourceColumn, PredictionAnalytics } from "@airlock/contract";

/** The rules of what is read of an events datasource; all are plain functions. */

export const maxWindows = 6;

type Place = "personColumn" | "timeColumn" | "eventColumn" | "amountColumn";

export const analyticsPlaces: readonly { readonly place: Place; readonly label: string; readonly note: string }[] = [
  { place: "personColumn", label: "Person column", note: "The key by which a decision looks up the score." },
  { place: "timeColumn", label: "Time column", note: "The moment of the event." },
  { place: "eventColumn", label: "Event column", note: "The kind of event." },
  { place: "amountColumn", label: "Amount column", note: "Summed up over each window, if chosen." },
];

/** How much is a number; the rest may be anything. */
export function columnsFor<Column extends DatasourceColumn>(place: Place, columns: readonly Column[]): readonly Column[] {
  return place === "amountColumn" ? columns.filter(({ type }) => type !== "STRING") : columns;
}

const names: Readonly<Record<Place, RegExp>> = {
  personColumn: /customer|person|user|client|member|account|who|subject/i,
  timeColumn: /time|date|when|moment|stamp|\bat\b|_at$/i,
  eventColumn: /event|action|activity|what|kind/i,
  amountColumn: /amount|value|sum|price|much|total/i,
};

/**
 * The columns of a newly chosen datasource. A previously chosen column name stays chosen; the others are guessed from their names, each column at
 * most once, and the user can change the guess.
 */
export function analyticsFor(
  columns: readonly DatasourceColumn[],
  before: PredictionAnalytics,
  columnsBefore: readonly DatasourceColumn[],
): PredictionAnalytics {
  const nameBefore = new Map(columnsBefore.map(({ key, name }) => [key, name]));
  const taken = new Set<string>();
  const chosen = new Map<Place, string>();
  for (const { place } of analyticsPlaces) {
    const name = nameBefore.get(before[place] ?? "");
    const same = columnsFor(place, columns).find((column) => column.name === name);
    if (same === undefined) continue;
    chosen.set(place, same.key);
    taken.add(same.key);
  }
  for (const { place } of analyticsPlaces) {
    if (chosen.has(place)) continue;
    const guess = columnsFor(place, columns).find(({ key, name }) => !taken.has(key) && names[place].test(name));
    if (guess === undefined) continue;
    chosen.set(place, guess.key);
    taken.add(guess.key);
  }
  const isSameEvent = nameBefore.get(before.eventColumn) !== undefined && chosen.get("eventColumn") !== undefined;
  return {
    ...before,
    personColumn: chosen.get("personColumn") ?? "",
    timeColumn: chosen.get("timeColumn") ?? "",
    eventColumn: chosen.get("eventColumn") ?? "",
    amountColumn: chosen.get("amountColumn") ?? null,
    target: isSameEvent ? before.target : "",
  };
}

/** Why the scheduler cannot be started yet: what is missing, in the order of the screen. */
export function whyNotStart(analytics: PredictionAnalytics, eventsDatasource: string | null): string | undefined {
  if (eventsDatasource === null) return "Choose an events datasource first";
  if (analytics.personColumn === "") return "Choose the person column";
  if (analytics.timeColumn === "") return "Choose the time column";
  if (analytics.eventColumn === "") return "Choose the event column";
  if (new Set([analytics.personColumn, analytics.timeColumn, analytics.eventColumn]).size < 3)
    return "Choose three different columns for person, time and event";
  return analytics.target === "" ? "Choose the event to predict" : undefined;
}

/** In their order, each once. */
export function withWindow(windows: readonly number[], added: number): number[] {
  return [...new Set([...windows, added])].toSorted((one, other) => one - other).slice(0, maxWindows);
}

/** One stays: without any there is nothing to learn from. */
export function withoutWindow(windows: readonly number[], removed: number): readonly number[] {
  return windows.length === 1 ? windows : windows.filter((days) => days !== removed);
}

/** Whole days, from 1 to ten years. */
export function windowTyped(text: string): number | undefined {
  const days = Number(text.trim());
  return /^\d{1,4}$/.test(text.trim()) && days >= 1 && days <= 3650 ? days : undefined;
}

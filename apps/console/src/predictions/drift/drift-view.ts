import { formatDate, formatFixed } from "@airlock/flow/locale";
import type { DriftColumn, DriftDay, DriftFields } from "@airlock/contract";
import { number } from "../../ui/format/numbers.ts";
import { typedNumber } from "../../ui/format/typed-number.ts";

/** One column, or the scores, over the days. */
export interface ColumnDrift {
  /** Distinguishes a column named `score` from the scores themselves. */
  readonly id: string;
  readonly name: string;
  readonly isScore: boolean;
  /** The oldest first; only days with decisions. */
  readonly days: readonly DriftDay[];
  /** The last day that has enough decisions to tell a change from chance; the last of all where none has. */
  readonly latest: DriftDay;
  readonly worst: number;
  readonly isDrifting: boolean;
  /** Over the whole time: the shares of each part, in training and now. */
  readonly whole: DriftColumn | undefined;
}

/** How far a day is from the training, in steps that are drawn: 0 as in training, 1 and 2 nearing the threshold, 3 beyond it, 4 far beyond. */
export type Step = 0 | 1 | 2 | 3 | 4;

export function stepOf(psi: number | null, threshold: number): Step {
  if (psi === null || psi < threshold * 0.25) return 0;
  if (psi < threshold * 0.6) return 1;
  if (psi < threshold) return 2;
  return psi < threshold * 2 ? 3 : 4;
}

/** The PSI of the tallest bar: the largest of all columns, and room above the threshold. */
export function barTop(columns: readonly Pick<ColumnDrift, "worst">[], threshold: number): number {
  return Math.max(threshold * 1.25, ...columns.map(({ worst }) => worst));
}

/** From 0 to 1, in proportion. */
export function barShare(psi: number | null, top: number): number {
  return Math.min(1, Math.max(0, (psi ?? 0) / top));
}

const idOf = ({ of, column }: Pick<DriftDay, "of" | "column">) => `${of} ${column}`;

/** One entry a column, the scores first, then whatever is furthest from its training on its last day. Which of them drift is the server's to say. */
export function columnsOf({ days, columns, drift }: Pick<DriftFields, "days" | "columns" | "drift">): readonly ColumnDrift[] {
  const byId = new Map<string, DriftDay[]>();
  for (const row of days) byId.set(idOf(row), [...(byId.get(idOf(row)) ?? []), row]);
  const wholes = new Map(columns.map((column) => [idOf(column), column]));
  const found = [...byId].flatMap(([id, rows]): readonly ColumnDrift[] => {
    const sorted = rows.toSorted((one, other) => one.day.localeCompare(other.day));
    const latest = sorted.findLast(({ enough }) => enough) ?? sorted.at(-1);
    if (latest === undefined) return [];
    const isScore = latest.of === "score";
    const isDrifting = isScore ? drift.score : drift.columns.includes(latest.column);
    const worst = sorted.reduce((max, { psi }) => Math.max(max, psi ?? 0), 0);
    return [{ id, name: latest.column, isScore, days: sorted, latest, worst, isDrifting, whole: wholes.get(id) }];
  });
  const rank = ({ isScore }: ColumnDrift) => (isScore ? 0 : 1);
  return found.toSorted(
    (one, other) => rank(one) - rank(other) || (other.latest.psi ?? 0) - (one.latest.psi ?? 0) || one.name.localeCompare(other.name),
  );
}

const dayMillis = 86_400_000;

/** A number of whole UTC days, today last. */
export function driftRange(days: number, now: number): { readonly start: string; readonly end: string } {
  const after = (Math.floor(now / dayMillis) + 1) * dayMillis;
  return { start: new Date(after - days * dayMillis).toISOString(), end: new Date(after - 1).toISOString() };
}

/** Every day from the first to the last, those without decisions too: a gap is seen as one. */
export function daysBetween(first: string, last: string): readonly string[] {
  const days: string[] = [];
  const end = Date.parse(`${last}T00:00:00Z`);
  for (let at = Date.parse(`${first}T00:00:00Z`); at <= end && days.length < 400; at += dayMillis) {
    days.push(new Date(at).toISOString().slice(0, 10));
  }
  return days;
}

/** `0.41`; `-` where too little was seen. */
export function psiText(psi: number | null): string {
  return psi === null ? "-" : formatFixed(psi, 2);
}

/** What a person should know first, in one sentence. */
export function driftSentence(columns: readonly ColumnDrift[], { threshold, drift }: Pick<DriftFields, "threshold" | "drift">): string {
  if (columns.length === 0) return "No decision has used this model in this period.";
  if (drift.state === "none") return "Too few decisions on any day to tell a change from chance.";
  const drifting = columns.filter(({ isDrifting }) => isDrifting);
  if (drifting.length === 0) return `Nothing drifts: every column stays below ${String(threshold)}.`;
  const named = drifting.slice(0, 3).map(({ name, isScore, latest }) => `${isScore ? "the scores" : name} (${psiText(latest.psi)})`);
  const more = drifting.length - named.length;
  const all = more === 0 ? joined(named) : `${named.join(", ")} and ${number(more)} more`;
  return `Differs from training: ${all}.`;
}

function joined(parts: readonly string[]): string {
  return parts.length < 2 ? (parts[0] ?? "") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}

/** Typed thresholds: from 0.01 to 10. */
export function thresholdTyped(text: string): number | undefined {
  return typedNumber(text, { min: 0.01, max: 10 });
}

/** `14 Nov` of `2026-11-14`. A day of the figures is a day of UTC, whatever the reader's zone. */
export function dayText(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  return Number.isNaN(date.getTime()) ? day : formatDate(date, { day: "numeric", month: "short", timeZone: "UTC" });
}

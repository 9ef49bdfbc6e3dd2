import type { FiringFields, MonitorFields, MonitorRule, UsualRange } from "@airlock/contract";
import { valueText, type MonitorMeasureKind } from "@airlock/contract/monitor-words";
import { clock, shortDate } from "../ui/format/dates.ts";
import { counted, number } from "../ui/format/numbers.ts";

export type MonitorState = "firing" | "acknowledged" | "muted" | "normal" | "unjudged" | "waiting" | "tooFew" | "noHistory";

/** What is shown of a monitor first. A firing stays one while the monitor cannot be judged. */
export function stateOf(fields: MonitorFields, now: number): MonitorState {
  if (fields.firingWss !== null) return fields.isAcknowledged ? "acknowledged" : "firing";
  if (isMuted(fields, now)) return "muted";
  if (fields.unjudgedSince !== null) return "unjudged";
  if (fields.judgement === "inside" || fields.judgement === "outside") return "normal";
  return fields.judgement;
}

export function isMuted({ mutedUntil }: Pick<MonitorFields, "mutedUntil">, now: number): boolean {
  return mutedUntil !== null && Date.parse(mutedUntil) > now;
}

export const stateTitles: Readonly<Record<MonitorState, string>> = {
  firing: "Firing",
  acknowledged: "Acknowledged",
  muted: "Muted",
  normal: "Normal",
  unjudged: "Not evaluated",
  waiting: "Waiting",
  tooFew: "Too few decisions",
  noHistory: "Not enough history",
};

/** The detail of the state: `since 13:20`, or why there is no result. */
export function stateText(fields: MonitorFields, now: number): string {
  switch (stateOf(fields, now)) {
    case "firing":
    case "acknowledged":
      return `since ${timeText(fields.firingSince ?? "", now)}`;
    case "muted":
      return `muted until ${timeText(fields.mutedUntil ?? "", now)}`;
    case "unjudged":
      return `could not be evaluated since ${timeText(fields.unjudgedSince ?? "", now)}`;
    case "waiting":
      return "evaluated within a minute";
    case "tooFew":
      return "too few decisions";
    case "noHistory":
      return "not enough history";
    case "normal":
      return "";
  }
}

/** The time of day, with the day where it is another. */
export function timeText(date: string, now: number): string {
  const at = new Date(date);
  return at.toDateString() === new Date(now).toDateString() ? clock(at) : shortDate(date);
}

/** What the value may be: `16.1 to 20.3%`, `at most 0.5%`. */
export function limitText(kind: MonitorMeasureKind, rule: MonitorRule, usual: UsualRange | null): string {
  const { min, max } = rule.kind === "threshold" ? rule : { min: usual?.min ?? null, max: usual?.max ?? null };
  if (min !== null && max !== null) return `${valueText(kind, min)} to ${valueText(kind, max)}`;
  if (max !== null) return `at most ${valueText(kind, max)}`;
  return min === null ? "as in the last four weeks" : `at least ${valueText(kind, min)}`;
}

type Watched = Pick<FiringFields, "measure" | "rule" | "windowMinutes">;

/** What a monitor does, as two sentences. */
export function monitorSentence({ measure, rule, windowMinutes }: Watched, minDecisions?: number): string {
  const when =
    rule.kind === "unlike"
      ? "Fires outside the range of the same hour of the last four weeks."
      : `Fires unless it is ${limitText(measure.kind, rule, null)}.`;
  const few =
    minDecisions === undefined || minDecisions === 0 || measure.kind === "volume"
      ? ""
      : ` Evaluated when there are at least ${counted(minDecisions, "decision")}.`;
  return `${measuredText(measure)}, over ${windowText(windowMinutes)}. ${when}${few}`;
}

function measuredText(measure: Watched["measure"]): string {
  switch (measure.kind) {
    case "failedShare":
      return "Share of executions that fail";
    case "p99":
      return "Time that 99% of executions do not exceed";
    case "volume":
      return "Executions per hour";
    case "outcomeShare":
      return `Share of decisions that are ${measure.outcome}`;
    case "outcomeMix":
      return measure.baseline === null
        ? "Largest move of an outcome's share from that of the same hour of the last four weeks"
        : "Largest move of an outcome's share from the baseline";
    case "reasonShare":
      return `Share of executions with reason code ${measure.reasonCode}`;
    case "drift":
      return "Largest shift (PSI) of the inputs and the score since training";
  }
}

export function windowText(minutes: number): string {
  if (minutes % 1440 === 0) return minutes === 1440 ? "24 hours" : `${minutes / 1440} days`;
  return minutes % 60 === 0 ? counted(minutes / 60, "hour") : counted(minutes, "minute");
}

/** `less than a minute`, `45 min`, `3 h 10 min`, `2 days` */
export function lastedText(from: string, to: number): string {
  const minutes = Math.max(0, Math.round((to - Date.parse(from)) / 60_000));
  if (minutes === 0) return "less than a minute";
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
  return `${number(Math.round(hours / 24))} days`;
}

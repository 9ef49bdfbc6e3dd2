import type { MonitorCreate, MonitorFields, MonitorMeasure, MonitorRule, OutcomeBaseline } from "@airlock/contract";
import { isShare, ruleProblem, type MonitorMeasureKind } from "@airlock/contract/monitor-words";
import { numberSeparators } from "@airlock/flow/locale";
import { numberToType, typedNumber } from "../ui/format/typed-number.ts";

/** A monitor as it is typed. */
export interface MonitorDraft {
  readonly name: string;
  readonly kind: MonitorMeasureKind;
  readonly outcome: string;
  readonly reasonCode: string;
  /** The mix to compare with, as text: 'Approve 55, Decline 45'; empty for the last four weeks. */
  readonly baseline: string;
  readonly predictionWss: string;
  readonly rule: MonitorRule["kind"];
  /** Limits as text: shares in percent; empty for none. */
  readonly min: string;
  readonly max: string;
  readonly windowMinutes: number;
  readonly minDecisions: number;
  readonly notify: MonitorFields["notify"];
}

export const kindTitles: Readonly<Record<MonitorMeasureKind, string>> = {
  failedShare: "Failed share",
  p99: "p99 latency",
  volume: "Volume",
  outcomeShare: "Share of an outcome",
  outcomeMix: "Outcome mix",
  reasonShare: "Share of a reason code",
  drift: "Drift of a prediction",
};

export const unitOf: Readonly<Record<MonitorMeasureKind, string>> = {
  failedShare: "%",
  outcomeShare: "%",
  outcomeMix: "points",
  reasonShare: "%",
  p99: "ms",
  volume: "per hour",
  drift: "PSI",
};

export function draftOf(monitor: MonitorFields | undefined): MonitorDraft {
  const usual: MonitorDraft = {
    name: "",
    kind: "failedShare",
    outcome: "",
    reasonCode: "",
    baseline: "",
    predictionWss: "",
    rule: "threshold",
    min: "",
    max: "",
    windowMinutes: 30,
    minDecisions: 50,
    notify: [],
  };
  if (monitor === undefined) return usual;
  const { name, measure, rule, windowMinutes, minDecisions, notify } = monitor;
  const limit = (value: number | null) => (value === null ? "" : numberToType(isShare(measure.kind) ? tidy(value * 100) : value));
  return {
    ...usual,
    ...measure,
    baseline: measure.kind === "outcomeMix" ? baselineText(measure.baseline) : "",
    name,
    rule: rule.kind,
    ...(rule.kind === "threshold" ? { min: limit(rule.min), max: limit(rule.max) } : {}),
    windowMinutes,
    minDecisions,
    notify,
  };
}

/** What is sent, or what is wrong with the draft. */
export function bodyOf(draft: MonitorDraft): { readonly body: MonitorCreate } | { readonly problem: string } {
  const measure = measureOf(draft);
  if (typeof measure === "string") return { problem: measure };
  const [min, max] = [limitOf(draft.kind, draft.min), limitOf(draft.kind, draft.max)];
  // A mix has no lower limit: one that was typed for another measure is left out.
  const least = draft.kind === "outcomeMix" ? null : min;
  if (draft.rule === "threshold" && (least === undefined || max === undefined)) return { problem: "Limits are numbers from 0." };
  const rule: MonitorRule = draft.rule === "unlike" ? { kind: "unlike" } : { kind: "threshold", min: least ?? null, max: max ?? null };
  const problem = ruleProblem(measure, rule, "100%");
  if (problem !== undefined) return { problem };
  const { name, windowMinutes, minDecisions, notify } = draft;
  const ids = (kind: "user" | "group") => notify.filter((one) => one.kind === kind).map(({ webSafeString }) => webSafeString);
  return {
    body: {
      ...(name.trim() === "" ? {} : { name: name.trim() }),
      measure,
      rule,
      windowMinutes,
      minDecisions,
      notifyUsers: ids("user"),
      notifyGroups: ids("group"),
    },
  };
}

function baselineText(baseline: OutcomeBaseline | null): string {
  return (baseline ?? []).map(({ outcome, share }) => `${outcome} ${numberToType(tidy(share * 100))}`).join(", ");
}

/** Null for an empty text, undefined for an invalid one. An outcome may contain spaces: its share is the last word. */
function baselineOf(text: string): OutcomeBaseline | null | undefined {
  // A comma between two digits is a decimal comma where the locale has one.
  const entries = text
    .split(numberSeparators().decimal === "," ? /,(?!(?<=\d,)\d)/ : ",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");
  if (entries.length === 0) return null;
  const shares = entries.flatMap((entry) => {
    const [, outcome = "", typed = ""] = /^(.+?)[\s:=]+([\d.,]+)\s*%?$/.exec(entry) ?? [];
    const percent = typedNumber(typed, { min: 0, max: 100 });
    return percent === undefined ? [] : [{ outcome, share: tidy(percent / 100) }];
  });
  return shares.length < entries.length ? undefined : shares;
}

function measureOf({ kind, outcome, reasonCode, baseline, predictionWss }: MonitorDraft): MonitorMeasure | string {
  if (kind === "outcomeShare") return outcome.trim() === "" ? "Enter the outcome." : { kind, outcome: outcome.trim() };
  if (kind === "outcomeMix") {
    const shares = baselineOf(baseline);
    return shares === undefined
      ? "Enter the baseline as outcomes with percentages, such as Approve 55, Decline 45."
      : { kind, baseline: shares };
  }
  if (kind === "reasonShare") return reasonCode.trim() === "" ? "Enter the reason code." : { kind, reasonCode: reasonCode.trim() };
  if (kind === "drift") return predictionWss === "" ? "Choose a prediction." : { kind, predictionWss };
  return { kind };
}

/** Null for no limit, undefined for what is none. */
function limitOf(kind: MonitorMeasureKind, text: string): number | null | undefined {
  if (text.trim() === "") return null;
  const value = typedNumber(text.trim().replace(/\s*%$/, ""), { min: 0 });
  return value !== undefined && isShare(kind) ? tidy(value / 100) : value;
}

/** 0.07 times 100 is not quite 7. */
function tidy(value: number): number {
  return Number(value.toPrecision(12));
}

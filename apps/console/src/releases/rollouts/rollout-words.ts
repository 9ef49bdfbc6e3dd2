import { formatNumber } from "@airlock/flow/locale";
import type { GuardMeasure } from "@airlock/contract/rollout-defaults";
import type { GuardState, RolloutFields, RolloutKind } from "@airlock/contract";
import type { IconName } from "../../ui/icons/icon.tsx";
import type { Status } from "../../ui/status-pill.tsx";
import { counted, number } from "../../ui/format/numbers.ts";

interface KindWords {
  readonly title: string;
  readonly help: string;
}

/** What ending a rollout of a kind says. */
export const endTexts: Readonly<
  Record<RolloutKind, { readonly button: string; readonly title: string; readonly submit: string; readonly done: string }>
> = {
  shadow: { button: "End shadow...", title: "End the shadow?", submit: "End shadow", done: "The shadow has ended." },
  split: { button: "End split...", title: "End the split?", submit: "End split", done: "The split has ended." },
  ramp: { button: "End ramp...", title: "End the ramp?", submit: "End ramp", done: "The ramp has ended." },
};

/** What releasing its version means. */
export function promotionText(kind: RolloutKind, versionName: string, liveVersionName: string): string {
  switch (kind) {
    case "shadow":
      return `${versionName} answers every call instead of ${liveVersionName}, and the shadow ends.`;
    case "split":
      return `${versionName} answers every call instead of ${liveVersionName}, and the split ends.`;
    case "ramp":
      return `${versionName} answers every call instead of ${liveVersionName}, and the ramp ends.`;
  }
}

export const kindWords: Readonly<Record<RolloutKind, KindWords>> = {
  shadow: { title: "Shadow", help: "Decides the same calls after each answer was sent. Callers never see what it decides." },
  split: { title: "Split", help: "Answers a share of the calls until you end it or promote the version." },
  ramp: { title: "Ramp", help: "Answers a share that grows step by step. After the last step the version is released." },
};

interface GuardWords {
  readonly help: string;
  /** Of the limit. */
  readonly label: string;
  readonly valueText: (value: number) => string;
}

const fine = (value: number) => formatNumber(value, { maximumFractionDigits: 2 });
const percent = (value: number) => `${fine(value)}%`;

export const guardWords: Readonly<Record<GuardMeasure, GuardWords>> = {
  failedShare: { help: "Share of its decisions that fail", label: "At most, %", valueText: percent },
  p99Millis: { help: "99 of 100 decisions are faster", label: "At most, ms", valueText: (value) => `${number(value)} ms` },
  outcomeMix: {
    help: "Largest difference of an outcome's share from the live version",
    label: "At most, points",
    valueText: (value) => `${fine(value)} points`,
  },
  volume: { help: "Difference of its share of the calls from the intended one", label: "At most, %", valueText: percent },
  drift: {
    help: "Population stability index of its outcomes, compared with the live version",
    label: "At most",
    valueText: (value) => fine(value),
  },
};

interface GuardLook {
  readonly icon: IconName;
  readonly tone: "success" | "error" | "warning" | "";
  readonly text: string;
}

const guardLooks: Readonly<Record<GuardState["state"], GuardLook>> = {
  holds: { icon: "success", tone: "success", text: "Holds" },
  broken: { icon: "error", tone: "error", text: "Broken" },
  tooFew: { icon: "clock", tone: "", text: "Too few decisions" },
  notEvaluated: { icon: "warning", tone: "warning", text: "Not evaluated" },
};

/** Without a state it was not evaluated for the first time yet. */
export function guardLook(state: GuardState["state"] | undefined): GuardLook {
  return state === undefined ? { icon: "clock", tone: "", text: "Waiting" } : guardLooks[state];
}

/** 'All 4 guards hold', '1 of 4 guards is broken', '3 of 4 guards hold'. */
export function guardsText({ guards, guardStates }: Pick<RolloutFields, "guards" | "guardStates">): string {
  const count = (state: GuardState["state"]) => guardStates.filter((one) => one.state === state).length;
  if (guards.length === 0) return "No guards";
  if (guardStates.length === 0) return `${counted(guards.length, "guard")}, not evaluated yet`;
  const broken = count("broken");
  if (broken > 0) return `${broken} of ${counted(guards.length, "guard")} ${broken === 1 ? "is" : "are"} broken`;
  const holding = count("holds");
  if (holding === guards.length) return guards.length === 1 ? "The guard holds" : `All ${guards.length} guards hold`;
  return `${holding} of ${counted(guards.length, "guard")} ${holding === 1 ? "holds" : "hold"}`;
}

export const durationUnits = [
  { unit: "minutes", title: "minutes", minutes: 1, text: (count: number) => counted(count, "minute") },
  { unit: "hours", title: "hours", minutes: 60, text: (count: number) => counted(count, "hour") },
  { unit: "days", title: "days", minutes: 24 * 60, text: (count: number) => counted(count, "day") },
] as const;
export type DurationUnit = (typeof durationUnits)[number];

/** In the largest unit that it is a whole number of. */
export function durationOf(minutes: number): { readonly count: number; readonly unit: DurationUnit } {
  const unit = durationUnits.findLast((one) => minutes % one.minutes === 0) ?? durationUnits[0];
  return { count: minutes / unit.minutes, unit };
}

/** '30 minutes', '1 day'. */
export function durationText(minutes: number): string {
  const { count, unit } = durationOf(minutes);
  return unit.text(count);
}

/** A share of the calls: '12.5%'. */
export const shareText = percent;

/** 'Split with v23', 'Ramp to v8', 'Shadow of v9'. */
export function rolloutTitle({ kind, versionName }: Pick<RolloutFields, "kind" | "versionName">): string {
  const titles = { shadow: `Shadow of ${versionName}`, split: `Split with ${versionName}`, ramp: `Ramp to ${versionName}` };
  return titles[kind];
}

interface RolloutPill {
  readonly status: Status;
  readonly text: string;
}

export function rolloutPill({ status, beganDate }: Pick<RolloutFields, "status" | "beganDate">): RolloutPill {
  switch (status) {
    case "running":
      return beganDate === null ? { status: "training", text: "Starting" } : { status: "serving", text: "Running" };
    case "promoted":
      return { status: "trained", text: "Promoted" };
    case "ended":
      return { status: "stopped", text: "Ended" };
    case "rolledBack":
      return { status: "error", text: "Rolled back" };
  }
}

/** Which calls reach the other version. */
export function callsText({ kind, share, field }: Pick<RolloutFields, "kind" | "share" | "field">): string {
  const calls = share === 100 ? "every call" : `${shareText(share)} of the calls`;
  if (kind === "shadow") return `Decides ${calls} after the answer was sent.`;
  return field === null
    ? `Answers ${calls}, each chosen at random.`
    : `Answers ${calls}. Calls with the same value of ${field} always reach the same version.`;
}

interface EndedLook {
  readonly icon: IconName;
  readonly tone: "success" | "error" | "quiet";
  readonly title: string;
}

/** How a rollout that is over is shown in the history of its solution. */
export function endedLook(rollout: Pick<RolloutFields, "kind" | "versionName" | "status">): EndedLook {
  const title = rolloutTitle(rollout);
  switch (rollout.status) {
    case "rolledBack":
      return { icon: "undo", tone: "error", title: `${title}, rolled back` };
    case "promoted":
      return { icon: "rocket", tone: "success", title: `${title}, promoted` };
    default:
      return { icon: "stop", tone: "quiet", title: `${title}, ended` };
  }
}

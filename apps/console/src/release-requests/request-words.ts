import type { ReleaseRequestFields, RequestEvent, RequestEventKind } from "@airlock/contract";
import type { IconName } from "../ui/icons/icon.tsx";
import type { Status } from "../ui/status-pill.tsx";
import { blockedText } from "../parts/release-gates/gate-words.ts";

/** The pill of a request: what it waits for, or how it ended. */
export function requestPill({
  status,
  gatesState,
  gates,
  approvals,
  policy,
}: Pick<ReleaseRequestFields, "status" | "gatesState" | "gates" | "approvals" | "policy">): {
  readonly status: Status;
  readonly text: string;
} {
  if (status === "released") return { status: "trained", text: "Released" };
  if (status === "rejected") return { status: "error", text: "Rejected" };
  if (status === "withdrawn") return { status: "stopped", text: "Withdrawn" };
  if (gatesState === "running") return { status: "training", text: "Gates are running" };
  const blocked = blockedText(gates);
  if (blocked !== undefined) return { status: "error", text: blocked };
  if (approvals < policy.approvals) return { status: "configuring", text: "Waiting for approval" };
  return { status: "serving", text: "Ready to release" };
}

interface EventLook {
  /** Follows the name of the user, or is the whole text where Airlock did it. */
  readonly verb: string;
  readonly icon: IconName;
  readonly tone: "success" | "error" | "warning" | "quiet";
}

const looks: Readonly<Record<RequestEventKind, EventLook>> = {
  comment: { verb: "", icon: "text", tone: "quiet" },
  approved: { verb: "approved", icon: "check", tone: "success" },
  rejected: { verb: "rejected", icon: "x", tone: "error" },
  replaced: { verb: "replaced the version by", icon: "version", tone: "quiet" },
  gates: { verb: "ran the gates of", icon: "refresh", tone: "quiet" },
  withdrawn: { verb: "withdrew", icon: "undo", tone: "quiet" },
  released: { verb: "released", icon: "rocket", tone: "success" },
  bypassed: { verb: "bypassed approvals and gates to release", icon: "warning", tone: "warning" },
};

export function eventLook({ kind, versionName, by, isVoid }: Pick<RequestEvent, "kind" | "versionName" | "by" | "isVoid">) {
  const { verb, icon, tone } = looks[kind];
  const text = verb === "" ? "" : `${verb} ${versionName}`;
  return {
    icon,
    tone: isVoid ? ("quiet" as const) : tone,
    who: by === "" ? (kind === "gates" ? "Airlock" : "A deleted user") : by,
    text,
  };
}

/** What happens when this request is approved now. */
export function approvalHint({
  approvals,
  policy,
  versionName,
}: Pick<ReleaseRequestFields, "approvals" | "policy" | "versionName">): string {
  const missing = policy.approvals - approvals;
  if (missing <= 0) return "No more approvals are needed.";
  return missing === 1
    ? `Yours is the last approval. ${versionName} can be released then.`
    : `${missing - 1} more ${missing === 2 ? "approval is" : "approvals are"} needed after yours.`;
}

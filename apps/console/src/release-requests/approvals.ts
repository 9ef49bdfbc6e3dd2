import type { RequestEvent, WholeReleaseRequestFields } from "@airlock/contract";
import { counted } from "../ui/format/numbers.ts";

/** A person who approved, as the list of approvals shows them. */
export interface Approver {
  readonly key: string;
  readonly name: string;
  readonly date: string;
  readonly versionName: string;
  /** The approval no longer counts. */
  readonly isVoid: boolean;
}

/** Each approver once, with their latest approval. Valid approvals come first. */
export function approversOf(thread: readonly RequestEvent[]): readonly Approver[] {
  const latest = new Map<string, Approver>();
  for (const { kind, by, byWss, date, versionName, isVoid } of thread) {
    const key = byWss ?? by;
    const name = by === "" ? "A deleted user" : by;
    if (kind === "approved") latest.set(key, { key, name, date, versionName, isVoid });
  }
  return [...latest.values()].toSorted((one, other) => Number(one.isVoid) - Number(other.isVoid));
}

type Judged = Pick<WholeReleaseRequestFields, "mayNotApprove" | "gates" | "gatesState" | "policy">;

/** Why Approve cannot be pressed, before a comment is even written; undefined when it can. */
export function approvalBlockedBy(
  { mayNotApprove, gates, gatesState, policy }: Judged,
  titleOf: (gate: Judged["gates"][number]) => string,
) {
  if (mayNotApprove !== "") return mayNotApprove;
  const hasGates = Object.values(policy.gates).some((limit) => limit !== false && limit !== null);
  if (hasGates && gatesState === "running") return "Approve waits for the gates, which are running.";
  const blocking = gates.filter(({ status }) => status === "failed" || status === "notEvaluated").map(titleOf);
  if (blocking.length === 0) return undefined;
  return `Approve waits for ${counted(blocking.length, "gate")}: ${blocking.join(", ")}.`;
}

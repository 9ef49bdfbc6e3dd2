import type { ExperimentResultStatus } from "@airlock/contract";
import { StatusPill, type Status } from "../../ui/status-pill.tsx";

const looks: Readonly<Record<ExperimentResultStatus, readonly [status: Status, text: string]>> = {
  waiting: ["waiting", "Waiting"],
  running: ["training", "Running"],
  done: ["trained", "Completed"],
  failed: ["error", "Error"],
  cancelled: ["stopped", "Cancelled"],
};

export function ResultStatus({ status }: { readonly status: ExperimentResultStatus }) {
  const [look, text] = looks[status];
  return <StatusPill status={look}>{text}</StatusPill>;
}

export const isUnderWay = (status: ExperimentResultStatus) => status === "waiting" || status === "running";

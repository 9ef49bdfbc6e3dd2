import type { ImportFields, Resource } from "@airlock/contract";
import LinearProgress from "@mui/material/LinearProgress";
import { counted, number } from "../../ui/format/numbers.ts";
import { RejectedRows } from "../rejected-rows.tsx";
import { sizeText } from "../../ui/format/size-text.ts";
import { timeLeft } from "../../ui/format/time-left.ts";

interface ImportProgressProps {
  readonly name: string;
  readonly run: Resource<ImportFields>;
  /** When `run` was loaded. */
  readonly seenAt: number;
}

/** Stage, percent and time left; the reason when it failed. */
export function ImportProgress({ name, run, seenAt }: ImportProgressProps) {
  const { status, bytes, totalBytes, rows, rejectedRows, message, startedDate } = run._embedded;
  const share = totalBytes === 0 ? 0 : Math.min(100, (100 * bytes) / totalBytes);
  const isUnderWay = status === "waiting" || status === "running";
  const left = startedDate === null ? undefined : timeLeft(seenAt - new Date(startedDate).getTime(), share);
  return (
    <output className="ds-import">
      <p>
        <b>
          {isUnderWay
            ? `Importing ${name}`
            : status === "cancelled"
              ? "Import cancelled"
              : status === "failed"
                ? "Import failed"
                : `${name} imported`}
        </b>
        {isUnderWay && (
          <span className="faint">
            {Math.floor(share)} %{left === undefined ? "" : `, ${left}`}
          </span>
        )}
      </p>
      {isUnderWay && (
        <LinearProgress
          variant={status === "waiting" || share >= 100 ? "indeterminate" : "determinate"}
          value={share}
          aria-label={`Importing ${name}`}
        />
      )}
      <p className="muted">
        {status === "waiting"
          ? "Waiting for a worker"
          : `${sizeText(bytes)} of ${sizeText(totalBytes)}, ${counted(rows, "record")}${rejectedRows > 0 ? `, ${number(rejectedRows)} rejected` : ""}`}
      </p>
      {message !== "" && (
        <p className={status === "failed" ? "ds-problem" : "ds-warned"} role={status === "failed" ? "alert" : "note"}>
          {message}
        </p>
      )}
      {!isUnderWay && rejectedRows > 0 && <RejectedRows name={name} run={run} />}
    </output>
  );
}

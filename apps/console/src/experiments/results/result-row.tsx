import { formatFixed } from "@airlock/flow/locale";
import type { ExperimentResultFields } from "@airlock/contract";
import Button from "@mui/material/Button";
import LinearProgress from "@mui/material/LinearProgress";
import Tooltip from "@mui/material/Tooltip";
import { timeLeft } from "../../ui/format/time-left.ts";
import { openResult } from "./open-result.ts";
import { isUnderWay, ResultStatus } from "./result-status.tsx";
import { DateText } from "../../ui/format/date-text.tsx";
import { shortDate } from "../../ui/format/dates.ts";
import { number } from "../../ui/format/numbers.ts";
import { Icon } from "../../ui/icons/icon.tsx";
import { linkFor } from "../../api/session/permissions.ts";
import { RowActions } from "../../parts/list-page/row-actions.tsx";
import { RowCheckbox } from "../../parts/list-page/row-checkbox.tsx";
import type { Selection } from "../../parts/list-page/rows-props.ts";
import { OutcomeMix } from "./outcome-mix.tsx";
import type { ExperimentResult } from "./use-results.ts";

interface ResultRowProps {
  readonly result: ExperimentResult;
  /** When the result was loaded. */
  readonly seenAt: number;
  readonly selection: Selection | undefined;
  readonly onCancel: () => void;
  readonly onDelete: () => void;
}

/** A running experiment shows its progress instead of a result. */
export function ResultRow({ result, seenAt, selection, onCancel, onDelete }: ResultRowProps) {
  const fields = result._embedded;
  const { webSafeString, created, status, message, records, resultsCount } = fields;
  const name = `result of ${shortDate(created)}`;
  const running = isUnderWay(status);
  const shown = linkFor(result, "details", "GET") !== undefined;
  const mayDelete = linkFor(result, "self", "DELETE") !== undefined;
  return (
    <tr className={running ? "is-running" : selection?.keys.has(webSafeString) ? "is-selected" : ""}>
      {selection && (
        <td className="table-tight">
          <RowCheckbox selection={selection} rowKey={webSafeString} name={name} />
        </td>
      )}
      <td className="place-name">
        <DateText date={created} />
      </td>
      <td data-label="Status">
        {status === "failed" ? (
          <Tooltip title={message}>
            <span>
              <ResultStatus status={status} />
              <span className="sr">{message}</span>
            </span>
          </Tooltip>
        ) : (
          <ResultStatus status={status} />
        )}
      </td>
      <td data-label="Solution" className="ex-ran">
        {ranText(fields)}
      </td>
      <td data-label="Records">{records === "all" ? "All" : "First 1,000"}</td>
      {running ? (
        <td colSpan={3} className="ex-progress-cell">
          <Progress fields={fields} seenAt={seenAt} />
        </td>
      ) : (
        <>
          <td data-label="Results" className="num">
            {status === "failed" ? "-" : number(resultsCount)}
          </td>
          <td data-label="Outcome mix">
            {status === "failed" ? (
              <span className="ex-problem clip" title={message}>
                {message}
              </span>
            ) : (
              <OutcomeMix outcomes={fields.outcomes} />
            )}
          </td>
          <td data-label="Took" className="num">
            {tookText(fields)}
          </td>
        </>
      )}
      <td data-label="By">{fields.createdBy === "" ? "-" : fields.createdBy}</td>
      <td className="table-actions">
        {running ? (
          linkFor(result, "cancel", "PUT") !== undefined && (
            <Button variant="outlined" size="small" startIcon={<Icon name="stop" size={14} />} onClick={onCancel}>
              Cancel
            </Button>
          )
        ) : (
          <RowActions
            actions={[
              {
                icon: "chart",
                label: `Open the ${name} in the visualiser`,
                run: () => openResult(webSafeString),
                ...(shown ? {} : { disabled: "No results to show" }),
              },
              ...(linkFor(result, "whatIf", "POST") === undefined
                ? []
                : [
                    {
                      icon: "thresholds" as const,
                      label: `Drag the thresholds of the ${name}`,
                      run: () => void window.open(`/experiments/result/${webSafeString}/thresholds`, "_blank"),
                    },
                  ]),
              ...(linkFor(result, "heat", "GET") === undefined
                ? []
                : [
                    {
                      icon: "bolt" as const,
                      label: `Show the paths of the records of the ${name}`,
                      run: () => void window.open(`/experiments/result/${webSafeString}/heat`, "_blank"),
                    },
                  ]),
              ...(mayDelete ? [{ icon: "trash" as const, label: `Delete the ${name}`, run: onDelete }] : []),
            ]}
          />
        )}
      </td>
    </tr>
  );
}

function Progress({ fields, seenAt }: { readonly fields: ExperimentResultFields; readonly seenAt: number }) {
  const { status, resultsCount, totalCount, started } = fields;
  const share = totalCount === null || totalCount === 0 ? 0 : Math.min(100, (100 * resultsCount) / totalCount);
  const left = started === null ? undefined : timeLeft(seenAt - new Date(started).getTime(), share, "short");
  return (
    <output className="ex-progress num">
      <span className="clip">
        {status === "waiting"
          ? "Waiting for a worker"
          : totalCount === null
            ? "Counting the records"
            : `${number(resultsCount)} of ${number(totalCount)} records`}
      </span>
      {status === "running" && totalCount !== null && (
        <span className="muted">
          {Math.floor(share)}%{left === undefined ? "" : `, ${left}`}
        </span>
      )}
      <LinearProgress
        className="wide-progress"
        variant={status === "waiting" || totalCount === null ? "indeterminate" : "determinate"}
        value={share}
        aria-label="Progress of the run"
      />
    </output>
  );
}

/** `v14`, or which save of the solution it was. */
function ranText({ versionName, solutionRevision }: ExperimentResultFields): string {
  if (versionName !== null) return versionName;
  return solutionRevision === null ? "draft" : `draft, save ${solutionRevision}`;
}

function tookText({ started, ended }: ExperimentResultFields): string {
  if (started === null || ended === null) return "-";
  const seconds = Math.max(0, new Date(ended).getTime() - new Date(started).getTime()) / 1000;
  if (seconds < 10) return `${formatFixed(seconds, 1)} s`;
  return seconds < 90 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`;
}

import type { PastExecutionFields, Resource } from "@airlock/contract";
import { Link } from "@tanstack/react-router";
import { Icon } from "../ui/icons/icon.tsx";
import type { Column } from "../parts/list-page/column.ts";
import { millisText } from "../ui/format/millis-text.ts";
import { resultOf } from "../parts/trace/result-of.ts";
import { OutcomeChip } from "../ui/outcome/outcome-chip.tsx";
import { startedText } from "../ui/format/started-text.ts";
import { shownCodes } from "./shown-codes.ts";
import { keyOf } from "../parts/list-page/row-names.ts";

export type PastExecution = Resource<PastExecutionFields>;

/** `onReason` narrows the list to a reason code. */
export function executionColumns(opened: string | undefined, onReason: (code: string) => void): readonly Column<PastExecution>[] {
  return [
    {
      name: "started",
      title: "Started",
      place: "name",
      width: 176,
      show: (execution) => (
        <Link
          from="/admin/executions"
          to="/admin/executions"
          search={(search) => ({ ...search, execution: keyOf(execution) })}
          replace
          className="started mono"
          aria-current={opened === keyOf(execution) ? "true" : undefined}
        >
          {startedText(execution._embedded.started)}
        </Link>
      ),
      text: (execution) => execution._embedded.started,
    },
    {
      name: "version",
      title: "Version",
      place: "description",
      show: ({ _embedded: { solutionName, versionName } }) => (
        <>
          {solutionName} <span className="muted">{versionName}</span>
        </>
      ),
      text: ({ _embedded: { solutionName, versionName } }) => `${solutionName} ${versionName}`,
    },
    {
      name: "result",
      title: "Result",
      place: "status",
      width: 180,
      show: ({ _embedded }) => {
        if (_embedded.erasedDate !== undefined) return <span className="faint">Erased</span>;
        if (_embedded.status === "failed") {
          return (
            <span className="chip error">
              <Icon name="x" size={12} />
              Failed
            </span>
          );
        }
        const result = resultOf(_embedded);
        return result === undefined ? <span className="faint">-</span> : <OutcomeChip value={result[1]} />;
      },
      text: ({ _embedded }) => (_embedded.status === "failed" ? "Failed" : String(resultOf(_embedded)?.[1] ?? "")),
    },
    {
      name: "reasonCodes",
      title: "Reason codes",
      place: "other",
      // Beside an opened execution, the version needs the room.
      width: opened === undefined ? "clamp(168px, 24vw, 380px)" : 168,
      show: ({ _embedded: { reasonCodes } }) => {
        const { shown, others } = shownCodes(reasonCodes);
        if (shown.length === 0) return <span className="faint">none</span>;
        return (
          <span className="row gap-4 shrink codes">
            {shown.map((code) => (
              <button
                type="button"
                key={code}
                className="chip code"
                title={code}
                aria-label={`Only executions with ${code}`}
                onClick={() => onReason(code)}
              >
                {code}
              </button>
            ))}
            {others.length > 0 && (
              <span className="muted" title={others.join(", ")}>
                +{others.length}
              </span>
            )}
          </span>
        );
      },
      text: ({ _embedded: { reasonCodes } }) => reasonCodes.join(" "),
    },
    {
      name: "durationMillis",
      title: "Duration, ms",
      place: "when",
      width: 112,
      numeric: true,
      show: ({ _embedded: { durationMillis } }) => millisText(durationMillis),
      text: ({ _embedded: { durationMillis } }) => String(durationMillis),
    },
  ];
}

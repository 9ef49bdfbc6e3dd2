import type { PredictionRun, RunStatus } from "@airlock/contract";
import Button from "@mui/material/Button";
import { DateText } from "../../ui/format/date-text.tsx";
import { number } from "../../ui/format/numbers.ts";
import { StatusPill, type Status } from "../../ui/status-pill.tsx";
import { ProblemText } from "../../parts/fault/problem-text.tsx";
import { ScrollTable } from "../../parts/charts/scroll-table.tsx";
import { tookText } from "../training/training-words.ts";

const looks: Readonly<Record<RunStatus, { readonly status: Status; readonly text: string }>> = {
  waiting: { status: "waiting", text: "Waiting" },
  running: { status: "training", text: "Running" },
  done: { status: "trained", text: "Done" },
  failed: { status: "error", text: "Error" },
  missed: { status: "not-deployed", text: "Missed" },
};

interface RunsTableProps {
  readonly runs: readonly PredictionRun[];
  readonly seenAt: number;
  /** Undefined if all runs are shown, or are being loaded. */
  readonly onOlder: (() => void) | undefined;
  readonly olderError: Error | null;
  readonly onModel: (number: number) => void;
}

/** What the scheduler did, and what it could not. */
export function RunsTable({ runs, seenAt, onOlder, olderError, onModel }: RunsTableProps) {
  return (
    <section className="card" aria-labelledby="ps-runs">
      <header className="pe-card-head">
        <h2 id="ps-runs">Runs</h2>
      </header>
      {runs.length === 0 ? (
        <p className="nothing-yet">The scheduler has not run yet.</p>
      ) : (
        <ScrollTable
          label="Runs"
          className="pe-scroll"
          tableClass="pe-jobs ps-runs"
          isCardsWhenNarrow
          heads={[
            "Run",
            "Status",
            "Planned",
            "Started",
            "Ended",
            { text: "Took", isNumber: true },
            { text: "Persons", isNumber: true },
            "Model",
            "What happened",
          ]}
        >
          {runs.map((run) => {
            const look = looks[run.status];
            return (
              <tr key={run.number}>
                <td className="strong">Run {run.number}</td>
                <td>
                  <StatusPill status={look.status}>{look.text}</StatusPill>
                </td>
                <td>
                  <DateText date={run.planned} />
                </td>
                <td>
                  <DateText date={run.started} />
                </td>
                <td>
                  <DateText date={run.ended} />
                </td>
                <td className={run.started === null ? "num ps-empty" : "num"} data-title="took">
                  {run.started === null ? "-" : tookText(run.started, run.ended === null ? seenAt : new Date(run.ended).getTime())}
                </td>
                <td className={run.persons === null ? "num ps-empty" : "num"}>{run.persons === null ? "-" : number(run.persons)}</td>
                <td className={run.model === null ? "ps-empty" : ""}>
                  {run.model === null ? (
                    <span className="faint">-</span>
                  ) : (
                    <Button size="small" className="pe-model" onClick={() => onModel(run.model ?? 0)}>
                      Model {run.model}
                    </Button>
                  )}
                </td>
                <td className="ps-message">{messageOf(run)}</td>
              </tr>
            );
          })}
        </ScrollTable>
      )}
      {olderError && <ProblemText error={olderError} />}
      {onOlder && (
        <Button size="small" className="ps-older" onClick={onOlder}>
          Show older
        </Button>
      )}
    </section>
  );
}

function messageOf({ status, message, trained }: PredictionRun): string {
  if (message !== "") return message;
  if (status !== "done") return "-";
  return trained ? "Trained again, then scored" : "No new training data; scored again";
}

import Button from "@mui/material/Button";
import Skeleton from "@mui/material/Skeleton";
import { FaultPanel } from "../fault/fault-panel.tsx";
import { DateText } from "../format/date-text.tsx";
import { DialogFrame } from "../look/dialog-frame.tsx";
import { StatusPill } from "../look/status-pill.tsx";
import type { PastState, useStates } from "./use-states.ts";

interface HistoryDialogProps {
  readonly states: ReturnType<typeof useStates>;
  readonly onClose: () => void;
  readonly onCompare: (state: PastState) => void;
  /** Undefined where nothing may be changed. */
  readonly onRestore: ((state: PastState) => void) | undefined;
}

/** Every save and every version, each to be compared with what is drawn now or brought back. */
export function HistoryDialog({ states, onClose, onCompare, onRestore }: HistoryDialogProps) {
  const { data, error, refetch } = states;
  return (
    <DialogFrame
      open
      onClose={onClose}
      title="History"
      subtitle="Restoring draws a state anew, as one step that can be undone; it counts when it is saved."
      width={720}
      actions={
        <Button variant="contained" onClick={onClose}>
          Done
        </Button>
      }
    >
      {error ? (
        <FaultPanel error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Skeleton height={200} />
      ) : (
        <table className="hd-table">
          <thead>
            <tr>
              <th>State</th>
              <th>When</th>
              <th>Who</th>
              <th>
                <span className="sr">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {data.map((state, index) => (
              <tr key={state.key}>
                <td>
                  <strong>{state.kind === "version" ? state.name : index === 0 ? "Last save" : "Save"}</strong>{" "}
                  {state.isServing && <StatusPill status="serving">Serving</StatusPill>}
                  {!state.isValid && <span className="faint">with errors</span>}
                </td>
                <td>
                  <DateText date={state.date} />
                </td>
                <td className="muted">{state.by === "" ? "-" : state.by}</td>
                <td className="hd-actions">
                  <Button size="small" color="inherit" onClick={() => onCompare(state)}>
                    Compare
                  </Button>
                  {onRestore && (
                    <Button size="small" variant="outlined" onClick={() => onRestore(state)}>
                      Restore
                    </Button>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </DialogFrame>
  );
}

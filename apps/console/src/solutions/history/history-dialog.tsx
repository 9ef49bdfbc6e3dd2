import Button from "@mui/material/Button";
import Skeleton from "@mui/material/Skeleton";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { FaultPanel } from "../../parts/fault/fault-panel.tsx";
import { DateText } from "../../ui/format/date-text.tsx";
import { DialogFrame } from "../../ui/dialogs/dialog-frame.tsx";
import { StatusPill } from "../../ui/status-pill.tsx";
import { changesText } from "../../parts/changes/changes-text.ts";
import type { PastState, useStates } from "./use-states.ts";
import { ActionsHead } from "../../parts/list-page/head-cells.tsx";

interface HistoryDialogProps {
  readonly states: ReturnType<typeof useStates>;
  readonly onClose: () => void;
  readonly onCompare: (state: PastState) => void;
  /** Undefined where nothing may be changed. */
  readonly onRestore: ((state: PastState) => void) | undefined;
}

/** How many states are shown at first and with each press: what a save changed is read from its definition. */
const pageSize = 10;

/** Every save and every version, newest first, each to be compared with what is drawn now or restored. */
export function HistoryDialog({ states, onClose, onCompare, onRestore }: HistoryDialogProps) {
  const { data, error, refetch } = states;
  const [shown, setShown] = useState(pageSize);
  const lastSave = data?.find(({ kind }) => kind === "save");
  return (
    <DialogFrame
      open
      onClose={onClose}
      title="History"
      subtitle="Restoring replaces the diagram. You can undo it; save to keep it."
      width={720}
      actions={
        <Button variant="contained" onClick={onClose}>
          Done
        </Button>
      }
    >
      {error && data === undefined ? (
        <FaultPanel error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Skeleton height={200} />
      ) : (
        <table className="plain-table size-12 hd-table">
          <thead>
            <tr>
              <th>State</th>
              <th>When</th>
              <th>Who</th>
              <ActionsHead />
            </tr>
          </thead>
          <tbody>
            {data.slice(0, shown).map((state) => (
              <tr key={state.key}>
                <td>
                  <strong>{state.kind === "version" ? state.name : state === lastSave ? "Last save" : "Save"}</strong>{" "}
                  {state.isServing && <StatusPill status="serving">Serving</StatusPill>}
                  {!state.isValid && <span className="faint">with errors</span>}
                  <ChangeSummary state={state} />
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
      {data !== undefined && data.length > shown && (
        <Button size="small" className="hd-older" onClick={() => setShown(shown + pageSize)}>
          Show older
        </Button>
      )}
    </DialogFrame>
  );
}

/** What a save changed. Nothing until it is known, and where it cannot be. */
function ChangeSummary({ state: { key, date, readChanges, isFirst } }: { readonly state: PastState }) {
  const { data } = useQuery({
    queryKey: ["changes of save", key, date],
    enabled: readChanges !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => changesText((await readChanges?.()) ?? []),
  });
  const text = isFirst ? "Created" : data;
  return text === undefined ? null : <div className="muted">{text}</div>;
}

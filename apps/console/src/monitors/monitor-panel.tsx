import IconButton from "@mui/material/IconButton";
import { useState } from "react";
import { addressOf } from "../api/address-of.ts";
import { linkFor } from "../api/session/permissions.ts";
import { useAction } from "../api/use-action.ts";
import { useResource } from "../api/use-resource.ts";
import { ConfirmDialog } from "../ui/dialogs/confirm-dialog.tsx";
import { Icon } from "../ui/icons/icon.tsx";
import { useEscape } from "../ui/use-escape.ts";
import { AcknowledgeButton } from "./acknowledge-button.tsx";
import { ExecutionsBehind } from "./executions-behind.tsx";
import { FiguresNow } from "./figures.tsx";
import { FiringsList } from "./firings-list.tsx";
import { MonitorChart } from "./monitor-chart.tsx";
import { isMuted, monitorSentence, stateOf, timeText } from "./monitor-words.ts";
import { MuteMenu } from "./mute-menu.tsx";
import { Notified } from "./notified.tsx";
import { StateChip } from "./state-mark.tsx";
import { refreshMillis, type Monitor } from "./use-monitors.ts";
import { PanelWalk } from "../ui/panel-walk.tsx";
import { ReleasesLink } from "./releases-link.tsx";

interface MonitorPanelProps {
  readonly monitor: Monitor;
  readonly now: number;
  readonly previous: (() => void) | undefined;
  readonly next: (() => void) | undefined;
  readonly onEdit: () => void;
  readonly onClose: () => void;
}

/** One monitor: what it measures now, what is usual, and the executions behind an open firing. Not modal: the list stays usable. */
export function MonitorPanel({ monitor, now, previous, next, onEdit, onClose }: MonitorPanelProps) {
  const { _embedded: fields } = monitor;
  const { firingWss } = fields;
  const state = stateOf(fields, now);
  const [isDeleting, setDeleting] = useState(false);
  const firing = useResource("firing.read", {
    href: firingWss === null ? undefined : addressOf("firing.read", { firingId: firingWss }),
    refetchInterval: refreshMillis,
  });
  const acknowledge = useAction("firing.acknowledge", firing.data, { changes: ["monitors.list", "firing.read", "firings.list"] });
  const remove = useAction("monitor.delete", monitor, { changes: ["monitors.list", "firings.list"], onSuccess: onClose });
  const mayChange = linkFor(monitor, "self", "PUT") !== undefined;
  useEscape(onClose);
  return (
    <aside className="card monitor-panel docked-panel" aria-label="Monitor">
      <header>
        <div className="panel-head">
          <h2>
            {fields.name}, {fields.solutionName}
          </h2>
          <StateChip state={state} />
          <span className="grow" />
          {mayChange && (
            <>
              <IconButton size="small" aria-label="Edit monitor" onClick={onEdit}>
                <Icon name="pencil" size={16} />
              </IconButton>
              <IconButton size="small" aria-label="Delete monitor" onClick={() => setDeleting(true)}>
                <Icon name="trash" size={16} />
              </IconButton>
            </>
          )}
          <PanelWalk noun="monitor" previous={previous} next={next} onClose={onClose} />
        </div>
        <p className="helper">{monitorSentence(fields, fields.minDecisions)}</p>
        <div className="button-row panel-acts monitor-acts">
          {acknowledge.isOffered && !fields.isAcknowledged && (
            <AcknowledgeButton isPending={acknowledge.isPending} onPress={() => acknowledge.mutate()} />
          )}
          <MuteMenu monitor={monitor} now={now} />
          <ReleasesLink of={fields} />
        </div>
      </header>
      {fields.unjudgedSince !== null && (
        <output className="monitor-note">
          <Icon name="offline" size={16} />
          Could not be evaluated since {timeText(fields.unjudgedSince, now)}: the counts of executions cannot be read. The values shown are
          older.
        </output>
      )}
      {isMuted(fields, now) && (
        <p className="monitor-note quiet">
          <Icon name="pause" size={16} />
          Muted until {timeText(fields.mutedUntil ?? "", now)}: no mails are sent. Firings are still shown.
        </p>
      )}
      <FiguresNow fields={fields} now={now} />
      <MonitorChart
        label={`${fields.name} over time`}
        points={fields.points}
        kind={fields.measure.kind}
        isCompared={fields.rule.kind === "unlike"}
        began={fields.firingSince ?? undefined}
      />
      {firing.data !== undefined && firingWss !== null && (
        <>
          <ExecutionsBehind firing={firing.data._embedded} />
          <Notified firing={firing.data._embedded} notify={fields.notify} now={now} />
        </>
      )}
      <FiringsList monitor={monitor} />
      <ConfirmDialog
        open={isDeleting}
        title="Delete monitor?"
        verb="Delete"
        onConfirm={() => remove.mutate()}
        onCancel={() => setDeleting(false)}
      >
        Are you sure you want to delete {fields.name} of {fields.solutionName}? Its firings are deleted, too.
      </ConfirmDialog>
    </aside>
  );
}

import Button from "@mui/material/Button";
import Skeleton from "@mui/material/Skeleton";
import { Link } from "@tanstack/react-router";
import { lazy, Suspense, useEffect, useRef } from "react";
import { useProfile } from "../api/session/use-session.ts";
import { FaultPanel } from "../parts/fault/fault-panel.tsx";
import { exactDate } from "../ui/format/dates.ts";
import { counted } from "../ui/format/numbers.ts";
import { Icon } from "../ui/icons/icon.tsx";
import { millisText } from "../ui/format/millis-text.ts";
import { useCopy } from "../ui/use-copy.ts";
import { useEscape } from "../ui/use-escape.ts";
import { noteStep } from "../parts/first-run/first-run-marks.ts";
import { TraceBody } from "../parts/trace/trace-body.tsx";
import { useExecution, type TracedExecution } from "./use-execution.ts";
import { PanelWalk } from "../ui/panel-walk.tsx";

// Loaded with the first execution that is opened: it reads definitions, which the list does not need.
const MakeCaseButton = lazy(async () => ({ default: (await import("./make-case-button.tsx")).MakeCaseButton }));

interface TracePanelProps {
  readonly id: string;
  readonly previous?: (() => void) | undefined;
  readonly next?: (() => void) | undefined;
  readonly onClose?: () => void;
  /** False where the diagram is beside it already. */
  readonly hasDiagram?: boolean;
}

/** One execution as a list: its outcome and what each node did. Not modal: the list beside it can still be used. */
export function TracePanel(props: TracePanelProps) {
  const { id, onClose } = props;
  const { data, error, refetch } = useExecution(id);
  const panel = useRef<HTMLElement>(null);
  const { organisationWss } = useProfile()._embedded;
  const isShown = data !== undefined;
  useEffect(() => {
    if (isShown) noteStep(organisationWss, "watched");
  }, [isShown, organisationWss]);
  useEscape(onClose);
  return (
    <aside className="trace docked-panel" aria-label="One execution" ref={panel} tabIndex={-1}>
      {error && data === undefined ? (
        <FaultPanel error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <div className="trace-waiting" aria-busy="true">
          {Array.from({ length: 6 }, (_, row) => (
            <Skeleton key={row} variant="rounded" height={row === 0 ? 60 : 44} />
          ))}
        </div>
      ) : (
        <Traced {...props} execution={data} />
      )}
    </aside>
  );
}

function Traced({ execution, previous, next, onClose, hasDiagram = true }: TracePanelProps & { readonly execution: TracedExecution }) {
  const { _embedded: fields } = execution;
  const address = `/execution/${fields.webSafeString}`;
  const copy = useCopy();
  const { definition: _definition, ...copied } = fields;
  return (
    <>
      <header>
        <div className="row shrink">
          <h2>
            {fields.solutionName}, {fields.versionName}
          </h2>
          <span className={fields.status === "completed" ? "chip success" : "chip error"}>
            <Icon name={fields.status === "completed" ? "check" : "x"} size={12} />
            {fields.status === "completed" ? "Completed" : "Failed"}
          </span>
          <span className="grow" />
          {onClose !== undefined && <PanelWalk noun="execution" previous={previous} next={next} onClose={onClose} />}
        </div>
        <div className="muted size-12 num">
          {exactDate(fields.started)}. Took {millisText(fields.durationMillis)} ms
          {fields.erasedDate === undefined && `, ${counted(fields.steps.length, "step")}`}.
        </div>
        <CallIds fields={fields} />
        <div className="button-row panel-acts">
          {hasDiagram && (
            <Button variant="outlined" size="small" startIcon={<Icon name="solutions" size={14} />} href={address} target="_blank">
              Show on diagram
            </Button>
          )}
          <Suspense>
            <MakeCaseButton execution={execution} />
          </Suspense>
          <Button
            size="small"
            startIcon={<Icon name="link" size={14} />}
            onClick={() =>
              void copy(new URL(address, window.location.href).href, "Copied", "The link to this execution is on the clipboard.")
            }
          >
            Copy link
          </Button>
          <Button
            size="small"
            startIcon={<Icon name="copy" size={14} />}
            onClick={() => void copy(JSON.stringify(copied, undefined, 2), "Copied", "The execution is on the clipboard.")}
          >
            Copy as JSON
          </Button>
        </div>
      </header>
      <TraceBody traced={fields} />
    </>
  );
}

/** The ids of the call, which are searched for in logs, and who made it. */
function CallIds({ fields }: { readonly fields: TracedExecution["_embedded"] }) {
  const { webSafeString, correlationId, callerWss, callerName, keyWss, keyName, rolloutWss, arm } = fields;
  return (
    <dl className="trace-ids">
      <dt>Execution</dt>
      <dd className="mono">{webSafeString}</dd>
      <dt>Correlation</dt>
      <dd className="mono">{correlationId ?? "-"}</dd>
      <dt>Caller</dt>
      <dd>{callerName ?? <span className="mono">{callerWss ?? "-"}</span>}</dd>
      <dt>Key</dt>
      <dd>
        {keyName} <span className="mono faint">{keyWss}</span>
      </dd>
      {rolloutWss !== undefined && (
        <>
          <dt>Rollout</dt>
          <dd>
            <Link to="/admin/rollouts/$webSafeString" params={{ webSafeString: rolloutWss }}>
              {arm === "challenger" ? "Challenger" : "Champion"}
            </Link>
          </dd>
        </>
      )}
    </dl>
  );
}

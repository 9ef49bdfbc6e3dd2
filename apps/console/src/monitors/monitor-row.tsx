import { valueText } from "@airlock/contract/monitor-words";
import { Link } from "@tanstack/react-router";
import { limitText, stateOf, stateText, stateTitles } from "./monitor-words.ts";
import { Sparkline } from "./sparkline.tsx";
import { StateMark } from "./state-mark.tsx";
import type { Monitor } from "./use-monitors.ts";

interface MonitorRowProps {
  readonly monitor: Monitor;
  readonly isOpened: boolean;
  readonly now: number;
}

/** A monitor in the list: state, sparkline, the value now and what it may be. */
export function MonitorRow({ monitor: { _embedded: fields }, isOpened, now }: MonitorRowProps) {
  const state = stateOf(fields, now);
  const text = stateText(fields, now);
  const isAlarming = state === "firing" || state === "acknowledged";
  return (
    <li className={isOpened ? "monitor-row opened" : "monitor-row"}>
      <StateMark state={state} />
      <div className="monitor-name">
        <Link
          from="/admin/monitors"
          to="/admin/monitors"
          search={(search) => ({ ...search, monitor: fields.webSafeString })}
          replace
          aria-current={isOpened ? "true" : undefined}
          aria-label={`${fields.name}, ${fields.solutionName}: ${stateTitles[state]}`}
        >
          {fields.name}
        </Link>
        <small className="clip">{text === "" ? fields.solutionName : `${fields.solutionName}, ${text}`}</small>
      </div>
      <Sparkline points={fields.points} />
      <div className="monitor-value num">
        <b className={isAlarming ? "alarming" : undefined}>{fields.value === null ? "-" : valueText(fields.measure.kind, fields.value)}</b>
        <small>{limitText(fields.measure.kind, fields.rule, fields.usual)}</small>
      </div>
    </li>
  );
}

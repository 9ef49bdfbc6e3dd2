import type { FiringFields, MonitorFields } from "@airlock/contract";
import { movedText, valueText } from "@airlock/contract/monitor-words";
import { DateText } from "../ui/format/date-text.tsx";
import { counted } from "../ui/format/numbers.ts";
import { lastedText, limitText, stateOf, stateTitles, timeText } from "./monitor-words.ts";

/** Now, what is usual or allowed, and since when it fires. */
export function FiguresNow({ fields, now }: { readonly fields: MonitorFields; readonly now: number }) {
  const { measure, rule, value, usual, moved, decisions, firingSince, judgedDate } = fields;
  const { kind } = measure;
  const state = stateOf(fields, now);
  const isAlarming = fields.firingWss !== null;
  return (
    <dl className="monitor-figures">
      <div>
        <dt>Now</dt>
        <dd className={isAlarming ? "num alarming" : "num"}>{value === null ? "-" : valueText(kind, value)}</dd>
        {moved !== null && <dd className="helper">{movedText(moved)}</dd>}
        <dd className="helper">{decisions === null ? stateTitles[state] : `${counted(decisions, "decision")} in the window`}</dd>
      </div>
      {rule.kind === "unlike" ? (
        <div>
          <dt>Usual at this hour</dt>
          <dd className="num">{usual === null ? "-" : valueText(kind, usual.median)}</dd>
          <dd className="helper">{usual === null ? "Needs two weeks of decisions" : limitText(kind, rule, usual)}</dd>
        </div>
      ) : (
        <div>
          <dt>Allowed</dt>
          <dd className="num">{limitText(kind, rule, null)}</dd>
        </div>
      )}
      <div>
        <dt>{firingSince === null ? "Evaluated" : "Began"}</dt>
        <dd className="num">
          {firingSince === null ? (judgedDate === null ? "-" : timeText(judgedDate, now)) : timeText(firingSince, now)}
        </dd>
        <dd className="helper">{firingSince === null ? "Evaluated twice a minute" : `${lastedText(firingSince, now)} ago`}</dd>
      </div>
    </dl>
  );
}

/** What is known of a firing, also after it ended. */
export function FiringFigures({ firing, now }: { readonly firing: FiringFields; readonly now: number }) {
  const { measure, rule, usual, moved, value, peak, beganDate, endedDate } = firing;
  const { kind } = measure;
  return (
    <dl className="monitor-figures">
      <div>
        <dt>When it began</dt>
        <dd className="num alarming">{valueText(kind, value)}</dd>
        {moved !== null && <dd className="helper">{movedText(moved)}</dd>}
        <dd className="helper">at worst {valueText(kind, peak)}</dd>
      </div>
      <div>
        <dt>{rule.kind === "unlike" ? "Usual at that hour" : "Allowed"}</dt>
        <dd className="num">{rule.kind === "unlike" && usual !== null ? valueText(kind, usual.median) : limitText(kind, rule, usual)}</dd>
        {rule.kind === "unlike" && usual !== null && <dd className="helper">{limitText(kind, rule, usual)}</dd>}
      </div>
      <div>
        <dt>Began</dt>
        <dd className="num">{timeText(beganDate, now)}</dd>
        <dd className="helper">
          {endedDate === null ? (
            `${lastedText(beganDate, now)} ago`
          ) : (
            <>
              ended <DateText date={endedDate} />, lasted {lastedText(beganDate, Date.parse(endedDate))}
            </>
          )}
        </dd>
      </div>
    </dl>
  );
}

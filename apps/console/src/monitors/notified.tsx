import type { FiringFields, MonitorFields } from "@airlock/contract";
import { Icon } from "../ui/icons/icon.tsx";
import { timeText } from "./monitor-words.ts";

interface NotifiedProps {
  readonly firing: FiringFields;
  /** Whom the monitor notifies, where that is known. */
  readonly notify?: MonitorFields["notify"];
  readonly now: number;
}

/** Who was notified when, and who acknowledged. */
export function Notified({ firing: { notified, acknowledgedDate, acknowledgedBy }, notify, now }: NotifiedProps) {
  return (
    <section className="monitor-section" aria-labelledby="monitor-notified">
      <h3 id="monitor-notified">Notified</h3>
      {notified.length === 0 && <p className="helper">{notify?.length === 0 ? "This monitor notifies no one." : "No mail was sent."}</p>}
      <ul className="monitor-notified">
        {notified.map(({ date, event, to }) => (
          <li key={`${date} ${event}`}>
            <span className="num">{timeText(date, now)}</span>
            <Icon name="mail" size={16} />
            <span>
              {namesText(to)} by email{event === "ended" ? ", that it ended" : ""}
            </span>
          </li>
        ))}
        {acknowledgedDate !== null && (
          <li>
            <span className="num">{timeText(acknowledgedDate, now)}</span>
            <Icon name="check" size={16} />
            <span>Acknowledged by {acknowledgedBy === "" ? "a deleted user" : acknowledgedBy}</span>
          </li>
        )}
      </ul>
    </section>
  );
}

const maxNames = 3;

function namesText(names: readonly string[]): string {
  if (names.length <= maxNames) return names.join(", ");
  return `${names.slice(0, maxNames).join(", ")} and ${names.length - maxNames} more`;
}

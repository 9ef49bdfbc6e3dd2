import { valueText } from "@airlock/contract/monitor-words";
import Button from "@mui/material/Button";
import { Link } from "@tanstack/react-router";
import { linkFor } from "../api/session/permissions.ts";
import { useOlderRows } from "../api/use-older-rows.ts";
import { useResource } from "../api/use-resource.ts";
import { ProblemText } from "../parts/fault/problem-text.tsx";
import { shortDate } from "../ui/format/dates.ts";
import { lastedText } from "./monitor-words.ts";
import { refreshMillis, type Monitor } from "./use-monitors.ts";

/** The last ones; the others are loaded when they are requested. */
const firstRows = 10;

/** The firings of a monitor, each with its page. */
export function FiringsList({ monitor }: { readonly monitor: Monitor }) {
  const href = linkFor(monitor, "firings", "GET");
  const { data } = useResource("monitor.firings.list", { href, query: { limit: firstRows }, refetchInterval: refreshMillis });
  const { items, showOlder, error } = useOlderRows("monitor.firings.list", href, data, ({ webSafeString }) => webSafeString);
  if (items === undefined) return null;
  return (
    <section className="monitor-section" aria-labelledby="monitor-firings">
      <h3 id="monitor-firings">Firings</h3>
      {items.length === 0 ? (
        <p className="helper">It has not fired yet.</p>
      ) : (
        <ul className="monitor-firings">
          {items.map(({ _embedded: { webSafeString, beganDate, endedDate, measure, peak } }) => (
            <li key={webSafeString}>
              <Link to="/admin/monitors/firings/$webSafeString" params={{ webSafeString }}>
                {shortDate(beganDate)}
              </Link>
              <span>{endedDate === null ? "open" : `lasted ${lastedText(beganDate, Date.parse(endedDate))}`}</span>
              <span className="num">at worst {valueText(measure.kind, peak)}</span>
            </li>
          ))}
        </ul>
      )}
      {error && <ProblemText error={error} />}
      {showOlder && (
        <Button size="small" onClick={showOlder}>
          Show older
        </Button>
      )}
    </section>
  );
}

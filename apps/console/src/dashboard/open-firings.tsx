import { valueText } from "@airlock/contract/monitor-words";
import { Link } from "@tanstack/react-router";
import { linkFor } from "../api/session/permissions.ts";
import { useProfile } from "../api/session/use-session.ts";
import { useResource } from "../api/use-resource.ts";
import { clock, shortDate } from "../ui/format/dates.ts";
import { counted } from "../ui/format/numbers.ts";
import { Icon } from "../ui/icons/icon.tsx";
import "./open-firings.css";

const refreshMillis = 10_000;
const maxShown = 5;

/** Monitors that fire now; nothing while none does. */
export function OpenFirings() {
  const href = linkFor(useProfile(), "firings", "GET");
  const { data } = useResource("firings.list", { href, query: { state: "open", limit: maxShown }, refetchInterval: refreshMillis });
  if (data === undefined || data.items.length === 0) return null;
  const { total } = data._embedded;
  return (
    <section className="card open-firings" aria-labelledby="open-firings">
      <header>
        <Icon name="error" size={16} />
        <h2 id="open-firings">{counted(total, "monitor")} firing</h2>
        <span className="grow" />
        <Link to="/admin/monitors" search={{ show: "firing" }}>
          Open monitors
        </Link>
      </header>
      <ul>
        {data.items.map(
          ({ _embedded: { webSafeString, name, solutionName, measure, peak, beganDate, acknowledgedDate, acknowledgedBy } }) => (
            <li key={webSafeString}>
              <Link to="/admin/monitors/firings/$webSafeString" params={{ webSafeString }}>
                {name}, {solutionName}
              </Link>
              <span className="num">at worst {valueText(measure.kind, peak)}</span>
              <span>since {sinceText(beganDate)}</span>
              {acknowledgedDate !== null && (
                <span className="chip">
                  <Icon name="check" size={12} />
                  Acknowledged{acknowledgedBy === "" ? "" : ` by ${acknowledgedBy}`}
                </span>
              )}
            </li>
          ),
        )}
      </ul>
    </section>
  );
}

function sinceText(date: string): string {
  const at = new Date(date);
  return at.toDateString() === new Date().toDateString() ? clock(at) : shortDate(date);
}

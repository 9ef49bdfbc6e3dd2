import type { DriftAlert } from "@airlock/contract";
import { DateText } from "../../ui/format/date-text.tsx";
import { number } from "../../ui/format/numbers.ts";
import { Icon } from "../../ui/icons/icon.tsx";
import { ScrollTable } from "../../parts/charts/scroll-table.tsx";
import { dayText, psiText } from "./drift-view.ts";

/** What passed the threshold, one line for each column and day, newest first. */
export function AlertsCard({ alerts }: { readonly alerts: readonly DriftAlert[] }) {
  return (
    <section className="card dr-alerts" aria-labelledby="dr-alerts">
      <header className="pe-card-head">
        <h3 id="dr-alerts">Alerts</h3>
      </header>
      {alerts.length === 0 ? (
        <p className="nothing-yet">No column has passed the threshold.</p>
      ) : (
        <ScrollTable
          label="Alerts"
          className="pc-scroll"
          tableClass="sticky-head pc-table"
          heads={["Day", "Column", { text: "Shift (PSI)", isNumber: true }, { text: "Decisions", isNumber: true }, "Notified"]}
        >
          {alerts.map(({ day, of, column, psi, count, notified, at, model }) => (
            <tr key={`${day} ${of} ${column} ${model}`}>
              <td>{dayText(day)}</td>
              <td className={of === "score" ? "" : "mono"}>{of === "score" ? "Scores" : column}</td>
              <td className="num">{psiText(psi)}</td>
              <td className="num">{number(count)}</td>
              <td>
                <span className="dr-notified">
                  {notified && <Icon name="mail" size={14} />}
                  {notified ? "By email, " : "In Airlock, "}
                  <DateText date={at} />
                </span>
              </td>
            </tr>
          ))}
        </ScrollTable>
      )}
    </section>
  );
}

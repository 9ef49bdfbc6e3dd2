import { Link } from "@tanstack/react-router";
import { Scrolls } from "../../parts/charts/scrolls.tsx";
import { counted, number, percentText } from "../../ui/format/numbers.ts";
import type { Panel } from "./panel.ts";

/** The most frequent reason codes of executions. */
export const reasonCodes: Panel = {
  figure: ({ fields }) => <p className="helper">Share of {counted(fields.counted, "execution")}. An execution can have several.</p>,
  body: ({ title, fields: { reasonCodes: rows, counted: all }, searchFor }) => {
    const max = rows[0]?.count ?? 1;
    return (
      <Scrolls className="widget-scroll" label={title}>
        <table className="data-table sticky-head widget-table" aria-label={title}>
          <thead>
            <tr>
              <th>Code</th>
              <th>Reason</th>
              <th aria-hidden="true" />
              <th className="num">Executions</th>
              <th className="num">Share</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ code, text, count }) => (
              <tr key={`${code} ${text}`}>
                <td>
                  {searchFor === undefined ? (
                    <code className="widget-code">{code}</code>
                  ) : (
                    <Link to="/admin/executions" search={searchFor({ reasonCode: code })} preload={false} className="widget-code">
                      {code}
                    </Link>
                  )}
                </td>
                <td className="widget-words">{text ?? <span className="faint">-</span>}</td>
                <td className="widget-length" aria-hidden="true">
                  <i style={{ width: `${(count / max) * 100}%` }} />
                </td>
                <td className="num">{number(count)}</td>
                <td className="num strong">{percentText(all === 0 ? 0 : count / all)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolls>
    );
  },
  empty: ({ total, counted: all, reasonCodes: rows }) => {
    if (total === 0) return "No executions yet.";
    if (rows.length > 0) return undefined;
    return all === 0 ? "Reason codes are not counted yet." : "No execution has a reason code.";
  },
};
